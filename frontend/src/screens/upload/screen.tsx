import { clsx } from "clsx";
import { useState } from "react";
import type { Run } from "@/api/runs";
import { mount } from "@/app/mount";
import { useUrlState } from "@/lib/use-url-state";
import { ApiBadge, useSource } from "@/shared/creation/creator";
import type { GameDescription, Pay } from "@/shared/creation/game";
import { Workbench } from "@/shared/creation/workbench";
import { Icon, type IconName } from "@/ui/button";

export type UploadProps = { games: (GameDescription & { activeRun: Run | null; pay: Pay })[]; usdEurRate: string };

/** 'Upload de Contas'. The file stays at hand when another game is chosen, and is read for that one. */
export function Upload({ games, usdEurRate }: UploadProps) {
  const [slug, setSlug] = useUrlState("jogo", games[0]?.slug ?? "");
  const [source, setSource] = useSource();
  const game = games.find((each) => each.slug === slug) ?? games[0];
  // The game that is left stays, since it may have something to save.
  const [visited, setVisited] = useState<readonly string[]>([game?.slug ?? ""]);
  const benches = games
    .filter((each) => visited.includes(each.slug))
    .map((each) => (
      <div key={each.slug} hidden={each !== game} className="grid">
        <Workbench
          page={{ game: each, pay: each.pay, usdEurRate, activeRun: each.activeRun, lastRun: null }}
          first="arquivo"
          source={each === game ? source : null}
          onSource={setSource}
          chooser={(takeBack) => (
            <GameChoice
              games={games}
              chosen={each.slug}
              onChoose={(next) => {
                takeBack();
                setVisited([...visited, next]);
                setSlug(next);
              }}
            />
          )}
        />
      </div>
    ));
  return (
    <>
      <ApiBadge />
      {benches}
    </>
  );
}

type GameChoiceProps = { games: readonly GameDescription[]; chosen: string; onChoose: (slug: string) => void };

function GameChoice({ games, chosen, onChoose }: GameChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-2 xl:grid-cols-4">
      <legend className="sr-only">Jogo das contas</legend>
      {games.map(({ slug, title }) => (
        <label
          key={slug}
          className={clsx(
            "flex cursor-pointer items-center gap-2 rounded-md border px-3 py-2.5 font-medium",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            slug === chosen ? "border-accent bg-accent-soft" : "border-line hover:bg-sunken",
          )}
        >
          <input
            type="radio"
            name={`game-${chosen}`}
            className="sr-only"
            value={slug}
            checked={slug === chosen}
            onChange={() => onChoose(slug)}
          />
          <Icon name={slug as IconName} className={slug === chosen ? "text-accent" : "text-muted"} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

mount("upload", Upload);
