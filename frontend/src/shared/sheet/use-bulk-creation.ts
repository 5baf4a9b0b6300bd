import { useEffect, useEffectEvent, useState } from "react";
import type { Game } from "@/api/client";
import type { CreationPath } from "@/api/runs";
import { problemsIn } from "@/lib/errors";
import { toast } from "@/lib/toast";
import type { Problems } from "@/lib/use-form";
import { useConfiguration } from "@/shared/marketplace/configuration";
import type { Runs } from "@/shared/run/use-run";
import type { LocalRow } from "@/shared/sheet/rows";
import { type PreviewBody, usePreview } from "@/shared/sheet/use-preview";
import { useStartRun } from "@/shared/sheet/use-start-run";

const NO_KEY = "Chave de API do GameBoost não encontrada. Configure-a nas configurações.";

type BulkCreationOptions<T> = {
  game: Game;
  endpoint: CreationPath;
  /** What is said when the server itself fails, and without a key, where the game has words of its own. */
  failed?: string | undefined;
  noKey?: string;
  rows: readonly LocalRow<T>[];
  body: PreviewBody | null;
  waiting: string;
  /** Shows the run that is begun. */
  runs: Pick<Runs, "show">;
  onStarted: (runId: number) => void;
  /** Fields that the dry run or the creation refused. */
  onProblems: (problems: Problems) => void;
};

/** From rows to a run: their dry run, the question before they are sent, the start. */
export function useBulkCreation<T>(options: BulkCreationOptions<T>) {
  const { game, endpoint, failed, noKey = NO_KEY, rows, body, waiting, runs, onProblems } = options;
  const configuration = useConfiguration();
  const [confirming, setConfirming] = useState(false);
  const preview = usePreview<T>({ game, rows, body, waiting });
  const start = useStartRun({
    endpoint,
    failed,
    on: {
      started: (runId) => {
        options.onStarted(runId);
        setConfirming(false);
        runs.show(runId);
      },
      refused: (problems) => {
        onProblems(problems);
        setConfirming(false);
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
