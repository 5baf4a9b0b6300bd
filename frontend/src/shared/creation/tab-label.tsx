import type { ReactNode } from "react";
import type { Problems } from "@/lib/use-form";
import { Badge } from "@/ui/badge";

type TabLabelProps = { problems: Problems; fields: readonly string[]; children: ReactNode };

/** The name of a tab, and how many of its fields have to be corrected. */
export function TabLabel({ problems, fields, children }: TabLabelProps) {
  const count = fields.filter((name) => problems[name]).length;
  return (
    <>
      {children} {count > 0 && <Badge tone="bad">{count}</Badge>}
    </>
  );
}
