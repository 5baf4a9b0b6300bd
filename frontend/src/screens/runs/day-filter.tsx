import { useId } from "react";
import type { ListState } from "@/shared/lists/use-list-state";
import { DateInput } from "@/ui/date-input";

type DayFilterProps = { name: string; label: string; state: ListState };

/** One end of the days that a list shows; empty is no end. */
export function DayFilter({ name, label, state }: DayFilterProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      <label htmlFor={id} className="w-7 flex-none text-muted sm:w-auto">
        {label}
      </label>
      <DateInput
        id={id}
        className="w-full sm:w-auto"
        value={state.filters[name] ?? ""}
        onChange={(event) => state.setFilter(name, event.target.value)}
      />
    </div>
  );
}
