import type { ListState } from "@/features/admin/use-list-state";

type DayFilterProps = { name: string; label: string; state: ListState };

/** One end of the days that a list shows; empty is no end. */
export function DayFilter({ name, label, state }: DayFilterProps) {
  return (
    <label className="flex items-center gap-2 max-sm:w-full">
      <span className="w-7 flex-none text-muted sm:w-auto">{label}</span>
      <input
        type="date"
        className="control sm:w-auto"
        value={state.filters[name] ?? ""}
        onChange={(event) => state.setFilter(name, event.target.value)}
      />
    </label>
  );
}
