import type { ConnectionTest, Service } from "@/api/configs";
import { counted } from "@/lib/format";
import { VERSION_GONE } from "@/shared/marketplace/configuration";
import { SERVICE_NAMES } from "@/shared/marketplace/service";
import { TEST_WORDS } from "@/shared/marketplace/texts";
import { USE_V2 } from "@/shared/marketplace/use-switch-to-v2";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

type TestResultProps = {
  service: Service;
  test: ConnectionTest;
  /** Goes on with version 2, where the answer was that version 1 is no longer served. */
  onUseV2?: (() => void) | undefined;
};

/** What the marketplace answered to a connection test: whose key it is, or why it does not work. */
export function TestResult({ service, test, onUseV2 }: TestResultProps) {
  if (test.success) return <Alert tone="good">{answerLabel(service, test.data)}</Alert>;
  return (
    <Alert tone="bad">
      <p className="font-medium">{test.error || TEST_WORDS.refused}</p>
      {test.detail && <p>{test.detail}</p>}
      {test.status && test.status !== VERSION_GONE && <p className="text-sm">HTTP {test.status}</p>}
      {test.status === VERSION_GONE && onUseV2 && (
        <Button className="mt-2" onClick={onUseV2}>
          {USE_V2}
        </Button>
      )}
    </Alert>
  );
}

function answerLabel(service: Service, data: unknown): string {
  const { username, accounts } = (data ?? {}) as { username?: unknown; accounts?: unknown };
  const answered = `${SERVICE_NAMES[service]} respondeu`;
  if (typeof username === "string") return `${answered}: a chave é de ${username}.`;
  if (typeof accounts !== "number") return `${answered}: a chave é válida.`;
  return `${answered}: ${counted(accounts, "conta", "contas")} nesta chave.`;
}
