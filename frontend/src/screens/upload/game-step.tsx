import { clsx } from "clsx";
import type { UploadGame } from "@/screens/upload/standard";
import { Step } from "@/screens/upload/step";
import { Icon, type IconName } from "@/ui/icon";

type GameStepProps = {
  games: readonly UploadGame[];
  chosen: string;
  disabled: boolean;
  onChoose: (slug: string) => void;
};

export function GameStep({ games, chosen, disabled, onChoose }: GameStepProps) {
  return (
    <Step number={1} title="Jogo" done>
      <fieldset className="grid grid-cols-2 gap-2 xl:grid-cols-4" disabled={disabled}>
        <legend className="sr-only">Jogo das contas</legend>
        {games.map(({ slug, title }) => (
          <label
            key={slug}
            className={clsx(
              "flex cursor-pointer items-center gap-2 rounded-md border px-3 py-2.5 font-medium",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              slug === chosen ? "border-accent bg-accent-soft" : "border-line hover:bg-sunken",
              disabled && "cursor-default opacity-55",
            )}
          >
            <input
              type="radio"
              name="game"
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
    </Step>
  );
}
