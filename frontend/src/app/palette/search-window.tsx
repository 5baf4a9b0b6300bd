import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { PaletteEntry } from "@/app/palette/entries";
import { takeTyped } from "@/app/palette/typed-ahead";
import { leaveFor } from "@/lib/navigate";
import { useAnnounce } from "@/ui/announcement";
import { Icon, IconButton, type IconName } from "@/ui/button";

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
};

type SearchWindowProps = {
  label: string;
  listLabel: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  found: readonly PaletteEntry[];
  /** How the search goes, said aloud. */
  state: string;
  onClosed: () => void;
  /** Under what was found. */
  children?: ReactNode;
};

/** A search field over the options it finds. A native modal dialog: it keeps the focus and gives it back. */
export function SearchWindow(props: SearchWindowProps) {
  const { label, listLabel, placeholder, typed, onType, found, state, onClosed, children } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // The option that Enter chooses.
  const [active, setActive] = useState(0);
  // Enter was pressed before what it chooses was there.
  const [isAwaited, setAwaited] = useState(false);
  useAnnounce(state);
  const optionId = (index: number) => `${id}-${index}`;
  const type = (text: string) => {
    onType(text);
    setActive(0);
    setAwaited(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the window came, once
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    const before = takeTyped();
    if (before) onType(before);
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const choose = (entry: PaletteEntry | undefined, inNewTab: boolean) => {
    if (!entry) return;
    if ("href" in entry && inNewTab) {
      window.open(entry.href, "_blank", "noopener");
      return;
    }
    dialog.current?.close();
    if ("href" in entry) leaveFor(entry.href);
    else entry.run();
  };
  useEffect(() => {
    const entry = found[active];
    if (!isAwaited || entry?.isOld) return;
    setAwaited(false);
    // Not a page that was there before: that was not waited for.
    if (entry?.isOld === false) choose(entry, false);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const entry = found[active];
    // Who types on and presses Enter means what is not there yet.
    if (event.key === "Enter") entry?.isOld ? setAwaited(true) : choose(entry, event.ctrlKey || event.metaKey);
    else if (step && found.length > 0) setActive(step(active, found.length));
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className="fixed inset-x-4 top-[12dvh] m-0 mx-auto w-auto max-w-xl overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-pop backdrop:bg-veil max-sm:top-4"
      onClose={onClosed}
      onPointerDown={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Icon name="search" className="text-lg text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          className="h-13 min-w-0 flex-1 text-lg [outline:none]"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton icon="close" label="Fechar" size="sm" onClick={() => dialog.current?.close()} />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={listLabel}
        tabIndex={-1}
        className="max-h-[min(25rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {found.map((entry, index) => (
          <button
            key={optionId(index)}
            type="button"
            role="option"
            id={optionId(index)}
            aria-selected={index === active}
            tabIndex={-1}
            className="menu-item min-h-10 aria-selected:bg-sunken"
            onPointerMove={index === active ? undefined : () => setActive(index)}
            onClick={(event) => choose(entry, event.ctrlKey || event.metaKey)}
          >
            <Icon name={entry.icon as IconName} />
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>{" "}
            <span className="max-w-1/2 flex-none truncate text-sm text-muted">{entry.section}</span>
          </button>
        ))}
      </div>
      {children}
    </dialog>
  );
}
