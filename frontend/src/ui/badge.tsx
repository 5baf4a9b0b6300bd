import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "info";

/** A status: dot and word in a tint. The word says it all, the colour only helps. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** A status in running text or a table cell: dot and word, no tint. */
export function Status({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
