/** The text that was not read yet, and the form as it is typed: both kept on the server per person and game. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Game } from "@/api/client";
import { type Draft, draftQuery, readDraft, writeDraft } from "@/api/drafts";
import { ApiError } from "@/lib/errors";
import { isEqual } from "@/lib/is-equal";
import { useHeldPage, useSessionOver } from "@/lib/use-held-page";
import type { Values } from "@/shared/creation/game";
import { carriesCookie, splitLines } from "@/shared/creation/lines";
import { CHANGED_ELSEWHERE, TRY_AGAIN_AFTER_MS } from "@/shared/creation/use-list";

type Content = { text: string; settings: Values };

const SAVE_AFTER_MS = 600;

type Options = {
  /** What of the form differs from what it opens with. */
  settings: Values;
  /** Brings back the form as it was left. */
  onSettings: (settings: Values) => void;
};

/** Keeps a text and a form from the first pause in typing on, and brings them back. The page asks before it is left only
 * while something is not on the server. Lines with a session cookie never go there. */
export function useBox(game: Game, { settings, onSettings }: Options) {
  const client = useQueryClient();
  const sessionOver = useSessionOver();
  const query = draftQuery(game);
  const { data: stored } = useQuery(query);
  const [text, setText] = useState("");
  const content = useMemo((): Content => {
    const lines = splitLines(text);
    return { text: lines.some(carriesCookie) ? lines.filter((line) => !carriesCookie(line)).join("\n") : text, settings };
  }, [text, settings]);
  const cookies = content.text !== text;

  const arrived = useRef(false);
  const restore = useEffectEvent((draft: Draft) => {
    setText([draft.text, text].filter(Boolean).join("\n")); // what was typed before it came adds to it
    onSettings({ ...draft.settings, ...settings } as Values);
  });
  useLayoutEffect(() => {
    if (stored === undefined || arrived.current) return;
    arrived.current = true;
    restore(stored);
  }, [stored]);

  // What the server has of ours. Where it has merged that with another tab's, and somebody has typed on, the next save
  // still is one over the earlier version, so that it is merged as well.
  const [base, setBase] = useState<Base | null>(null);
  const mine = base ?? (stored && { version: stored.version, content: asContent(stored) });
  const unanswered = useRef(new Set<Content>());
  const saving = useMutation({
    mutationFn: (given: Content) => replaceDraft(game, mine ?? NOTHING, given, [...unanswered.current]),
    meta: { silent: true },
    onError: (_, given) => unanswered.current.add(given),
    onSuccess: (draft, given) => {
      unanswered.current.clear();
      client.setQueryData(query.queryKey, draft);
      const merged = asContent(draft);
      const taken = given === content && !isSame(merged, given);
      if (taken) {
        setText(merged.text);
        onSettings(merged.settings);
      }
      const version = taken || isSame(merged, given) ? draft.version : (mine?.version ?? 0);
      setBase({ version, content: taken ? merged : given });
    },
  });
  const unsaved = mine === undefined ? text !== "" : !isSame(mine.content, content);
  const refused = saving.variables === content && isRefusal(saving.error);
  const due = unsaved && stored !== undefined && !(sessionOver || refused || saving.isPending);
  const { mutate, error } = saving;
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => mutate(content), error ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [due, content, error, mutate]);
  useHeldPage(text !== "" || unsaved, unsaved || cookies);

  return {
    text,
    setText,
    saving: unsaved,
    failure: unsaved ? error : null,
    cookies,
    /** How many lines stand twice, since another tab has changed them too. */
    conflicts: stored?.conflicts?.length ?? 0,
  };
}

export type Box = ReturnType<typeof useBox>;

type Base = { version: number; content: Content };

const NOTHING: Base = { version: 0, content: { text: "", settings: {} } };

const asContent = ({ text, settings }: Draft): Content => ({ text, settings: (settings ?? {}) as Values });

/** What is there of a write that was not answered is one's own, and is written over; anything else is merged. */
async function replaceDraft(game: Game, base: Base, content: Content, unanswered: readonly Content[]): Promise<Draft> {
  try {
    return await writeDraft(game, base.version, content);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CHANGED_ELSEWHERE) throw error;
    const there = unanswered.length > 0 ? await readDraft(game) : null;
    if (there && unanswered.some((each) => isSame(each, asContent(there))))
      return await writeDraft(game, there.version, content);
    return await writeDraft(game, base.version, { ...content, base: base.content });
  }
}

const isSame = (one: Content, other: Content): boolean =>
  one.text === other.text && isEqual(one.settings, other.settings);

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401;
}
