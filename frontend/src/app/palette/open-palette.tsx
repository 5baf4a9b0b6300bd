import { useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { searchQuery } from "@/api/search";
import { renderIn } from "@/app/mount";
import { allEntries, type Entry, search } from "@/app/palette/entries";
import { takeTyped, WINDOW } from "@/app/palette/typed-ahead";
import { counted } from "@/lib/format";
import { leaveFor } from "@/lib/navigate";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { useAnnounce } from "@/ui/announcement";
import { IconButton } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Switch } from "@/ui/fields";
import { Icon, type IconName } from "@/ui/icon";

let openings = 0;

/** Show the palette, or put it away when it is there. A window that waits for an answer is not covered. */
export function openPalette(): void {
  const shown = host().querySelector("dialog");
  if (shown?.open) shown.close();
  else show((number) => <Palette key={number} onShortcuts={openShortcuts} onClosed={() => hide(number)} />);
}

/** Show what the keys do. */
function openShortcuts(): void {
  show((number) => <ShortcutsSheet key={number} />);
}

/** The same for somebody who pressed one key, if that means something to them. */
export function openShortcutsByKey(): void {
  if (singleKeysAreOn()) openShortcuts();
}

function show(content: (number: number) => ReactNode): void {
  if (document.querySelector(WINDOW)) {
    takeTyped();
    return;
  }
  openings += 1;
  renderIn(host(), content(openings));
}

/** Unless something else has been shown since. */
function hide(number: number): void {
  if (number === openings) renderIn(host(), null);
}

function host(): HTMLElement {
  const existing = document.getElementById("palette");
  if (existing) return existing;
  const created = document.createElement("div");
  created.id = "palette";
  document.body.append(created);
  return created;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
};

/** How each kind of result is drawn. */
const ICONS: Record<string, IconName> = {
  Pessoas: "user",
  Tarefas: "tasks",
  Execuções: "play",
  Contas: "key",
  Ganhos: "wallet",
};

/** Every page and act of this person by a few typed letters, then what the server finds. A native modal dialog: it keeps the focus and gives it back. */
function Palette({ onShortcuts, onClosed }: { onShortcuts: () => void; onClosed: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [entries] = useState(() => allEntries(onShortcuts));
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const words = typed.trim();
  const asked = useDebouncedValue(words);
  const { data: results = [], isError, isFetching } = useQuery(searchQuery(asked));
  const found: Entry[] = [
    ...search(entries, typed),
    ...(words ? results : []).map(({ kind, title, detail, href }) => ({
      label: title,
      href,
      icon: ICONS[kind] ?? "arrow-right",
      section: detail ? `${kind} · ${detail}` : kind,
    })),
  ];
  const isSearching = isFetching || words !== asked;
  const state = isError ? SEARCH_FAILED : isSearching && found.length === 0 ? "Buscando…" : resultLabel(found.length);
  useAnnounce(state);
  const optionId = (index: number) => `${id}-${index}`;

  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    setTyped(takeTyped());
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
          placeholder="Buscar páginas, pessoas, tarefas, contas…"
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
            key={entry.label + entry.section + ("href" in entry ? entry.href : "")}
            id={optionId(index)}
            entry={entry}
            selected={index === active}
            onPoint={() => setActive(index)}
            onChoose={(inNewTab) => choose(entry, inNewTab)}
          />
        ))}
      </div>
      {(found.length === 0 || isError) && <p className="px-4 py-6 text-center text-muted">{state}</p>}
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
      <span className="max-w-1/2 flex-none truncate text-sm text-muted">{entry.section}</span>
    </button>
  );
}

const SEARCH_FAILED = "A busca por pessoas e contas falhou. Digite de novo para tentar outra vez.";

function resultLabel(count: number): string {
  if (count === 0) return "Nenhum resultado encontrado";
  return counted(count, "resultado", "resultados");
}

type Shortcut = { keys: string[]; does: string };

const GROUPS: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: "Em qualquer página",
    shortcuts: [
      { keys: ["Ctrl", "K"], does: "Buscar páginas, pessoas e contas (no Mac, ⌘ K)" },
      { keys: ["?"], does: "Mostrar estes atalhos" },
      { keys: ["Esc"], does: "Fechar a janela, o menu ou o aviso" },
    ],
  },
  {
    title: "Na busca",
    shortcuts: [
      { keys: ["↑", "↓"], does: "Percorrer os resultados" },
      { keys: ["Enter"], does: "Abrir o resultado" },
      { keys: ["Ctrl", "Enter"], does: "Abrir em outra guia" },
    ],
  },
  {
    title: "Nas abas",
    shortcuts: [
      { keys: ["←", "→"], does: "Aba anterior ou próxima" },
      { keys: ["Home", "End"], does: "Primeira ou última aba" },
    ],
  },
];

/** What the keys do, and the switch that WCAG 2.1.4 asks for. */
function ShortcutsSheet() {
  const [open, setOpen] = useState(true);
  const [on, setOn] = useState(singleKeysAreOn);
  const turn = (next: boolean) => {
    localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
    setOn(next);
  };
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Atalhos de teclado">
      <div className="grid gap-5">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex items-center justify-between gap-4 border-line border-b py-2 last:border-0"
                >
                  <dt className="flex flex-none gap-1 order-last">
                    {keys.map((key) => (
                      <Key key={key} name={key} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Atalho ?"
          description="Desligado, o ponto de interrogação não faz nada; estes atalhos continuam na busca."
          checked={on}
          onChange={turn}
        />
      </div>
    </Dialog>
  );
}

/** A key of the keyboard. */
function Key({ name }: { name: string }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-sm text-muted">
      {name}
    </kbd>
  );
}

/** Shortcuts of one key can be turned off, since dictation and screen readers send such keys too (WCAG 2.1.4). */
const STORAGE_KEY = "single-keys";

const singleKeysAreOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== "off";
