import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type Game, newIdempotencyKey } from "@/api/client";
import type { Service } from "@/api/configs";
import { type CreationPath, startRun } from "@/api/runs";
import { ApiError, messageOf, problemsIn } from "@/lib/errors";
import { toast } from "@/lib/toast";
import type { Problems } from "@/lib/use-form";
import { useConfiguration } from "@/shared/marketplace/configuration";
import type { Runs } from "@/shared/run/use-run";
import type { LocalRow } from "@/shared/sheet/rows";
import { type PreviewBody, usePreview } from "@/shared/sheet/use-preview";

const NO_KEY = "Chave de API do GameBoost não encontrada. Configure-a nas configurações.";

export const WRONG_FIELDS = "Corrija os campos destacados antes de criar as contas.";

type BulkCreationOptions<T> = {
  game: Game;
  endpoint: CreationPath;
  /** What is said when the server itself fails, and without a key, where the game has words of its own. */
  failed?: string | undefined;
  noKey?: string;
  /** Whose key is needed. */
  service: Service;
  rows: readonly LocalRow<T>[];
  body: PreviewBody | null;
  waiting: string;
  /** Shows the run that is begun. */
  runs: Pick<Runs, "show">;
  onStarted: (started: Started) => void;
  /** Fields that the dry run or the creation refused. */
  onProblems: (problems: Problems) => void;
};

/** From rows to a run: their dry run, the question before they are sent, the start. */
export function useBulkCreation<T>(options: BulkCreationOptions<T>) {
  const { game, endpoint, failed, noKey = NO_KEY, service, rows, body, waiting, runs, onProblems } = options;
  const configuration = useConfiguration(service);
  const [confirming, setConfirming] = useState(false);
  const preview = usePreview<T>({ game, rows, body, waiting });
  const start = useStartRun({
    endpoint,
    failed,
    on: {
      started: (started) => {
        options.onStarted(started);
        setConfirming(false);
        runs.show(started.runId);
      },
      refused: (problems) => {
        onProblems(problems);
        setConfirming(false);
      },
      stale: () => {
        setConfirming(false);
        preview.refresh();
      },
    },
  });

  const tellFields = useEffectEvent(onProblems);
  useEffect(() => {
    const refused = problemsIn(preview.error);
    if (Object.keys(refused).length > 0) tellFields(refused);
  }, [preview.error]);

  /** Asks to confirm, unless a key is missing or `refuse` answers true, having said why. */
  const askToCreate = async (refuse: () => boolean = () => false) => {
    // A key that was missing may have been saved in another tab since.
    const { data, error } = configuration.data?.apiKey ? configuration : await configuration.refetch();
    if (error) return toast.error("Não foi possível carregar suas configurações de API.");
    if (!data?.apiKey) return toast.error(noKey, "Configuração incompleta");
    if (refuse()) return;
    start.begin();
    setConfirming(true);
  };

  return { preview, start, configuration, confirming, askToCreate, cancel: () => setConfirming(false) };
}

/** The first run, and those of all marketplaces. */
export type Started = { runId: number; runIds?: Readonly<Record<string, number>> };

type StartOptions = {
  endpoint: CreationPath;
  /** What is said when the server itself fails, where the game has a text of its own. */
  failed?: string | undefined;
  on: {
    started: (started: Started) => void;
    /** Fields that the server refused, told beside them and no longer by the dialog. */
    refused: (problems: Problems) => void;
    /** The form is not that of the game's template any more: the dry run says what changed. */
    stale: () => void;
  };
};

export type StartRun = ReturnType<typeof useStartRun>;

/** Whether a plan is no longer what was previewed: somebody else's run, another price, another template. */
export function isPreviewChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === "preview_changed";
}

/** What the marketplace changed of a game since its form was made; null where an error says nothing of that. */
export function templateChanges(error: unknown): readonly string[] | null {
  if (!(error instanceof ApiError) || error.code !== "template_changed") return null;
  return (error.data as { changes?: readonly string[] }).changes ?? [];
}

/** The start of a run. One key serves all tries of one confirmation, so that none of them starts two runs. */
function useStartRun({ endpoint, failed, on }: StartOptions) {
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation({
    mutationFn: ({ body, digest }: { body: PreviewBody; digest: string | undefined }) =>
      startRun(
        endpoint,
        { ...body, accounts: [...body.accounts], ...(digest !== undefined && { previewDigest: digest }) },
        key,
      ),
    meta: { silent: true },
    onSuccess: on.started,
    onError: (error) => {
      if (isPreviewChanged(error)) return;
      const problems = problemsIn(error);
      const inFields = Object.keys(problems).length > 0;
      const said = failed !== undefined && isFault(error) ? failed : messageOf(error);
      toast.error(inFields ? WRONG_FIELDS : said, titleOf(error));
      if (inFields) on.refused(problems);
      if (templateChanges(error)) on.stale();
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
