import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { type CreationPath, startRun } from "@/api/runs";
import { ApiError, messageOf, problemsIn } from "@/lib/errors";
import { toast } from "@/lib/toast";
import type { Problems } from "@/lib/use-form";
import { problemText } from "@/shared/creation/settings";
import type { PreviewBody } from "@/shared/sheet/use-preview";

type StartOptions = {
  /** The game's creation call. */
  endpoint: CreationPath;
  /** What is said when the server itself fails, where the game has a text of its own. */
  failed?: string | undefined;
  on: {
    started: (runId: number) => void;
    /** Fields that the server refused, told beside them and no longer by the dialog. */
    refused: (problems: Problems) => void;
  };
};

export type StartRun = ReturnType<typeof useStartRun>;

/** Whether a plan is no longer what was previewed: somebody else's run, another price, another template. */
export function isPreviewChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === "preview_changed";
}

/** The start of a run. One key serves all tries of one confirmation, so that none of them starts two runs. */
export function useStartRun({ endpoint, failed, on }: StartOptions) {
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation({
    mutationFn: ({ body, digest }: { body: PreviewBody; digest: string | undefined }) =>
      startRun(endpoint, { ...body, ...(digest !== undefined && { previewDigest: digest }) }, key),
    meta: { silent: true },
    onSuccess: ({ runId }) => on.started(runId),
    onError: (error) => {
      if (isPreviewChanged(error)) return;
      const problems = problemsIn(error);
      const inFields = Object.keys(problems).length > 0;
      const said = failed !== undefined && isFault(error) ? failed : messageOf(error);
      toast.error(inFields ? problemText(problems) : said, titleOf(error));
      if (inFields) on.refused(problems);
    },
  });
  return {
    /** Call when a confirmation opens, and when what it asks about has changed. */
    begin: () => setKey(newIdempotencyKey()),
    send: (body: PreviewBody, digest: string | undefined) => mutateAsync({ body, digest }),
  };
}

const TITLES: Record<string, string> = {
  configuration_missing: "Configuração incompleta",
  text_empty: "Texto vazio",
  no_valid_accounts: "Sem contas válidas",
};

const isFault = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;

function titleOf(error: unknown): string {
  return (error instanceof ApiError && TITLES[error.code]) || "Erro no processamento";
}
