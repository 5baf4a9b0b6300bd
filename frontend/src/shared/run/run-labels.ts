/** How runs and their accounts read. */
import type { RowState, Run, RunState } from "@/api/runs";
import { counted } from "@/lib/format";
import { percent } from "@/shared/run/run";
import type { Tone } from "@/ui/badge";

type Words = { tone: Tone; label: string };

export const RUN_STATES: Record<RunState, Words> = {
  queued: { tone: "neutral", label: "Na fila" },
  running: { tone: "accent", label: "Em andamento" },
  paused: { tone: "warn", label: "Pausada" },
  cancelled: { tone: "neutral", label: "Cancelada" },
  finished: { tone: "good", label: "Concluída" },
  finished_with_errors: { tone: "bad", label: "Concluída com erros" },
};

/** `many` names several of them, as counters do. */
export const ROW_STATES: Record<RowState, Words & { many: string }> = {
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
  const shown: [number, string, string][] = [
    [counts.created, "criada", "criadas"],
    [counts.failed, "falha", "falhas"],
    [counts.duplicate, "duplicada", "duplicadas"],
    [counts.verifying, "em verificação", "em verificação"],
    [counts.uncertain, "incerta", "incertas"],
    [counts.unsent, "não enviada", "não enviadas"],
  ];
  const present = shown.filter(([count], position) => count > 0 || position === 0);
  return present.map(([count, one, many]) => counted(count, one, many)).join(" · ");
}

/** 'Em andamento: 25%': what is worth saying aloud of a run, its state and each quarter of the way. */
export function spokenProgress(run: Run): string {
  return `${RUN_STATES[run.state].label}: ${Math.floor(percent(run) / 25) * 25}%`;
}

/** 'cerca de 12 min' while there is something to wait for. */
export function remainingLabel({ state, etaSeconds }: Pick<Run, "state" | "etaSeconds">): string {
  if (state !== "running" || etaSeconds === null) return "";
  if (etaSeconds < 60) return "menos de 1 min";
  const minutes = Math.ceil(etaSeconds / 60);
  return minutes < 60 ? `cerca de ${minutes} min` : `cerca de ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
