import type { ReactNode } from "react";
import type { Tone } from "@/ui/badge";

/** A status in running text or a table cell: dot and word, no tint. */
export function Status({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
