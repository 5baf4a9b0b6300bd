import { type ReactNode, Suspense, useState } from "react";
import { messageOf } from "@/lib/errors";
import { counted } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import type { CreatorGame } from "@/shared/queue/account";
import type { Creator } from "@/shared/queue/use-creator";
import { RunCard } from "@/shared/run/run-card";
import { RunResults } from "@/shared/run/run-results";
import { useAnnounce } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState, ErrorState, Skeleton } from "@/ui/states";

const QueueGrid = lazy(() => import("@/shared/queue/queue-grid"));

const IN_FLIGHT = [
  "conta está sendo criada; volta para a fila se falhar.",
  "contas estão sendo criadas; as que falharem voltam para a fila.",
] as const;

type QueueCardProps = {
  game: CreatorGame;
  creator: Creator;
  title: string;
  standard: { title: string; price: string };
  empty: string;
};

/** The creation queue: every account with its verdict, put right in place, removed, created. */
export function QueueCard({ game, creator, title, standard, empty }: QueueCardProps) {
  const { queue, waiting, inFlight } = creator;
  const [needed, setNeeded] = useState(false);
  if (waiting.length > 0 && !needed) setNeeded(true);
  const description = (
    <>
      <SaveNote saving={queue.saving} failure={queue.failure} />
      {inFlight > 0 && <span className="block">{counted(inFlight, ...IN_FLIGHT)}</span>}
    </>
  );
  const framed = (content: ReactNode) => (
    <Card title={title} description={description}>
      {content}
    </Card>
  );
  const nothing = framed(
    queue.error ? (
      <ErrorState error={queue.error} onRetry={queue.refresh} />
    ) : queue.loading ? (
      <Skeleton className="h-24" />
    ) : (
      <EmptyState
        title="A fila está vazia"
        description={empty}
        action={
          queue.undo && (
            <Button icon="undo" onClick={queue.undo}>
              Desfazer
            </Button>
          )
        }
      />
    ),
  );
  if (!needed) return nothing;
  return (
    <Suspense fallback={framed(<Skeleton className="h-60" />)}>
      <QueueGrid game={game} creator={creator} title={title} description={description} standard={standard}>
        {nothing}
      </QueueGrid>
    </Suspense>
  );
}

/** Whether the queue lies on the server yet. */
function SaveNote({ saving, failure }: { saving: boolean; failure: unknown }) {
  const problem = failure ? `A fila não foi guardada: ${messageOf(failure)} Tentando de novo.` : "";
  useAnnounce(problem, { atOnce: true, assertive: true });
  return (
    <span className={problem ? "block text-bad text-sm" : "block text-muted text-sm"}>
      {problem || (saving ? "Guardando a fila…" : "Fila guardada por 7 dias, só para você.")}
    </span>
  );
}

/** The run under way, else the results of the last one until they are cleared. */
export function RunSection({ runs }: { runs: Creator["runs"] }) {
  const { run, isActive, busy, ask, clear } = runs;
  if (!run) return null;
  return (
    <>
      <RunCard run={run} busy={busy} onAsk={ask} />
      {!isActive && <RunResults run={run} busy={busy} onRetry={() => ask("retry")} onClear={clear} />}
    </>
  );
}
