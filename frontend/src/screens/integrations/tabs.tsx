/** The tabs behind the first one. */
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { api, listQuery, pathQuery, type Schemas } from "@/api/client";
import { rethrowWithMessage } from "@/lib/errors";
import { dateTime, money, plural, relative } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { usePageState, useUrlState } from "@/lib/use-url-state";
import { PagedCard } from "@/shared/lists/paged-card";
import { gameName, serviceName } from "@/shared/marketplace/service";
import { Badge, type Label, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { Choice, optionsFrom } from "@/ui/fields";
import { actionsColumn, type Column, column, TwoLines } from "@/ui/table";

const ReasonDialog = lazy(() => import("@/ui/reason-dialog"));

type ListingChange = Schemas["MarketplaceListingChangeOutput"];
type SyncState = Schemas["MarketplaceSyncStateOutput"];

const PAGE = 20;
const KINDS: Record<ListingChange["kind"], Label> = {
  draft: { label: "Não publicado", tone: "warn" },
  sold: { label: "Vendido", tone: "good" },
  refunded: { label: "Reembolsado", tone: "bad" },
  removed: { label: "Removido", tone: "warn" },
};
const ALL = "todas";
const STATES = optionsFrom({ open: "A tratar", handled: "Tratadas", [ALL]: "Todas" });

/** Listings that were sold, refunded, removed or left unpublished elsewhere. What follows from that is a person's decision. */
export function ChangesTab() {
  const [state, setState] = useUrlState("situacao", "open");
  const [offset, setOffset] = usePageState(PAGE);
  const handling = useOpening<ListingChange>();
  const query = { limit: PAGE, offset, state: state === ALL ? "" : state };
  const changes = useQuery({ ...listQuery("/api/marketplace/changes", { query }), placeholderData: keepPreviousData });
  const choose = (next: string) => {
    setOffset(0);
    setState(next);
  };
  return (
    <div className="grid gap-4">
      <PagedCard
        title="Mudanças em anúncios"
        description="O que foi vendido, reembolsado ou removido fora daqui, e o que o marketplace criou sem publicar."
        actions={<Choice label="Situação" className="w-auto" options={STATES} value={state} onChange={choose} />}
        query={changes}
        columns={columns(handling.show)}
        offset={offset}
        limit={PAGE}
        onOffset={setOffset}
        empty={
          <EmptyState
            icon="circle-check"
            title={state === "open" ? "Nada a tratar" : "Nenhuma mudança encontrada"}
            description="Os anúncios de cada chave são conferidos a cada 15 minutos."
          />
        }
      >
        {handling.dialog(ReasonDialog, ({ id, kind, title, remoteId }) => ({
          title: "Tratar mudança",
          description: `${KINDS[kind].label}: ${title || `anúncio ${remoteId}`}`,
          submitLabel: "Marcar como tratada",
          label: "Observação",
          hint: "O que foi decidido. Nada é descontado ou pago automaticamente.",
          maxLength: 1000,
          optional: true,
          send: (note) =>
            api.post("/api/marketplace/changes/{change_id}/handle", { path: { change_id: id }, body: { note } }),
          done: "Mudança tratada",
          invalidates: ["marketplace/changes"] as const,
        }))}
      </PagedCard>
      {/* Below the list, so only once its height is known. */}
      {!changes.isPending && <SyncStates />}
    </div>
  );
}

function columns(handle: (change: ListingChange) => void): Column<ListingChange>[] {
  return [
    column("Mudança", ({ kind }) => <Badge {...KINDS[kind]} />),
    column("Anúncio", { phone: "bare" }, ({ title, game, service, remoteId, handledAt, note }) => (
      <TwoLines
        first={title || `Anúncio ${remoteId}`}
        second={[serviceName(service), gameName(game), `#${remoteId}`].filter(Boolean).join(" · ")}
      >
        {handledAt === null && note && <span className="block text-sm text-bad wrap-anywhere">{note}</span>}
      </TwoLines>
    )),
    column("Anunciado por", ({ user }) => user?.fullName ?? "—"),
    column("Preço", { align: "end", phone: "side" }, ({ priceEur }) => (priceEur ? money(priceEur, "EUR") : "—")),
    column("Notada em", ({ noticedAt }) => dateTime(noticedAt)),
    {
      ...actionsColumn((change) => {
        const { title, remoteId, handledAt, handledBy, note } = change;
        if (handledAt === null) {
          return (
            <Button size="sm" aria-label={`Tratar ${title || remoteId}`} onClick={() => handle(change)}>
              Tratar
            </Button>
          );
        }
        return (
          <span className="text-sm text-muted">
            Tratada em {dateTime(handledAt)}
            {handledBy && ` por ${handledBy.fullName}`}
            {note && <span className="block wrap-anywhere">{note}</span>}
          </span>
        );
      }),
      key: "handled",
    },
  ];
}

/** How far the look through each key's listings has come; nothing while that is not known. */
function SyncStates() {
  const { data } = useQuery(pathQuery("/api/marketplace/sync"));
  if (!data || data.length === 0) return null;
  return (
    <ul className="card grid gap-1 px-4 py-2.5 text-sm">
      {data.map((state) => (
        <li key={`${state.service} ${state.userId}`} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{serviceName(state.service)}</span>
          <span className="text-muted">{listingsLabel(state)}</span>
          <Status tone={state.error ? "bad" : state.finishedAt ? "good" : "info"}>{progressLabel(state)}</Status>
        </li>
      ))}
    </ul>
  );
}

function listingsLabel({ listings, baseUrl }: SyncState): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return `${plural(listings, "anúncio", "anúncios")} em ${host}`;
}

function progressLabel({ error, startedAt, finishedAt, page }: SyncState): string {
  if (error) return error;
  if (finishedAt) return `Conferidos ${relative(finishedAt)}`;
  if (!startedAt) return "Ainda não conferidos";
  return page > 0 ? `Conferindo, página ${page}` : "Conferindo os que faltaram";
}

export function TemplatesTab() {
  const drifts = useQuery(pathQuery("/api/marketplace/templates/drift"));
  const refresh = useMutation({
    meta: { invalidates: ["marketplace/templates"] },
    mutationFn: () => api.post("/api/marketplace/templates/refresh").catch(rethrowWithMessage((reason) => reason)),
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
                    {seenAt ? `Conferido ${relative(seenAt)}` : "Nunca conferido: vale o modelo que acompanha o produto"}
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

function refreshedLabel(results: readonly Schemas["MarketplaceRefreshedOutput"][]): string {
  const changed = results.filter(({ outcome }) => outcome === "changed").map(({ game }) => gameName(game));
  return changed.length === 0 ? "Nenhum modelo mudou" : `Mudou: ${changed.join(", ")}`;
}
