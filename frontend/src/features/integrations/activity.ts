/** The log of calls to the marketplaces and its figures (document 2 §2.1 and §7). */
import { listQuery, pathQuery } from "@/lib/query-client";
import type { components } from "@/lib/schema";

export type Activity = components["schemas"]["MarketplaceActivityOutput"];
export type Figures = components["schemas"]["MarketplaceCallFiguresOutput"];

/** Document 2 §9: 'Activity fetch limit (integration dashboard) | 50; table shows 10 rows'. */
const FETCHED = 50;
export const SHOWN = 10;

const PATH = "/api/activities";

/** Today's figures over everybody's calls. */
export function figuresQuery() {
  return pathQuery<Figures>(`${PATH}/figures`);
}

/** The fetch that holds the row at `offset`, of one service or of all ('') . */
export function activitiesQuery(service: string, offset: number) {
  const filter = service === "" ? "" : `&service=${service}`;
  return listQuery<Activity>(`${PATH}?limit=${FETCHED}&offset=${offset - (offset % FETCHED)}${filter}`);
}

/** The rows of a fetch that are shown at `offset`. */
export function shownOf(rows: readonly Activity[], offset: number): Activity[] {
  const from = offset % FETCHED;
  return rows.slice(from, from + SHOWN);
}

/** The newest call of a service, if there was one. */
export function lastCallQuery(service: string) {
  return listQuery<Activity>(`${PATH}?limit=1&offset=0&service=${service}`);
}

/** True for everything read of the log. */
export function isAboutActivities(queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(PATH);
}

/** Why there was no answer, in place of an HTTP status. */
const FAILURES: Record<string, string> = {
  destination_refused: "Endereço não permitido",
  name_not_resolved: "Endereço não encontrado",
  connection_failed: "Sem conexão",
  tls_failed: "Certificado inválido",
  invalid_request: "Chave ou endereço inválido",
  withdrawn: "Cancelada antes de sair",
  timeout: "Tempo esgotado",
  connection_lost: "Conexão interrompida",
  body_too_large: "Resposta grande demais",
};

/** '200', or why there was no status. */
export function statusText(status: string): string {
  return FAILURES[status] ?? status;
}
