import type { RunDetail, RunRow } from "@/api/runs";
import { ReceiptDialog } from "@/screens/run/receipt-dialog";
import { ResolveDialog } from "@/screens/run/resolve-dialog";
import { RevealDialog } from "@/screens/run/reveal-dialog";
import { WithdrawDialog } from "@/screens/run/withdraw-dialog";
import WhyDialog from "@/shared/earnings/why-dialog";
import type { Asked } from "@/shared/run/run-detail";

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

type EarningDialogProps = Omit<RunDialogProps, "asked"> & { row: RunRow };

/** Why the account earned what it did. */
function EarningDialog({ run, row, open, onClose }: EarningDialogProps) {
  if (!row.earning) return null;
  const earning = { id: row.earning.id, description: row.title, user: run.by };
  return <WhyDialog earning={earning} open={open} onClose={onClose} />;
}
