/** What the seller rules may cost, a line for each rule broken. */
import type { Finding, Preview } from "@/api/drafts";

export type Fine = Pick<Finding, "rule" | "message" | "fine"> & { accounts: number };

/** Grouped by what is said, those that most accounts share first. */
export function finesOf({ rows }: Preview): Fine[] {
  const groups = new Map<string, Fine>();
  for (const { verdict, findings = [] } of rows) {
    if (verdict === "duplicate" || verdict === "invalid") continue;
    for (const { rule, message, fine } of findings) {
      const key = `${rule}\n${message}`;
      groups.set(key, { rule, message, fine, accounts: (groups.get(key)?.accounts ?? 0) + 1 });
    }
  }
  return [...groups.values()].sort((one, other) => other.accounts - one.accounts);
}

/** Why rows are left out or warned about, each text once, beside what the findings say already. */
export function reasonsOf({ rows }: Preview, verdict: "invalid" | "warning"): string[] {
  const texts = rows
    .filter((row) => row.verdict === verdict)
    .flatMap(({ error, messages, findings = [] }) => {
      const told = new Set(findings.map(({ message }) => message));
      return [error, ...messages].filter((text) => text !== "" && !told.has(text));
    });
  return [...new Set(texts)];
}
