import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { allEntries, type Entry } from "@/app/palette/entries";
import { search } from "@/app/palette/search";
import { counted } from "@/lib/format";
import { leaveFor } from "@/lib/navigate";
import { IconButton } from "@/ui/button";
import { Icon, type IconName } from "@/ui/icon";
import { Announcement } from "@/ui/live-region";

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
};

/** Every page and act of this person by a few typed letters. A native modal dialog: it keeps the focus and gives it back. */
export function Palette({ onShortcuts, onClosed }: { onShortcuts: () => void; onClosed: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [entries] = useState(() => allEntries(onShortcuts));
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const found = search(entries, typed);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const choose = (entry: Entry | undefined, inNewTab: boolean) => {
    if (!entry) return;
    if ("href" in entry && inNewTab) {
      window.open(entry.href, "_blank", "noopener");
      return;
    }
    dialog.current?.close();
    if ("href" in entry) leaveFor(entry.href);
    else entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Enter") choose(found[active], event.ctrlKey || event.metaKey);
    else if (step && found.length > 0) setActive(step(active, found.length));
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.target === dialog.current) dialog.current?.close();
  };

  return (
    <dialog
      ref={dialog}
      aria-label="Buscar páginas e ações"
      className="fixed inset-x-4 top-[12dvh] m-0 mx-auto w-auto max-w-xl overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-pop backdrop:bg-veil max-sm:top-4"
      onClose={onClosed}
      onPointerDown={onPointerDown}
    >
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Icon name="search" className="text-lg text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Buscar páginas e ações"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Buscar páginas e ações"
          className="h-13 min-w-0 flex-1 text-lg [outline:none]"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton icon="close" label="Fechar" size="sm" onClick={() => dialog.current?.close()} />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Páginas e ações"
        tabIndex={-1}
        className="max-h-[min(25rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {found.map((entry, index) => (
          <Option
            key={entry.label + entry.section}
            id={optionId(index)}
            entry={entry}
            selected={index === active}
            onPoint={() => setActive(index)}
            onChoose={(inNewTab) => choose(entry, inNewTab)}
          />
        ))}
      </div>
      <Announcement
        className={found.length > 0 ? "sr-only" : "px-4 py-8 text-center text-muted"}
        text={resultLabel(found.length)}
      />
    </dialog>
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  selected: boolean;
  onPoint: () => void;
  onChoose: (inNewTab: boolean) => void;
};

function Option({ id, entry, selected, onPoint, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      aria-selected={selected}
      tabIndex={-1}
      className="menu-item min-h-10 aria-selected:bg-sunken"
      onPointerMove={selected ? undefined : onPoint}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    >
      <Icon name={entry.icon as IconName} />
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>{" "}
      <span className="flex-none text-sm text-muted">{entry.section}</span>
    </button>
  );
}

function resultLabel(count: number): string {
  if (count === 0) return "Nenhum resultado encontrado";
  return counted(count, "resultado", "resultados");
}
