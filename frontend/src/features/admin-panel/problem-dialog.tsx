import { useMutation, useQueryClient } from "@tanstack/react-query";
import { nameOf } from "@/features/admin/person-name";
import { isAboutTasks, reportProblem } from "@/features/admin-panel/work";
import type { Task } from "@/features/tasks/task";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/textarea";

type ProblemDialogProps = { task: Task; open: boolean; onClose: () => void };

/** 'Relatar problema' on a task: takes points off its assignee (decisions §7). */
export default function ProblemDialog({ task, open, onClose }: ProblemDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: report } = useMutation({
    mutationFn: (reason: string) => reportProblem(task.id, reason),
    onSuccess: () => {
      toast.success("Problema relatado; os pontos do funcionário foram ajustados.");
      onClose();
      return client.invalidateQueries({ predicate: ({ queryKey }) => isAboutTasks(queryKey) });
    },
  });
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => (reason.trim() === "" ? { reason: "Campo Motivo é obrigatório" } : {}),
    onSubmit: ({ reason }) => report(reason.trim()),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={form.busy}
      onSubmit={form.submit}
      title="Relatar problema"
      description={`${task.title} · ${nameOf(task.assigneeUser)}`}
      footer={
        <>
          <Button disabled={form.busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Relatar problema
          </Button>
        </>
      }
    >
      <Field
        label="Motivo"
        error={form.problems.reason}
        hint="O funcionário perde pontos de lealdade e vê este motivo no histórico."
        required
      >
        <Textarea
          rows={3}
          maxLength={200}
          value={form.values.reason}
          onChange={(event) => form.set("reason", event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
