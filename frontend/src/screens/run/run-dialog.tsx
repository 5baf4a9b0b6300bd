import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { type RunDetail, type RunRow, runKeys, type Withdrawal, withdrawRun } from "@/api/runs";
import { counted } from "@/lib/format";
import { toast } from "@/lib/toast";
import { Choice } from "@/screens/run/choice";
import { ReceiptDialog } from "@/screens/run/receipt-dialog";
import { ResolveDialog } from "@/screens/run/resolve-dialog";
import { RevealDialog } from "@/screens/run/reveal-dialog";
import EarningExplanationDialog from "@/shared/earnings/explanation-dialog";
import type { Asked } from "@/shared/run/run";
import { TypedConfirmDialog } from "@/ui/form-dialog";

type RunDialogProps = { run: RunDetail; asked: Asked; open: boolean; onClose: () => void };

/** The dialogs of a run, which come with the first one that is opened. */
export default function RunDialog({ asked, ...rest }: RunDialogProps) {
  switch (asked.about) {
    case "receipt":
      return <ReceiptDialog {...rest} />;
    case "withdrawal":
      return <WithdrawDialog {...rest} />;
    case "credentials":
      return <RevealDialog {...rest} row={asked.row} />;
    case "decision":
      return <ResolveDialog {...rest} row={asked.row} />;
    case "earning":
      return <EarningDialog {...rest} row={asked.row} />;
  }
}

/** Why the account earned what it did. */
function EarningDialog({ run, row, open, onClose }: Omit<RunDialogProps, "asked"> & { row: RunRow }) {
  if (!row.earning) return null;
  const earning = { id: row.earning.id, description: row.title, user: run.by };
  return <EarningExplanationDialog earning={earning} open={open} onClose={onClose} />;
}

/** 'draft or delete all that the run created'. The words have to be typed: nothing is withdrawn by a slip. */
function WithdrawDialog({ run, open, onClose }: { run: RunDetail; open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [action, setAction] = useState<Withdrawal>("draft");
  const { mutateAsync: withdraw } = useMutation({
    mutationFn: () => withdrawRun(run.id, action, idempotencyKey),
    onSuccess: () => {
      toast.success("Os anúncios serão retirados um a um.");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: runKeys.run(run.id), exact: true }),
  });
  return (
    <TypedConfirmDialog
      open={open}
      onClose={onClose}
      title={`Retirar ${counted(run.listed, "anúncio", "anúncios")}?`}
      description="Vale para tudo o que esta execução criou e ainda está no marketplace. Os ganhos já creditados não mudam."
      words={`retirar ${run.id}`}
      confirmLabel="Retirar anúncios"
      onConfirm={() => withdraw()}
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
    </TypedConfirmDialog>
  );
}
