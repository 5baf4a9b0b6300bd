/** The log of calls to the marketplaces, as the API answers it. */
import type { Activity } from "@/api/marketplace";
import { Status } from "@/ui/badge";

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

export function CallStatus({ status, success }: Activity) {
  return <Status tone={success ? "good" : "bad"}>{statusText(status)}</Status>;
}

export function Endpoint({ method, endpoint }: Activity) {
  return (
    <code className="font-mono text-sm wrap-anywhere">
      {method} {endpoint}
    </code>
  );
}
