import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Puts the page's main actions at the right of the title that templates/shell/page.html rendered. */
export function PageActions({ children }: { children: ReactNode }) {
  const place = document.getElementById("page-actions");
  return place && createPortal(children, place);
}
