import { useQuery } from "@tanstack/react-query";
import { type SyncState, syncQuery } from "@/api/marketplace";
import { counted, relative } from "@/lib/format";
import { serviceName } from "@/shared/marketplace/service";
import { Status } from "@/ui/status";

/** How far the look through each key's listings has come; nothing while that is not known. */
export function SyncStates() {
  const { data } = useQuery(syncQuery());
  if (!data || data.length === 0) return null;
  return (
    <ul className="grid gap-1 border-line border-b px-4 py-2.5 text-sm">
      {data.map((state) => (
        <li key={`${state.service} ${state.userId}`} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{serviceName(state.service)}</span>
          <span className="text-muted">{listingsWords(state)}</span>
          <Status tone={state.error ? "bad" : state.finishedAt ? "good" : "info"}>{progressWords(state)}</Status>
        </li>
      ))}
    </ul>
  );
}

function listingsWords({ listings, baseUrl }: SyncState): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return `${counted(listings, "anúncio", "anúncios")} em ${host}`;
}

function progressWords({ error, startedAt, finishedAt, page }: SyncState): string {
  if (error) return error;
  if (finishedAt) return `Conferidos ${relative(finishedAt)}`;
  if (!startedAt) return "Ainda não conferidos";
  return page > 0 ? `Conferindo, página ${page}` : "Conferindo os que faltaram";
}
