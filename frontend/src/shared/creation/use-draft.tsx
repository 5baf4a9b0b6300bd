import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Game } from "@/api/client";
import { type Draft, draftQuery, readDraft, writeDraft } from "@/api/drafts";
import { ApiError, messageOf } from "@/lib/errors";
import { dateTime } from "@/lib/format";
import { useHeldPage, useSessionOver } from "@/lib/use-held-page";
import type { LineOverride, PastedText } from "@/shared/creation/account";
import { forServer, hasCookie, TEXT_EMPTY, withoutLines } from "@/shared/creation/lines";
import { Alert } from "@/ui/alert";
import { useAnnounce } from "@/ui/announcement";
import { Button } from "@/ui/button";

type Content = Pick<Draft, "text" | "overrides">;

const SAVE_AFTER_MS = 600;
const TRY_AGAIN_AFTER_MS = 5000;
const CHANGED_ELSEWHERE = 412;

/** Keeps on the server what of pasted lines was not sent. `sent` is the text that a run was made of, with the lines that
 * went. Lines with a session cookie are not kept. */
export function useDraft<O extends LineOverride>(
  game: Game,
  pasted: PastedText<O>,
  sent: { text: string; lines: ReadonlySet<number> },
) {
  const { text, readText, lines, overrides, problem, restore } = pasted;
  const content = useMemo((): Content => {
    const kept = forServer(readText, lines);
    const rest = readText === sent.text ? withoutLines(kept, sent.lines) : kept;
    return rest.trim() === "" ? EMPTY : { text: rest, overrides: Object.fromEntries(overrides) };
  }, [readText, lines, overrides, sent]);
  // Of a text beyond the limits the lines are not known, nor which of them have a cookie.
  const tooLarge = problem === null || problem === TEXT_EMPTY ? null : problem;
  const draft = useStoredDraft(game, { text, content, restore, tooLarge, cookies: lines.some(hasCookie) });
  return sent.text === "" ? draft : { ...draft, found: null };
}

type Written = {
  /** What stands in the field now. */
  text: string;
  /** What of it is to be kept. */
  content: Content;
  restore: (kept: Draft, options?: { undoable: boolean }) => void;
  /** Why it cannot be kept. */
  tooLarge?: string | null;
  /** Whether some of it stays here, since it holds a session cookie. */
  cookies: boolean;
};

/** Keeps a text on the server from the first pause in typing on, and brings it back. While something of it is not on the
 * server, the page asks before it is left. */
export function useStoredDraft(game: Game, { text, content, restore: bringBack, tooLarge = null, cookies }: Written) {
  const client = useQueryClient();
  const sessionOver = useSessionOver();
  const { data: stored } = useQuery(draftQuery(game));
  const [found, setFound] = useState<Draft | null>(null);
  const [conflict, setConflict] = useState<Draft | null>(null);

  const arrived = useRef(false);
  const restore = useEffectEvent((draft: Draft) => {
    if (draft.text === "") return;
    if (text !== "") return setConflict(draft);
    bringBack(draft);
    setFound(draft);
  });
  useLayoutEffect(() => {
    if (stored === undefined || arrived.current) return;
    arrived.current = true;
    restore(stored);
  }, [stored]);

  const saving = useMutation({
    mutationFn: (given: Content) => replaceDraft(game, stored?.version ?? 0, given),
    meta: { silent: true },
    onSuccess: ({ draft, changed }, given) => {
      client.setQueryData(draftQuery(game).queryKey, draft);
      if (changed && !isSame(draft, given)) setConflict(draft);
    },
  });
  const unsaved = tooLarge !== null || stored === undefined ? text !== "" : !isSame(stored, content);
  const refused = saving.variables === content && isRefusal(saving.error);
  const due = unsaved && stored !== undefined && !(tooLarge || conflict || sessionOver || refused || saving.isPending);
  const { mutate, error } = saving;
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => mutate(content), error ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [due, content, error, mutate]);
  useHeldPage(text !== "", unsaved || cookies);

  return {
    /** What was brought back when the page was opened, until some of it is sent. */
    found,
    /** What another tab has written since this one read; the person says which text stays. */
    conflict,
    saving: unsaved,
    failure: tooLarge ? new Error(tooLarge) : error,
    cookies,
    keepMine: () => setConflict(null),
    takeOther: () => {
      if (conflict) bringBack(conflict, { undoable: true });
      setConflict(null);
    },
  };
}

export type DraftState = ReturnType<typeof useStoredDraft>;

export const EMPTY: Content = { text: "", overrides: {} };

/** Writes over what was read at `version`; where another tab was faster, what that one wrote. */
async function replaceDraft(
  game: Game,
  version: number,
  content: Content,
): Promise<{ draft: Draft; changed: boolean }> {
  try {
    const draft = await writeDraft(game, version, content);
    return { draft, changed: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CHANGED_ELSEWHERE) throw error;
    return { draft: await readDraft(game), changed: true };
  }
}

function isSame(one: Content, other: Content): boolean {
  return one.text === other.text && JSON.stringify(one.overrides) === JSON.stringify(other.overrides);
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401;
}

/** What was brought back, and which of two texts stays when another tab has written one too. */
export function DraftNotices({ draft }: { draft: DraftState }) {
  const { found, conflict } = draft;
  if (conflict !== null) {
    return (
      <div className="mb-4">
        <Alert tone="warn">
          <p className="font-medium">O texto deste jogo foi alterado em outra aba.</p>
          <p>Escolha qual fica guardado; até lá este não é salvo.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={draft.keepMine}>
              Manter este texto
            </Button>
            <Button size="sm" onClick={draft.takeOther}>
              Usar o da outra aba
            </Button>
          </div>
        </Alert>
      </div>
    );
  }
  return (
    found?.updatedAt && (
      <div className="mb-4">
        <Alert>Recuperamos o texto que você deixou aqui em {dateTime(found.updatedAt)}. Nada dele foi enviado.</Alert>
      </div>
    )
  );
}

export function DraftNote({ draft }: { draft: DraftState }) {
  const { failure, saving, cookies } = draft;
  const problem = saving && failure ? `O texto não foi guardado: ${messageOf(failure)}` : "";
  useAnnounce(problem, { atOnce: true, assertive: true });
  if (problem) return <span className="text-bad text-sm">{problem}</span>;
  return (
    <span className="text-muted text-sm">
      {saving ? "Guardando…" : "Guardado por 7 dias, só para você."}
      {cookies && " Linhas com cookie de sessão não são guardadas."}
    </span>
  );
}
