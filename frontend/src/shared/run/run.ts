/** A bulk run as the server tells it: how it reads, what can be asked of it, and how it is kept fresh. */
import type { RowState, Run, RunRow, RunState } from "@/api/runs";
import { retry } from "@/app/query-client";
import { plural } from "@/lib/format";
import type { Label } from "@/ui/badge";

const POLL_MS = 1000;
export const POLL_STANDING_MS = 5000;
const OPEN_STATES: readonly RunState[] = ["queued", "running", "paused"];

export const isOpen = (run: Run): boolean => OPEN_STATES.includes(run.state);

/** Something is about to change by itself, be it only the account in flight of a run that was stopped. */
export function isMoving({ state, counts }: Run): boolean {
  return state === "queued" || state === "running" || counts.sending + counts.verifying > 0;
}

/** How long until a run is asked for again: every second while it moves, less often while it stands still. */
export function pollMs(run: Run): number | false {
  if (isMoving(run)) return POLL_MS;
  return isOpen(run) && POLL_STANDING_MS;
}

/** Whether asking again may help: the server could not be reached, or not answer. */
export const isOutOfReach = (error: unknown): boolean => error !== null && retry(0, error);

/** Whole percent: 'the floor of index/total'. */
export const donePercent = ({ settled, total }: Run): number => (total === 0 ? 0 : Math.floor((settled / total) * 100));
/** What a dialog is opened for. */
export type Asked = { about: "receipt" | "withdrawal" } | { about: "credentials" | "decision" | "earning"; row: RunRow };

const POLL_OVER_MS = 15_000;

/** Runs that are over are still asked for: somebody may repeat them elsewhere, a later look may find a listing. */
export const pollAlwaysMs = (run: Run): number => pollMs(run) || POLL_OVER_MS;

export const keyLabel = ({ systemKey }: Pick<Run, "systemKey">): string => (systemKey ? "Padrão do sistema" : "Própria");

const SIMULATED: Record<string, string> = { sandbox: "Marketplace simulado", ensaio: "Ensaio (marketplace simulado)" };

/** 'api.gameboost.com' of "gameboost:https://api.gameboost.com". */
export function marketLabel({ market }: Pick<Run, "market">): string {
  const origin = market.slice(market.indexOf(":") + 1);
  return SIMULATED[origin] ?? (URL.canParse(origin) ? new URL(origin).host : market);
}

export const RUN_STATES: Record<RunState, Label> = {
  queued: { tone: "neutral", label: "Na fila" },
  running: { tone: "accent", label: "Em andamento" },
  paused: { tone: "warn", label: "Pausada" },
  cancelled: { tone: "neutral", label: "Cancelada" },
  finished: { tone: "good", label: "Concluída" },
  finished_with_errors: { tone: "bad", label: "Concluída com erros" },
};

/** `many` names several of them, as counters do. */
export const ROW_STATES: Record<RowState, Label & { many: string }> = {
  queued: { tone: "neutral", label: "Na fila", many: "Na fila" },
  sending: { tone: "accent", label: "Enviando", many: "Enviando" },
  verifying: { tone: "accent", label: "Verificando", many: "Verificando" },
  created: { tone: "good", label: "Criada", many: "Criadas" },
  failed: { tone: "bad", label: "Falhou", many: "Falhas" },
  duplicate: { tone: "info", label: "Duplicada", many: "Duplicadas" },
  uncertain: { tone: "warn", label: "Incerta", many: "Incertas" },
  unsent: { tone: "neutral", label: "Não enviada", many: "Não enviadas" },
};

/** '463 criadas · 37 falhas': what became of the accounts so far. */
export function countLabel(counts: Run["counts"]): string {
  const parts: [number, string, string][] = [
    [counts.created, "criada", "criadas"],
    [counts.failed, "falha", "falhas"],
    [counts.duplicate, "duplicada", "duplicadas"],
    [counts.verifying, "em verificação", "em verificação"],
    [counts.uncertain, "incerta", "incertas"],
    [counts.unsent, "não enviada", "não enviadas"],
  ];
  const present = parts.filter(([count], position) => count > 0 || position === 0);
  return present.map(([count, one, many]) => plural(count, one, many)).join(" · ");
}

/** 'Em andamento: 25%': what is worth saying aloud of a run, its state and each quarter of the way. */
export function spokenProgress(run: Run): string {
  return `${RUN_STATES[run.state].label}: ${Math.floor(donePercent(run) / 25) * 25}%`;
}

/** 'cerca de 12 min' while there is something to wait for. */
export function remainingLabel({ state, etaSeconds }: Pick<Run, "state" | "etaSeconds">): string {
  if (state !== "running" || etaSeconds === null) return "";
  if (etaSeconds < 60) return "menos de 1 min";
  const minutes = Math.ceil(etaSeconds / 60);
  return minutes < 60 ? `cerca de ${minutes} min` : `cerca de ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
