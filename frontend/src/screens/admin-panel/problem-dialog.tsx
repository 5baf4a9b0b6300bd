import { useMutation } from "@tanstack/react-query";
import { reportProblem, type Task, taskKeys } from "@/api/tasks";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { nameOf } from "@/shared/people/person-name";
import { TextareaField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

/** 'Relatar problema' on a task: takes points off its assignee. */
export default function ProblemDialog({ task, ...dialog }: { task: Task; open: boolean; onClose: () => void }) {
  const { mutateAsync: report } = useMutation({
    meta: { invalidates: [{ queryKey: taskKeys.all }] },
    mutationFn: (reason: string) => reportProblem(task.id, reason),
    onSuccess: () => {
      toast.success("Problema relatado; os pontos do funcionário foram ajustados.");
      dialog.onClose();
    },
  });
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => (reason.trim() === "" ? { reason: "Campo Motivo é obrigatório" } : {}),
    onSubmit: ({ reason }) => report(reason.trim()),
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Relatar problema"
      description={`${task.title} · ${nameOf(task.assigneeUser)}`}
      submitLabel="Relatar problema"
      submitVariant="danger"
    >
      <TextareaField
        {...form.field("reason")}
        label="Motivo"
        hint="O funcionário perde pontos de lealdade e vê este motivo no histórico."
        required
        rows={3}
        maxLength={200}
      />
    </FormDialog>
  );
}
