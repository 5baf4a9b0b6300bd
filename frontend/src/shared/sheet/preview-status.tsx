import { messageOf } from "@/lib/errors";
import { integer, money } from "@/lib/format";
import { FineMark } from "@/shared/sheet/fine-mark";
import type { PreviewState } from "@/shared/sheet/use-preview";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Telling } from "@/ui/spoken";

/** How far the server's check has come, the total in euro, and what all accounts would be fined for. */
export function PreviewStatus<T>({ preview }: { preview: PreviewState<T> }) {
  const { status, answer, error, shared, waiting, refresh } = preview;
  const checking = status === "idle" ? waiting : status === "checking" ? "Conferindo com o servidor..." : "";
  const said = status === "checked" ? checkedText(answer) : checking;
  return (
    <div className="grid gap-2 border-line border-b px-4 py-2">
      {status === "failed" ? (
        <Alert tone="warn">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>O servidor não conferiu as contas: {messageOf(error)}</span>
            <Button size="sm" icon="refresh" onClick={refresh}>
              Tentar novamente
            </Button>
          </div>
        </Alert>
      ) : (
        <Telling text={said} atOnce className="flex min-h-6 items-center gap-2 text-sm text-muted">
          {status === "checking" && <Icon name="spinner" className="spinner" />}
          {status === "checked" && <Icon name="circle-check" className="text-good" />}
          {said}
        </Telling>
      )}
      {shared.map(({ rule, field, message, fine }) => (
        <Alert key={`${rule} ${field} ${message}`} tone="warn">
          <strong className="font-medium">Em todas as contas:</strong> {message}
          <FineMark fine={fine} />
        </Alert>
      ))}
    </div>
  );
}

function checkedText(answer: PreviewState<unknown>["answer"]): string {
  if (answer === null) return "";
  const { total = 0, sendable } = answer.totals;
  const count = sendable ?? total;
  const sent = count === 1 ? "1 conta pronta para criar" : `${integer(count)} contas prontas para criar`;
  const sum = answer.totalEur === undefined ? "" : ` · total ${money(answer.totalEur, "EUR")}`;
  return `Conferido pelo servidor: ${sent}${sum}.`;
}
