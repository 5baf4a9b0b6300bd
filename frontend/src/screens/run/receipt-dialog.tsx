import { useQuery } from "@tanstack/react-query";
import { downloadHref, type Receipt, type RowState, type RunDetail, receiptQuery } from "@/api/runs";
import { counted, integer } from "@/lib/format";
import { ROW_STATES } from "@/shared/run/run";
import { Button, CopyButton } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";
import { ErrorState, Skeleton } from "@/ui/states";

const SHOWN_LISTINGS = 100;

/** The proof of a run: counts and listings under a seal that the file's reader can compute again. */
export function ReceiptDialog({ run, open, onClose }: { run: RunDetail; open: boolean; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(receiptQuery(run.id));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title={`Recibo da execução ${run.id}`}
      description="O que foi contado e criado até agora. Qualquer alteração no conteúdo muda o selo."
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <a className="btn btn-primary" href={downloadHref(run.id, "receipt.json")} download>
            <Icon name="download" />
            Baixar recibo
          </a>
        </>
      }
    >
      {data && <ReceiptBody receipt={data} />}
      {!data && error && !isFetching && <ErrorState error={error} onRetry={refetch} />}
      {!data && isFetching && <Skeleton className="h-72" />}
    </Dialog>
  );
}

function ReceiptBody({ receipt: { receipt, sha256 } }: { receipt: Receipt }) {
  const { counts, listings, total } = receipt;
  const present = (Object.keys(ROW_STATES) as RowState[]).filter((state) => counts[state] > 0);
  return (
    <div className="grid gap-4">
      <dl className="grid gap-1 tabular-nums">
        {present.map((state) => (
          <div key={state} className="flex justify-between gap-4">
            <dt className="text-muted">{ROW_STATES[state].many}</dt>
            <dd>{integer(counts[state])}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
          <dt>Total</dt>
          <dd>{integer(total)}</dd>
        </div>
      </dl>
      {listings.length > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">{counted(listings.length, "anúncio", "anúncios")}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable from the keyboard */}
          <ul className="max-h-48 overflow-y-auto" tabIndex={0} aria-label="Anúncios criados">
            {listings.slice(0, SHOWN_LISTINGS).map(({ line, remoteId, withdrawnAt }) => (
              <li key={line} className="flex justify-between gap-4 border-line border-b py-1 last:border-0">
                <span className="text-muted tabular-nums">Linha {integer(line)}</span>
                <code className="font-mono text-sm break-all">
                  {remoteId}
                  {withdrawnAt && " (retirado)"}
                </code>
              </li>
            ))}
          </ul>
          {listings.length > SHOWN_LISTINGS && <p className="mt-1 text-sm text-muted">Os demais estão no arquivo.</p>}
        </section>
      )}
      <section>
        <h3 className="mb-1 font-semibold">Selo SHA-256</h3>
        <p className="flex items-center gap-1">
          <code className="font-mono text-sm break-all">{sha256}</code>
          <CopyButton label="Copiar o selo" text={sha256} />
        </p>
        <p className="mt-1 text-sm text-muted">
          Para conferir o arquivo: <code className="font-mono">jq -cjS .receipt arquivo.json | sha256sum</code>
        </p>
      </section>
    </div>
  );
}
