import type { RunDetail } from "@/api/runs";
import { downloadHref } from "@/api/runs";
import { creatorPath } from "@/shared/run/run-detail";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";

/** What a run leads to: its files, and the creator it came from. */
export function RunLinks({ run, onReceipt }: { run: RunDetail; onReceipt: () => void }) {
  return (
    <>
      <a className="btn btn-secondary" href={downloadHref(run.id, "report.csv")} download>
        <Icon name="download" />
        Relatório CSV
      </a>
      {run.counts.failed + run.counts.unsent > 0 && (
        <a className="btn btn-secondary" href={downloadHref(run.id, "corrections.csv")} download>
          <Icon name="download" />
          Corrigir em planilha
        </a>
      )}
      <Button icon="shield" onClick={onReceipt}>
        Recibo
      </Button>
      <a className="btn btn-secondary" href={creatorPath(run)}>
        <Icon name="plus" />
        Criar contas {run.gameTitle}
      </a>
    </>
  );
}
