import type { ConnectionTest } from "@/features/marketplace/configuration";
import { SERVICE_NAMES, type Service } from "@/features/marketplace/service";
import { TEST_WORDS } from "@/features/marketplace/words";
import { counted } from "@/lib/format";
import { Alert } from "@/ui/alert";

/** What the marketplace answered to a connection test: whose key it is, or why it does not work. */
export function TestResult({ service, test }: { service: Service; test: ConnectionTest }) {
  if (test.success) return <Alert tone="good">{answerWords(service, test.data)}</Alert>;
  return (
    <Alert tone="bad">
      <p className="font-medium">{test.error || TEST_WORDS.refused}</p>
      {test.detail && <p>{test.detail}</p>}
      {test.status && <p className="text-sm">HTTP {test.status}</p>}
    </Alert>
  );
}

function answerWords(service: Service, data: unknown): string {
  const { username, accounts } = (data ?? {}) as { username?: unknown; accounts?: unknown };
  const answered = `${SERVICE_NAMES[service]} respondeu`;
  if (typeof username === "string") return `${answered}: a chave é de ${username}.`;
  if (typeof accounts !== "number") return `${answered}: a chave é válida.`;
  return `${answered}: ${counted(accounts, "conta", "contas")} nesta chave.`;
}
