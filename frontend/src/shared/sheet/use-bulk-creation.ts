import { useEffect, useEffectEvent } from "react";
import type { Game } from "@/api/client";
import type { Service } from "@/api/configs";
import { ApiError, problemsIn } from "@/lib/errors";
import { useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import type { Problems } from "@/lib/use-form";
import { useConfiguration } from "@/shared/marketplace/configuration";
import type { LocalRow } from "@/shared/sheet/rows";
import { type PreviewBody, usePreview } from "@/shared/sheet/use-preview";

export const WRONG_FIELDS = "Corrija os campos destacados antes de criar as contas.";

type BulkCreationOptions<T> = {
  game: Game;
  /** Whose key is needed, and what is said without one. */
  service: Service;
  noKey: string;
  rows: readonly LocalRow<T>[];
  body: PreviewBody | null;
  waiting: string;
  /** Fields that the dry run refused. */
  onProblems: (problems: Problems) => void;
};

/** From rows to the question before they are sent: their dry run, the key, `confirming`. */
export function useBulkCreation<T>({ service, noKey, onProblems, ...asked }: BulkCreationOptions<T>) {
  const configuration = useConfiguration(service);
  const preview = usePreview<T>(asked);
  const confirming = useOpening<null>();

  const tellFields = useEffectEvent(onProblems);
  useEffect(() => {
    const refused = problemsIn(preview.error);
    if (Object.keys(refused).length > 0) tellFields(refused);
  }, [preview.error]);

  /** Asks to confirm, unless a key is missing or `refuse` answers true, having said why. */
  const askToCreate = async (refuse: () => boolean) => {
    // A key that was missing may have been saved in another tab since.
    const { data, error } = configuration.data?.apiKey ? configuration : await configuration.refetch();
    if (error) return toast.error("Não foi possível carregar suas configurações de API.");
    if (!data?.apiKey) return toast.error(noKey, "Configuração incompleta");
    if (!refuse()) confirming.show(null);
  };

  return { preview, confirming, askToCreate };
}

/** What the marketplace changed of a game since its form was made; null where an error says nothing of that. */
export function templateChanges(error: unknown): readonly string[] | null {
  if (!(error instanceof ApiError) || error.code !== "template_changed") return null;
  return (error.data as { changes?: readonly string[] }).changes ?? [];
}
