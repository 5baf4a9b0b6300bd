import { useEffect, useEffectEvent, useState } from "react";
import { useRested } from "@/lib/use-rested";
import { SearchInput } from "@/ui/search-input";

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
    <SearchInput
      label={label}
      className="basis-56 sm:max-w-80"
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(typed.trim());
      }}
    />
  );
}
