import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { gameKeys, openGame } from "@/api/games";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { ApiError } from "@/lib/errors";
import { date } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { leaveFor } from "@/lib/navigate";
import { toast } from "@/lib/toast";
import { Creator } from "@/shared/creation/creator";
import type { CreatorPage, GameDescription, GameTemplate } from "@/shared/creation/game";
import { Alert } from "@/ui/announcement";
import { Button, PageActions } from "@/ui/button";
import { EmptyState, ErrorState, Skeleton } from "@/ui/card";

const GameDialog = lazy(() => import("@/screens/criar/game-dialog"));

export type OtherCreatorProps = Omit<CreatorPage, "game"> & { slug: string; game: GameDescription | null };

/** The creator of any game of the marketplace, as its template describes it. */
export function OtherCreator({ slug, game: opened, ...page }: OtherCreatorProps) {
  const [game, setGame] = useState(opened);
  const adjusting = useOpening<null>();
  if (game === null) return <Opening slug={slug} />;
  return (
    <>
      {game.template && currentUser().role === "admin" && (
        <PageActions>
          <Button icon="settings" onClick={() => adjusting.show(null)}>
            Ajustar jogo
          </Button>
        </PageActions>
      )}
      {game.template && <TemplateNotes template={game.template} />}
      <Creator
        {...page}
        game={game}
        stale={(changes) => <StaleForm slug={slug} changes={changes} onRenewed={setGame} />}
      />
      {adjusting.dialog(GameDialog, () => ({ game, onChanged: setGame }))}
    </>
  );
}

/** A game that nobody has used yet is asked of the marketplace at once, and kept for everybody. */
function Opening({ slug }: { slug: string }) {
  const { error, refetch } = useQuery({
    queryKey: gameKeys.opening(slug),
    queryFn: async () => {
      await openGame(slug);
      leaveFor(`/criar/${slug}`);
      return null;
    },
  });
  if (error === null) {
    return (
      <div className="card grid gap-3 p-4">
        <p className="text-muted">Buscando os campos do jogo no GameBoost…</p>
        <Skeleton className="h-48" />
      </div>
    );
  }
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: "" };
  if (status === 404) {
    return (
      <EmptyState
        title="O GameBoost não tem este jogo"
        description="Confira o endereço ou escolha o jogo pelo nome."
        action={<LinkButton href="/game-selection">Escolher o jogo</LinkButton>}
      />
    );
  }
  if (code === "configuration_missing") {
    return (
      <EmptyState
        icon="key"
        title="Falta a chave de API do GameBoost"
        description="É com ela que os campos do jogo são buscados."
        action={<LinkButton href="/profile?tab=api">Configurar a chave</LinkButton>}
      />
    );
  }
  return <ErrorState title="O jogo não pôde ser aberto" error={error} onRetry={refetch} />;
}

const LinkButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="btn btn-primary" href={href}>
    {children}
  </a>
);

const NEWS_MS = 7 * 24 * 3600 * 1000;

/** What is not known of the game, and what the marketplace changed in the last week. */
function TemplateNotes({ template: { notice, changes, changedAt } }: { template: GameTemplate }) {
  const isNews = changes.length > 0 && changedAt !== null && Date.now() - Date.parse(changedAt) < NEWS_MS;
  if (!notice && !isNews) return null;
  return (
    <div className="mb-4">
      <Alert tone="warn">
        {notice && <p>{notice}</p>}
        {isNews && (
          <>
            <p>O modelo deste jogo mudou no marketplace em {date(changedAt)}:</p>
            <Changes texts={changes} />
          </>
        )}
      </Alert>
    </div>
  );
}

function Changes({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="mt-1 list-disc ps-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

type StaleFormProps = { slug: string; changes: readonly string[]; onRenewed: (game: GameDescription) => void };

/** The form is no longer the marketplace's: what changed, and the new one at a press. */
function StaleForm({ slug, changes, onRenewed }: StaleFormProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => openGame(slug),
    onSuccess: ({ game }) => {
      onRenewed(game as unknown as GameDescription);
      toast.success("Formulário atualizado. O que você digitou continua aqui.");
    },
  });
  return (
    <Alert tone="warn">
      <p className="font-medium">O modelo deste jogo mudou no marketplace. Nada foi enviado.</p>
      <Changes texts={changes} />
      <Button className="mt-3" variant="primary" size="sm" icon="refresh" busy={isPending} onClick={() => mutate()}>
        Continuar com o novo formulário
      </Button>
    </Alert>
  );
}

// Each game of ours has an island of its own name.
mount(document.querySelector<HTMLElement>("[data-island]")?.dataset.island ?? "criar", OtherCreator);
