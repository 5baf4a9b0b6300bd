import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { BulkGame } from "@/features/bulk/game";
import { type Problems, problemText } from "@/features/bulk/settings";
import { api, newIdempotencyKey } from "@/lib/api";
import { ApiError, messageOf } from "@/lib/errors";
import { toast } from "@/lib/toast";

export type RunBody = { text: string; settings: object; overrides: Record<string, object> };

type PreviewRow = { line: number; login: string; verdict: string; error: string; messages: string[] };
export type Preview = { rows: PreviewRow[]; priceEur: string };

/** The dry run and the start of a run. One key serves all tries of one confirmation, so that none starts two runs. */
export function useCreateRun(
  game: BulkGame,
  on: { started: (runId: number) => void; refused: (problems: Problems) => void },
) {
  const key = useRef("");
  const preview = useMutation({
    mutationFn: (body: RunBody) => api.post<Preview>("/api/bulk/preview", { game: game.slug, ...body }),
    meta: { silent: true },
  });
  const create = useMutation({
    mutationFn: (body: RunBody) =>
      api.post<{ runId: number }>(game.endpoint, body, {
        idempotencyKey: key.current,
        headers: { Prefer: "respond-async" },
      }),
    meta: { silent: true },
    onSuccess: ({ runId }) => on.started(runId),
    onError: (error) => {
      const problems = error instanceof ApiError ? firstTexts(error) : {};
      const inFields = Object.keys(problems).length > 0;
      toast.error(inFields ? problemText(problems) : messageOf(error), titleOf(error));
      if (inFields) on.refused(problems);
    },
  });
  return {
    preview,
    create,
    /** Call when the confirmation opens. */
    begin: (body: RunBody) => {
      key.current = newIdempotencyKey();
      preview.mutate(body);
    },
  };
}

const TITLES: Record<string, string> = {
  configuration_missing: "Configuração incompleta",
  text_empty: "Texto vazio",
  no_valid_accounts: "Sem contas válidas",
};

function titleOf(error: unknown): string {
  return (error instanceof ApiError && TITLES[error.code]) || "Erro no processamento";
}

function firstTexts({ errors }: ApiError): Problems {
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, texts[0] ?? ""]));
}
