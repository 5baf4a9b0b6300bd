import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { gamesQuery } from "@/api/games";
import { SearchWindow } from "@/app/palette/search-window";
import { ApiError, messageOf } from "@/lib/errors";
import { counted } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { Button } from "@/ui/button";

/** 'Outro jogo': the marketplace's own games, each leading to its creator. */
export function GameSearch({ words, onClosed }: { words: string; onClosed: () => void }) {
  const [typed, setTyped] = useState(words);
  const wanted = typed.trim();
  const asked = useDebouncedValue(wanted);
  const { data, error, isFetching, refetch } = useQuery(gamesQuery(asked));
  const games = error ? [] : (data?.games ?? []);
  const isSearching = isFetching || wanted !== asked;
  const found = games.map(({ slug, title, path }) => ({
    label: title,
    href: path,
    icon: path.startsWith("/criar/") ? "store" : slug,
    section: "Criar contas",
  }));
  const nothing = wanted ? `O GameBoost não tem um jogo “${wanted}”. Tente o nome em inglês.` : NO_GAMES;
  const state =
    isSearching && found.length === 0
      ? "Buscando jogos…"
      : error
        ? messageOf(error)
        : found.length === 0
          ? nothing
          : counted(found.length, "jogo encontrado", "jogos encontrados");
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
