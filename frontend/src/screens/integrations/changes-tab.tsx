import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  CHANGES_PAGE,
  changesQuery,
  handleChange,
  type ListingChange,
  marketplaceKeys,
  type SyncState,
  syncQuery,
} from "@/api/marketplace";
import { counted, dateTime, money, relative } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { usePageState, useUrlState } from "@/lib/use-url-state";
import { PagedCard } from "@/shared/lists/paged-card";
import { gameName, serviceName } from "@/shared/marketplace/service";
import { Badge, Status, type Words } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Choice, optionsFrom } from "@/ui/fields";
import { EmptyState } from "@/ui/states";
import { actionsColumn, type Column, column, TwoLines } from "@/ui/table";

const ReasonDialog = lazy(() => import("@/ui/reason-dialog"));

const KINDS: Record<ListingChange["kind"], Words> = {
  draft: { label: "Não publicado", tone: "warn" },
  sold: { label: "Vendido", tone: "good" },
  refunded: { label: "Reembolsado", tone: "bad" },
  removed: { label: "Removido", tone: "warn" },
};
const ALL = "todas";
const STATES = optionsFrom({ open: "A tratar", handled: "Tratadas", [ALL]: "Todas" });

/** Listings that were sold, refunded, removed or left unpublished elsewhere. What follows from that is a person's decision. */
export default function ChangesTab() {
  const [state, setState] = useUrlState("situacao", "open");
  const [offset, setOffset] = usePageState(CHANGES_PAGE);
  const handling = useOpening<ListingChange>();
  const changes = useQuery({ ...changesQuery(state === ALL ? "" : state, offset), placeholderData: keepPreviousData });
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
        limit={CHANGES_PAGE}
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
          send: (note) => handleChange(id, note),
          done: "Mudança tratada",
          invalidates: [{ queryKey: marketplaceKeys.changes }],
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
  const { data } = useQuery(syncQuery());
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
  return `${counted(listings, "anúncio", "anúncios")} em ${host}`;
}

function progressLabel({ error, startedAt, finishedAt, page }: SyncState): string {
  if (error) return error;
  if (finishedAt) return `Conferidos ${relative(finishedAt)}`;
  if (!startedAt) return "Ainda não conferidos";
  return page > 0 ? `Conferindo, página ${page}` : "Conferindo os que faltaram";
}
