import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { Skeleton } from "@/ui/card";

type TabsProps = {
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
  /** What was opened stays behind the tab in sight, with whatever is typed there. */
  keep?: boolean;
};

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs chosen by click, arrows, Home and End; the code of a `lazy` one comes when it is opened. Pair with `useUrlState` to keep the choice in the address. */
export function Tabs({ label, tabs, value, onChange, keep = false }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  );
  const current = tabs[selected]?.value ?? "";
  const [opened, setOpened] = useState([current]);
  if (!opened.includes(current)) setOpened([...opened, current]);

  useEffect(() => {
    if (list.current) show(list.current, selected);
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = STEPS[event.key]?.(selected, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    onChange(tabs[target]?.value ?? value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[target]?.focus();
  };

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className="mb-4 flex gap-5 overflow-x-auto border-line border-b"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={index === selected}
            aria-controls={`${id}-panel`}
            tabIndex={index === selected ? 0 : -1}
            className="tab"
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${current}`}>
        {(keep ? opened : [current]).map((tab) => (
          <div key={keep ? tab : "current"} hidden={tab !== current}>
            <Suspense fallback={<Skeleton className="h-160" />}>
              {tabs.find(({ value }) => value === tab)?.content}
            </Suspense>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Scroll the row, and nothing else, until a tab is seen whole: on a phone not all of them fit. */
function show(row: HTMLElement, index: number): void {
  const tab = row.children[index];
  if (!(tab instanceof HTMLElement)) return;
  const start = tab.offsetLeft - row.offsetLeft;
  const end = start + tab.offsetWidth;
  if (start < row.scrollLeft) row.scrollLeft = start;
  else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
}
