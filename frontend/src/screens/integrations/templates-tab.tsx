import { useMutation, useQuery } from "@tanstack/react-query";
import { marketplaceKeys, type RefreshedTemplate, refreshTemplates, templateChangesQuery } from "@/api/marketplace";
import { rethrowWithMessage } from "@/lib/errors";
import { dateTime, relative } from "@/lib/format";
import { toast } from "@/lib/toast";
import { gameName } from "@/shared/marketplace/service";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { QueryResult, Skeleton } from "@/ui/states";

export default function TemplatesTab() {
  const drifts = useQuery(templateChangesQuery());
  const refresh = useMutation({
    meta: { invalidates: [{ queryKey: marketplaceKeys.templates }] },
    mutationFn: () => refreshTemplates().catch(rethrowWithMessage((reason) => reason)),
    onSuccess: (results) => {
      const failed = results.filter(({ outcome }) => outcome === "failed");
      if (failed.length > 0) toast.error(failed.map(({ game, message }) => `${gameName(game)}: ${message}`).join("\n"));
      else toast.success(refreshedLabel(results));
    },
  });
  return (
    <Card
      title="Modelos dos jogos"
      description="O que o GameBoost aceita em cada jogo. Conferidos automaticamente a cada 6 horas."
      actions={
        <Button icon="refresh" busy={refresh.isPending} onClick={() => refresh.mutate()}>
          Conferir agora
        </Button>
      }
      padded={false}
    >
      <QueryResult query={drifts} fallback={<Skeleton className="m-4 h-64" />}>
        {(games) => (
          <ul className="divide-y divide-line">
            {games.map(({ game, seenAt, changedAt, changes }) => (
              <li key={game} className="grid gap-2 px-4 py-3">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <h3 className="font-medium">{gameName(game)}</h3>
                  <p className="ml-auto text-sm text-muted">
                    {seenAt
                      ? `Conferido ${relative(seenAt)}`
                      : "Nunca conferido: vale o modelo que acompanha o produto"}
                  </p>
                </div>
                {changes.length > 0 && (
                  <section aria-label={`Mudanças em ${gameName(game)}`}>
                    <p className="text-sm text-muted">Mudou em {dateTime(changedAt)}:</p>
                    <ul className="list-disc pl-5">
                      {changes.map(({ text }) => (
                        <li key={text} className="wrap-anywhere">
                          {text}
                        </li>
                      ))}
                    </ul>
                  </section>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  );
}

function refreshedLabel(results: readonly RefreshedTemplate[]): string {
  const changed = results.filter(({ outcome }) => outcome === "changed").map(({ game }) => gameName(game));
  return changed.length === 0 ? "Nenhum modelo mudou" : `Mudou: ${changed.join(", ")}`;
}
