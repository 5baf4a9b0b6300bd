import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/ui/button";

/** What narrows and orders a list: in sight where there is room, behind one button with how many are set on phones. */
export function Filters({ chosen, children }: { chosen: number; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="sm:hidden"
        icon="filter"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {chosen > 0 ? `Filtros (${chosen})` : "Filtros"}
      </Button>
      <div id={id} className={clsx("sm:contents", open ? "grid w-full gap-2" : "max-sm:hidden")}>
        {children}
      </div>
    </>
  );
}
