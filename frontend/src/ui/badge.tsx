import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "info";

export type Label = { label: string; tone: Tone };

type BadgeProps = Label | { tone?: Tone; children: ReactNode };

/** A status: dot and word in a tint. The word says it all, the colour only helps. */
export function Badge({ tone = "neutral", ...content }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {"label" in content ? content.label : content.children}
    </span>
  );
}

/** A status in running text or a table cell: dot and word, no tint. */
export function Status({ tone = "neutral", ...content }: BadgeProps) {
  return (
    <span className="status" data-tone={tone}>
      {"label" in content ? content.label : content.children}
    </span>
  );
}
