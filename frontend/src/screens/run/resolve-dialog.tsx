import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { type Decision, type RunDetail, type RunRow, resolveRow, runKeys } from "@/api/runs";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { Choice } from "@/screens/run/choice";
import { TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type ResolveDialogProps = { run: RunDetail; row: RunRow; open: boolean; onClose: () => void };

const REMOTE_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** 'if the look-up itself keeps failing it is `uncertain` until someone decides'. */
export function ResolveDialog({ run, row, open, onClose }: ResolveDialogProps) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [outcome, setOutcome] = useState<Decision["outcome"]>("created");
  const { mutateAsync } = useMutation({
    mutationFn: (decision: Decision) => resolveRow(run.id, row.id, decision, idempotencyKey),
    onSuccess: () => {
      toast.success(
        outcome === "created" ? "Conta marcada como criada; o ganho foi creditado." : "Conta marcada como falha.",
      );
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: runKeys.run(run.id), exact: true }),
  });
  const form = useForm({
    initial: { remoteId: "", reason: "" },
    validate: ({ remoteId }) =>
      outcome === "created" && !REMOTE_ID.test(remoteId.trim()) ? { remoteId: "Informe o número do anúncio." } : {},
    onSubmit: ({ remoteId, reason }) =>
      mutateAsync(
        outcome === "failed"
          ? { outcome }
          : { outcome, remoteId: remoteId.trim(), ...(reason.trim() && { reason: reason.trim() }) },
      ),
  });
  // The server asks an admin for it when the marketplace did not confirm the listing.
  const wantsReason = form.problems.reason !== undefined || form.values.reason !== "";
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      form={form}
      title={`Decidir a linha ${row.line}`}
      description={`Procure ${row.login} no marketplace e diga o que encontrou.`}
      submitLabel="Confirmar"
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">O que aconteceu com esta conta</legend>
        <Choice
          name="outcome"
          label="Foi criada"
          hint="O anúncio existe: a conta passa a criada e o ganho é creditado."
          checked={outcome === "created"}
          onChoose={() => setOutcome("created")}
        >
          <TextField {...form.field("remoteId")} label="Número do anúncio" autoComplete="off" required />
          {wantsReason && (
            <TextField {...form.field("reason")} label="Motivo" autoComplete="off" maxLength={500} required />
          )}
        </Choice>
        {row.state === "uncertain" && (
          <Choice
            name="outcome"
            label="Não foi criada"
            hint="O anúncio não existe: a conta passa a falha e pode ser repetida."
            checked={outcome === "failed"}
            onChoose={() => setOutcome("failed")}
          />
        )}
      </fieldset>
    </FormDialog>
  );
}
