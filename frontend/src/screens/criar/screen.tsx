import { useMutation } from "@tanstack/react-query";
import { openGame } from "@/api/games";
import { mount } from "@/app/mount";
import { Creator } from "@/shared/creation/creator";
import type { CreatorPage, GameDescription } from "@/shared/creation/game";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/states";

export type OtherCreatorProps = Omit<CreatorPage, "game"> & { slug: string; game: GameDescription | null };

/** The creator of any game of the marketplace, as its template describes it. */
export function OtherCreator({ slug, game, ...page }: OtherCreatorProps) {
  const { mutate, isPending } = useMutation({ mutationFn: () => openGame(slug), onSuccess: () => location.reload() });
  if (game === null) {
    return (
      <EmptyState
        title="Este jogo ainda não foi aberto aqui"
        description="O modelo dele vem do marketplace e vale para toda a equipe."
        action={
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Abrir o jogo
          </Button>
        }
      />
    );
  }
  const notes = [game.template?.notice, ...(game.template?.changes ?? [])].filter(Boolean);
  return (
    <>
      {notes.length > 0 && (
        <div className="mb-4">
          <Alert tone="warn">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Alert>
        </div>
      )}
      <Creator {...page} game={game} />
    </>
  );
}

// Each game of ours has an island of its own name.
mount(document.querySelector<HTMLElement>("[data-island]")?.dataset.island ?? "criar", OtherCreator);
