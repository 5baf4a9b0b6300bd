import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { analyse, type Draft, teachLabel } from "@/api/drafts";
import { messageOf } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { carriesCookie, splitLines } from "@/shared/creation/lines";
import { EMPTY, useStoredDraft } from "@/shared/creation/use-draft";
import { type Analysis, MIN_TEXT, TEXT_TOO_SHORT } from "@/shared/queue/analysis";
import type { CreatorGame } from "@/shared/queue/creator-game";

/** A text and what was read from it. */
export type Reading = { text: string; analysis: Analysis };

/** The pasted text, its analysis, and what is taught of its labels. */
export function useAnalysis(game: CreatorGame) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState<Reading | null>(null);
  const content = useMemo((): Pick<Draft, "text" | "overrides"> => {
    const kept =
      text.trim() === ""
        ? ""
        : splitLines(text)
            .filter((line) => !carriesCookie(line))
            .join("\n");
    return kept === "" ? EMPTY : { text: kept, overrides: {} };
  }, [text]);
  const draft = useStoredDraft(game.slug, {
    text,
    content,
    cookies: splitLines(text).some(carriesCookie),
    restore: (kept) => {
      setText(kept.text);
      setReading(null);
    },
  });
  const analysis = useMutation({
    mutationFn: (asked: string) => analyse(game.analyse, asked),
    meta: { silent: true },
    onSuccess: ({ data }, asked) => setReading({ text: asked, analysis: data }),
    onError: (error) => toast.error(game.analysisFailed(error)),
  });
  const teaching = useMutation({
    mutationFn: ({ label, field }: { label: string; field: string }) => teachLabel({ game: game.slug, label, field }),
    meta: { silent: true },
    onError: (error) => toast.error(messageOf(error)),
  });

  const read = async (asked: string): Promise<Reading | null> => {
    const short = asked.trim().length < MIN_TEXT;
    setProblem(short ? TEXT_TOO_SHORT : undefined);
    if (short) return null;
    const answer = await analysis.mutateAsync(asked).catch(() => null);
    return answer && { text: asked, analysis: answer.data };
  };
  return {
    text,
    draft,
    problem,
    reading,
    busy: analysis.isPending || teaching.isPending,
    setText: (typed: string) => {
      setText(typed);
      setProblem(undefined);
    },
    analyse: () => read(text),
    /** The same text read again, with what a label means learned; false when it could not be learned. */
    teach: async (label: string, field: string): Promise<boolean> => {
      if (reading === null) return false;
      const learned = await teaching.mutateAsync({ label, field }).then(
        () => true,
        () => false,
      );
      if (learned) await read(reading.text);
      return learned;
    },
    /** Back to the text. */
    edit: () => setReading(null),
    clear: () => {
      setText("");
      setReading(null);
      setProblem(undefined);
    },
  };
}

export type AnalysisOfText = ReturnType<typeof useAnalysis>;
