import { useEffect, useEffectEvent, useState } from "react";
import { useRested } from "@/lib/use-rested";
import { Icon } from "@/ui/icon";

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** Searches once typing rests, or at Enter; Escape empties it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const rested = useRested(typed.trim());
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value && wanted === typed.trim()) onChange(wanted);
  });
  useEffect(() => search(rested), [rested]);

  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-80">
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        type="search"
        className="control pl-9"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onChange(typed.trim());
        }}
      />
    </div>
  );
}
