/** What has changed between two dry runs of the same accounts. */
import type { Preview, PreviewRow } from "@/api/drafts";
import { integer, money } from "@/lib/format";
import type { Verdict } from "@/shared/sheet/rows";

const LINES_TOLD = 8;
const NOW: Record<Verdict, string> = {
  valid: "agora é válida",
  warning: "agora tem aviso",
  duplicate: "agora é duplicada",
  invalid: "agora é inválida",
};

/** Sentences, the sums first; lines beyond the first few are only counted. */
export function differences(before: Preview, now: Preview): string[] {
  const earlier = new Map(before.rows.map((row) => [row.line, row]));
  const lines = now.rows.flatMap((row) => {
    const change = changeOf(earlier.get(row.line), row);
    return change === "" ? [] : [`Linha ${row.line}: ${change}`];
  });
  const rest = lines.length - LINES_TOLD;
  return [
    ...sums(before, now),
    ...lines.slice(0, LINES_TOLD),
    ...(rest > 0 ? [rest === 1 ? "Mais 1 linha mudou." : `Mais ${integer(rest)} linhas mudaram.`] : []),
  ];
}

function sums(before: Preview, now: Preview): string[] {
  const [was, is] = [sendable(before), sendable(now)];
  const texts = was === is ? [] : [`Contas a criar: de ${integer(was)} para ${integer(is)}.`];
  if (before.totalEur !== undefined && now.totalEur !== undefined && before.totalEur !== now.totalEur) {
    texts.push(`Total: de ${money(before.totalEur, "EUR")} para ${money(now.totalEur, "EUR")}.`);
  }
  return texts;
}

/** How many accounts would be created. */
export function sendable({ totals, rows }: Preview): number {
  return totals.sendable ?? rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
}

function changeOf(was: PreviewRow | undefined, is: PreviewRow): string {
  if (was === undefined) return "é nova.";
  if (was.verdict !== is.verdict) {
    return is.error === "" ? `${NOW[is.verdict]}.` : `${NOW[is.verdict]}: ${is.error}`;
  }
  if (was.priceEur && is.priceEur && was.priceEur !== is.priceEur) {
    return `o preço mudou de ${money(was.priceEur, "EUR")} para ${money(is.priceEur, "EUR")}.`;
  }
  if (was.title !== is.title) return `o título agora é “${is.title ?? ""}”.`;
  return was.error === is.error ? "" : is.error;
}
