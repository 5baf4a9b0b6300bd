import type { RunDetail } from "@/api/runs";
import { counted } from "@/lib/format";
import { PauseNote } from "@/shared/run/pause-note";
import { Alert } from "@/ui/alert";

/** What to know about a run at this moment: why it stands, what still comes, what waits for a decision. */
export function RunNotes({ run }: { run: RunDetail }) {
  const { counts, state } = run;
  const stopped = state === "paused" || state === "cancelled";
  const hopeless = counts.failed - run.retryable;
  return (
    <>
      <PauseNote run={run} />
      {stopped && counts.sending > 0 && (
        <Alert>Uma conta já estava sendo enviada e ainda é concluída; nenhuma outra sai depois dela.</Alert>
      )}
      {counts.verifying > 0 && (
        <Alert>
          {counted(counts.verifying, "conta ficou", "contas ficaram")} sem resposta clara do marketplace: antes de
          qualquer novo envio, o login é procurado lá.
        </Alert>
      )}
      {counts.uncertain > 0 && (
        <Alert tone="warn">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>
              {counted(counts.uncertain, "conta incerta", "contas incertas")}: o marketplace não disse o que houve.
              Confira lá e decida aqui.
            </p>
            <a className="btn btn-secondary btn-sm" href={`/runs/${run.id}?state=uncertain`}>
              Ver incertas
            </a>
          </div>
        </Alert>
      )}
      {run.withdrawing > 0 && <Alert>Falta retirar {counted(run.withdrawing, "anúncio", "anúncios")}.</Alert>}
      {run.withdrawn > 0 && (
        <p className="text-sm text-muted">
          {counted(run.withdrawn, "anúncio desta execução foi retirado", "anúncios desta execução foram retirados")}{" "}
          depois.
        </p>
      )}
      {hopeless > 0 && (
        <p className="text-sm text-muted">
          {counted(hopeless, "falha não pode ser repetida", "falhas não podem ser repetidas")}: a linha está fora do
          formato, ou as credenciais já foram apagadas.
        </p>
      )}
    </>
  );
}
