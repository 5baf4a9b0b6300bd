import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { runPath } from "@/features/bulk/run";
import { Choice } from "@/features/runs/choice";
import { type Withdrawal, withdrawRun } from "@/features/runs/run-calls";
import type { RunDetail } from "@/features/runs/run-detail";
import { newIdempotencyKey } from "@/lib/api";
import { counted } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useSingleFlight } from "@/lib/use-single-flight";
import { FormDialog } from "@/ui/form-dialog";
import { TextField } from "@/ui/text-field";

type WithdrawDialogProps = { run: RunDetail; open: boolean; onClose: () => void };

/** 'draft or delete all that the run created' (decisions §9). The words have to be typed: nothing is withdrawn by a slip. */
export function WithdrawDialog({ run, open, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [action, setAction] = useState<Withdrawal>("draft");
  const [typed, setTyped] = useState("");
  const { mutateAsync } = useMutation({
    mutationFn: () => withdrawRun(run.id, action, idempotencyKey),
    onSuccess: () => {
      toast.success("Os anúncios serão retirados um a um.");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: [runPath(run.id)] }),
  });
  const { run: withdraw, busy } = useSingleFlight(mutateAsync);
  const words = `retirar ${run.id}`;
  const confirmed = typed.trim().toLowerCase() === words;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (confirmed) withdraw();
  };
  return (
    <FormDialog
      alert
      open={open}
      onClose={onClose}
      form={{ busy, submit }}
      title={`Retirar ${counted(run.listed, "anúncio", "anúncios")}?`}
      description="Vale para tudo o que esta execução criou e ainda está no marketplace. Os ganhos já creditados não mudam."
      submitLabel="Retirar anúncios"
      submitVariant="danger"
      submitDisabled={!confirmed}
    >
      <fieldset className="mb-4 grid gap-2">
        <legend className="sr-only">O que fazer com os anúncios</legend>
        <Choice
          name="action"
          label="Tornar rascunho"
          hint="Saem da vitrine e podem ser publicados de novo no marketplace."
          checked={action === "draft"}
          onChoose={() => setAction("draft")}
        />
        <Choice
          name="action"
          label="Excluir"
          hint="Deixam de existir. Os logins ficam livres para uma nova execução."
          checked={action === "delete"}
          onChoose={() => setAction("delete")}
        />
      </fieldset>
      <TextField
        label={
          <>
            Digite <strong>{words}</strong> para confirmar
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
