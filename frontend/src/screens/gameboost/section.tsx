import type { ReactNode } from "react";

/** A part of a long form under its name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-line border-t pt-4 first:border-0 first:pt-0">
      <legend className="float-left w-full font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
