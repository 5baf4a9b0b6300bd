/** The log of calls to the marketplaces, as the API answers it. */
import type { Activity } from "@/api/marketplace";
import { dateTime, integer } from "@/lib/format";
import { serviceName } from "@/shared/marketplace/service";
import { Status } from "@/ui/badge";
import { type Column, column } from "@/ui/table";

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
export const statusText = (status: string): string => FAILURES[status] ?? status;

/** The columns of the log, with the words of the screen that shows it. */
export const callColumns = (time: string, took: string): Column<Activity>[] => [
  column("API", ({ service }) => serviceName(service)),
  column("Endpoint", { phone: "bare" }, ({ method, endpoint }) => (
    <code className="font-mono text-sm wrap-anywhere">
      {method} {endpoint}
    </code>
  )),
  column("Status", { phone: "side" }, ({ status, success }) => (
    <Status tone={success ? "good" : "bad"}>{statusText(status)}</Status>
  )),
  column(time, { phone: "bare", align: "end" }, ({ timestamp }) => dateTime(timestamp)),
  column(took, { phone: "bare", align: "end" }, ({ responseTime }) => `${integer(responseTime)} ms`),
];
