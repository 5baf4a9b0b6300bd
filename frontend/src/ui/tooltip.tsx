import type { ReactNode } from "react";

/** Extra words on hover and focus, shown by the shell (src/shell/tooltip.ts); never the only place of a meaning. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return <span data-tooltip={text}>{children}</span>;
}
