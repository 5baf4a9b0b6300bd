import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pathQuery } from "@/api/client";
import { renderIn } from "@/app/mount";
import { allEntries, OTHER_GAME, type PaletteEntry, search } from "@/app/palette/entries";
import { SearchWindow } from "@/app/palette/search-window";
import { takeTyped, WINDOW } from "@/app/palette/typed-ahead";
import { placeOf } from "@/lib/dom";
import { ApiError, messageOf } from "@/lib/errors";
import { plural } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { Button, type IconName } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Switch } from "@/ui/fields";

let openings = 0;

/** Show the palette, or put it away when it is there. A window that waits for an answer is not covered. */
export function openPalette(): void {
  const shown = placeOf("palette").querySelector("dialog");
  if (shown?.open) shown.close();
  else show((number) => <Palette key={number} onShortcuts={openShortcuts} onClosed={() => hide(number)} />);
}

/** Show the search for any game of the marketplace. */
export function openGames(text = ""): void {
  show((number) => <GameSearch key={number} text={text} onClosed={() => hide(number)} />);
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
  renderIn(placeOf("palette"), content(openings));
}

/** Unless something else has been shown since. */
function hide(number: number): void {
  if (number === openings) renderIn(placeOf("palette"), null);
}

const SHORTEST = 2;
const FRESH_MS = 30_000;

/** People, tasks, runs, accounts and earnings, as the person may see them. Nothing is asked for less than two characters; what
 * was found before stays until the next answer. */
const searchQuery = (typed: string) => ({
  ...pathQuery("/api/search", { query: { q: typed } }),
  enabled: typed.length >= SHORTEST,
  placeholderData: typed.length >= SHORTEST ? keepPreviousData : [],
  staleTime: FRESH_MS,
});

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
  const query = typed.trim();
  const asked = useDebouncedValue(query);
  const { data: results = [], isError, isFetching, isPlaceholderData } = useQuery(searchQuery(asked));
  const found: PaletteEntry[] = [
    ...search(entries, typed),
    ...(query ? results : []).map(({ kind, title, detail, href }) => ({
      label: title,
      href,
      icon: ICONS[kind] ?? "arrow-right",
      section: detail ? `${kind} · ${detail}` : kind,
      isOld: isPlaceholderData || query !== asked,
    })),
  ];
  const isSearching = isFetching || query !== asked;
  const foundLabel = found.length ? plural(found.length, "resultado", "resultados") : "Nenhum resultado encontrado";
  const state = isError ? SEARCH_FAILED : isSearching && found.length === 0 ? "Buscando…" : foundLabel;
  const games = query && !found.some(isOtherGame) ? entries.find(isOtherGame) : undefined;
  const further = games ? [{ ...games, label: `${OTHER_GAME}: buscar “${query}”`, run: () => openGames(query) }] : [];
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

const isOtherGame = ({ label }: PaletteEntry): boolean => label === OTHER_GAME;

const SEARCH_FAILED = "A busca por pessoas e contas falhou. Digite de novo para tentar outra vez.";

const GROUPS: { title: string; shortcuts: { keys: string[]; does: string }[] }[] = [
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

/** 'Outro jogo': the marketplace's own games, each leading to its creator. */
function GameSearch({ text, onClosed }: { text: string; onClosed: () => void }) {
  const [typed, setTyped] = useState(text);
  const wanted = typed.trim();
  const asked = useDebouncedValue(wanted);
  // All of them for "". What was found before stays until the next answer.
  const gamesQuery = pathQuery("/api/bulk/games", { query: { search: asked } });
  const query = useQuery({ ...gamesQuery, placeholderData: keepPreviousData });
  const { data, error, isFetching, refetch } = query;
  const games = error ? [] : (data?.games ?? []);
  const isSearching = isFetching || wanted !== asked;
  const found = games.map(({ slug, title, path }) => ({
    label: title,
    href: path,
    icon: path.startsWith("/criar/") ? "store" : slug,
    section: "Criar contas",
    isOld: query.isPlaceholderData || wanted !== asked,
  }));
  const nothing = wanted ? `O GameBoost não tem um jogo “${wanted}”. Tente o nome em inglês.` : NO_GAMES;
  const state =
    isSearching && found.length === 0
      ? "Buscando jogos…"
      : error
        ? messageOf(error)
        : found.length === 0
          ? nothing
          : plural(found.length, "jogo encontrado", "jogos encontrados");
  return (
    <SearchWindow
      label="Buscar outro jogo"
      listLabel="Jogos do GameBoost"
      placeholder="Nome do jogo, como no GameBoost"
      typed={typed}
      onType={setTyped}
      found={found}
      state={state}
      onClosed={onClosed}
    >
      {found.length === 0 && (
        <div className="grid justify-items-center gap-3 px-4 py-6 text-center text-muted">
          <p>{state}</p>
          {error && !isSearching && <WayOn error={error} onRetry={refetch} />}
        </div>
      )}
      {data?.notice && !error && <p className="border-line border-t px-4 py-2.5 text-muted text-sm">{data.notice}</p>}
    </SearchWindow>
  );
}

const NO_GAMES = "O GameBoost não informou nenhum jogo. Tente de novo em alguns minutos.";

/** Without a key it is saved first; whatever else failed may work the next time. */
function WayOn({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (error instanceof ApiError && error.code === "configuration_missing") {
    return (
      <a className="btn btn-primary" href="/profile?tab=api">
        Configurar a chave
      </a>
    );
  }
  return (
    <Button icon="refresh" onClick={onRetry}>
      Tentar novamente
    </Button>
  );
}
