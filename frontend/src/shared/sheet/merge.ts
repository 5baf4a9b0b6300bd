/** What the server said laid over what the browser knows. */
import type { Finding, Preview, PreviewRow } from "@/api/drafts";
import type { GridRow, LocalRow, Note } from "@/shared/sheet/rows";

/** The server's words by the stamp of the account they are about, so that they follow it to another line. */
export type Seen = ReadonlyMap<string, PreviewRow>;

export function seenBy<T>(rows: readonly LocalRow<T>[], { rows: answers }: Preview): Seen {
  const byLine = new Map(answers.map((answer) => [answer.line, answer]));
  const seen = new Map<string, PreviewRow>();
  for (const { line, stamp } of rows) {
    const answer = byLine.get(line);
    if (answer) seen.set(stamp, answer);
  }
  return seen;
}

/** The rows of the grid. The server's word counts while it is about the account as it is, the browser's before. Findings in `shared` are told once above the grid, and warn of no row: those that stand out are
 * the ones with something of their own. */
export function gridRows<T>(rows: readonly LocalRow<T>[], seen: Seen, shared: readonly Finding[]): GridRow<T>[] {
  const known = new Set(shared.map(keyOf));
  return rows.map(({ id, line, data, stamp, verdict, error }) => {
    const answer = seen.get(stamp);
    if (answer === undefined && verdict === "valid") return row(id, line, data, { verdict, stale: true });
    if (answer === undefined)
      return row(id, line, data, { verdict, notes: [{ tone: "bad", text: error, fine: null }] });
    const notes = notesOf(answer, known);
    return row(id, line, data, {
      verdict: answer.verdict === "warning" && notes.length === 0 ? "valid" : answer.verdict,
      notes,
      title: answer.title ?? null,
      priceEur: answer.priceEur ?? null,
    });
  });
}

/** The lines of a text that are not sent, and stay in it: those that cannot be read, and those that repeat another. */
export function leftLines({ rows }: Preview): number[] {
  return rows.filter((row) => isUnreadable(row) || row.duplicateOf).map(({ line }) => line);
}

/** The lines that a run takes with it: those that are sent, and those that repeat one of them. */
export function takenLines({ rows }: Preview): ReadonlySet<number> {
  return new Set(rows.filter((row) => !isUnreadable(row)).map(({ line }) => line));
}

/** Whether no listing can be made of the line; one that the marketplace would refuse has a price. */
const isUnreadable = ({ verdict, priceEur }: PreviewRow): boolean => verdict === "invalid" && !priceEur;

/** The lines that have become this run's: created, or waiting there for a decision. */
export function linesHeldBy(runId: number, { rows }: Preview): ReadonlySet<number> {
  const held = rows.filter(({ line, duplicateUrl }) => duplicateUrl === `/runs/${runId}?line=${line}`);
  return new Set(held.map(({ line }) => line));
}

/** The findings that every account which could be sent has: they lie in the general settings. */
export function sharedFindings({ rows }: Preview): Finding[] {
  const sendable = rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning");
  if (sendable.length < 2) return [];
  const counts = new Map<string, { finding: Finding; count: number }>();
  for (const { findings = [] } of sendable) {
    for (const finding of findings) {
      const known = counts.get(keyOf(finding)) ?? { finding, count: 0 };
      counts.set(keyOf(finding), { finding, count: known.count + 1 });
    }
  }
  return [...counts.values()].filter(({ count }) => count === sendable.length).map(({ finding }) => finding);
}

/** Why a row is not sent, or what it may cost. */
function notesOf(answer: PreviewRow, shared: ReadonlySet<string>): Note[] {
  const { verdict, error, messages, findings = [] } = answer;
  const refused = verdict === "invalid" || verdict === "duplicate";
  const note = (text: string, fine: string | null): Note => ({
    tone: refused && (text === error || findings.length === 0) ? "bad" : "warn",
    text,
    fine,
    href: verdict === "duplicate" ? (answer.duplicateUrl ?? undefined) : undefined,
  });
  const said = new Set(findings.map(({ message }) => message));
  const texts = [...new Set([error, ...messages])].filter((text) => text !== "" && !said.has(text));
  return [
    ...texts.map((text) => note(text, null)),
    ...findings.filter((finding) => !shared.has(keyOf(finding))).map(({ message, fine }) => note(message, fine)),
  ];
}

const keyOf = ({ rule, field, message }: Finding): string => [rule, field, message].join("\n");

function row<T>(
  id: string,
  line: number,
  data: T,
  said: Partial<GridRow<T>> & Pick<GridRow<T>, "verdict">,
): GridRow<T> {
  return { id, line, data, notes: [], title: null, priceEur: null, stale: false, ...said };
}
