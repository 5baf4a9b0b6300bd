import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { searchQuery } from "@/api/search";
import { renderIn } from "@/app/mount";
import { allEntries, type Entry, OTHER_GAME, search } from "@/app/palette/entries";
import { GameSearch } from "@/app/palette/game-search";
import { SearchWindow } from "@/app/palette/search-window";
import { takeTyped, WINDOW } from "@/app/palette/typed-ahead";
import { counted } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { Dialog } from "@/ui/dialog";
import { Switch } from "@/ui/fields";
import type { IconName } from "@/ui/icon";

let openings = 0;

/** Show the palette, or put it away when it is there. A window that waits for an answer is not covered. */
export function openPalette(): void {
  const shown = host().querySelector("dialog");
  if (shown?.open) shown.close();
  else show((number) => <Palette key={number} onShortcuts={openShortcuts} onClosed={() => hide(number)} />);
}

/** Show the search for any game of the marketplace. */
export function openGames(words = ""): void {
  show((number) => <GameSearch key={number} words={words} onClosed={() => hide(number)} />);
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

/** How each kind of result is drawn. */
const ICONS: Record<string, IconName> = {
  Pessoas: "user",
  Tarefas: "tasks",
  Execuções: "play",
  Contas: "key",
  Ganhos: "wallet",
};

/** Every page and act of this person by a few typed letters, then what the server finds, and the way to any other game. */
function Palette({ onShortcuts, onClosed }: { onShortcuts: () => void; onClosed: () => void }) {
  const [entries] = useState(() => allEntries(onShortcuts, () => openGames()));
  const [typed, setTyped] = useState("");
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
  const foundLabel = found.length ? counted(found.length, "resultado", "resultados") : "Nenhum resultado encontrado";
  const state = isError ? SEARCH_FAILED : isSearching && found.length === 0 ? "Buscando…" : foundLabel;
  const games = words && !found.some(isOtherGame) ? entries.find(isOtherGame) : undefined;
  const further = games ? [{ ...games, label: `${OTHER_GAME}: buscar “${words}”`, run: () => openGames(words) }] : [];
  return (
    <SearchWindow
      label="Buscar páginas e ações"
      listLabel="Páginas e ações"
      placeholder="Buscar páginas, pessoas, tarefas, contas…"
      typed={typed}
      onType={setTyped}
      found={[...found, ...further]}
      state={state}
      onClosed={onClosed}
    >
      {(found.length === 0 || isError) && <p className="px-4 py-6 text-center text-muted">{state}</p>}
    </SearchWindow>
  );
}

const isOtherGame = ({ label }: Entry): boolean => label === OTHER_GAME;

const SEARCH_FAILED = "A busca por pessoas e contas falhou. Digite de novo para tentar outra vez.";

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
                      <kbd
                        key={key}
                        className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-sm text-muted"
                      >
                        {key}
                      </kbd>
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

/** Shortcuts of one key can be turned off, since dictation and screen readers send such keys too (WCAG 2.1.4). */
const STORAGE_KEY = "single-keys";

const singleKeysAreOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== "off";
