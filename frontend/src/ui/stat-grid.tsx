import type { ReactNode } from "react";

/** StatCards side by side in one frame, two in a row on phones. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <dl className="stat-grid">{children}</dl>;
}
