/** What may still go out with a key this minute. */
import type { Budget } from "@/api/configs";
import { dateTime, integer } from "@/lib/format";

export function limitLabel({ configured, enabled, limit }: Budget): string {
  if (!configured) return "Sem chave de API";
  return enabled ? `de ${integer(limit)} por minuto` : "Limite de chamadas desligado";
}

/** What the marketplace itself counts, until it counts anew; '' when it told nothing that still holds. */
export function reportLabel({ reported, reportedResetAt }: Budget, name: string): string {
  if (reported === null || reportedResetAt === null || Date.parse(reportedResetAt) <= Date.now()) return "";
  const { remaining, limit } = reported;
  return `o ${name} informa ${integer(remaining)} de ${integer(limit)} até ${clock(reportedResetAt)}`;
}

/** HH:mm: the moments of a budget are minutes away. */
export function clock(moment: string): string {
  return dateTime(moment).slice(-5);
}
