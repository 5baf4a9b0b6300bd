import { type ReactNode, useState } from "react";
import type { Configuration } from "@/api/configs";
import type { Preview } from "@/api/drafts";
import { messageOf } from "@/lib/errors";
import { integer, money } from "@/lib/format";
import { times } from "@/lib/money";
import { host, maskedKey } from "@/shared/marketplace/configuration";
import { differences, sendable } from "@/shared/sheet/difference";
import { FineMark } from "@/shared/sheet/fine-mark";
import { type Fine, finesOf, reasonsOf } from "@/shared/sheet/fines";
import type { PreviewBody, PreviewState } from "@/shared/sheet/use-preview";
import { isPreviewChanged, type StartRun } from "@/shared/sheet/use-start-run";
import { Alert } from "@/ui/alert";
import { ConfirmDialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";
import { useAnnounce } from "@/ui/live-region";
import { Masked } from "@/ui/masked";

export type ConfirmRunProps<T> = {
  open: boolean;
  onClose: () => void;
  preview: PreviewState<T>;
  /** What was previewed and is sent. */
  body: PreviewBody;
  start: StartRun;
  configuration: Configuration;
  /** Further lines, told first: the title, the price. */
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  /** Rows that are not sent. */
  leftOut: number;
};

/** The loaded half of ConfirmRun.
 *
 * Exactly what was previewed is sent. When the server finds that it is no longer that (409 `preview_changed`), what has
 * changed is shown, and the question asked again.
 */
export default function ConfirmRunDialog<T>({
  open,
  onClose,
  preview,
  body,
  start,
  configuration,
  facts = [],
  leftOut,
}: ConfirmRunProps<T>) {
  const [changes, setChanges] = useState<string[] | null>(null);
  const { answer, status, error } = preview;
  const checked = status === "checked" && answer !== null;
  const count = answer ? sendable(answer) : null;
  // The window is read out when it opens: only what comes later is news.
  const findings = useAnnounce<HTMLUListElement>(status, false);

  const close = () => {
    setChanges(null);
    onClose();
  };
  const confirm = async () => {
    try {
      await start.send(body, answer?.digest);
    } catch (refusal) {
      if (isPreviewChanged(refusal) && answer) {
        const now = await preview.refresh();
        start.begin();
        setChanges(now ? differences(answer, now) : []);
      }
      throw refusal;
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={confirm}
      ready={checked && count !== 0}
      title={titleOf(count)}
      description="As contas serão criadas no marketplace, uma de cada vez. Você pode fechar a página."
      confirmLabel={changes === null ? "Criar contas" : "Criar assim mesmo"}
    >
      {changes !== null && <Changes changes={changes} />}
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {answer && <Fact name="Total">{money(totalOf(answer), "EUR")}</Fact>}
        <Fact name="Chave de API">
          <Masked text={maskedKey(configuration)} /> ·{" "}
          {configuration.isSystemDefault ? "padrão do sistema" : "sua configuração"}
        </Fact>
        <Fact name="Destino">{host(configuration)}</Fact>
      </dl>
      <ul ref={findings} aria-live="off" className="mt-4 grid gap-1.5 text-sm">
        {leftOut > 0 && <Said tone="warn">{leftOutText(leftOut)}</Said>}
        {error && <Said tone="warn">O servidor não conferiu as contas: {messageOf(error)}</Said>}
        {!error && !checked && <li className="text-muted">Conferindo com o servidor...</li>}
        {checked && <Findings preview={sentOf(answer, body)} />}
      </ul>
    </ConfirmDialog>
  );
}

function Changes({ changes }: { changes: string[] }) {
  return (
    <div className="mb-4">
      <Alert tone="warn">
        <p className="font-medium">A prévia mudou desde que você a viu. Nada foi enviado.</p>
        <ul className="mt-1 grid gap-0.5">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-end font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Findings({ preview }: { preview: Preview }) {
  const known = preview.rows.filter(({ verdict }) => verdict === "duplicate").length;
  const refused = preview.rows.filter(({ verdict }) => verdict === "invalid").length;
  const fines = finesOf(preview);
  const warnings = preview.warnings ?? [];
  const reasons = [...reasonsOf(preview, "invalid"), ...reasonsOf(preview, "warning")];
  return (
    <>
      {warnings.map((text) => (
        <Said key={text} tone="warn">
          {text}
        </Said>
      ))}
      {known > 0 && <Said tone="warn">{knownText(known)}</Said>}
      {refused > 0 && <Said tone="warn">{refusedText(refused)}</Said>}
      {reasons.map((text) => (
        <Said key={text} tone="warn">
          {text}
        </Said>
      ))}
      {fines.map((fine) => (
        <Said key={`${fine.rule} ${fine.message}`} tone="warn">
          <FineText {...fine} />
        </Said>
      ))}
      {warnings.length + known + refused + fines.length + reasons.length === 0 && (
        <Said tone="good">Tudo conferido pelo servidor.</Said>
      )}
    </>
  );
}

function FineText({ message, fine, accounts }: Fine) {
  return (
    <>
      {message} <span className="text-muted">({accounts === 1 ? "1 conta" : `${integer(accounts)} contas`})</span>
      <FineMark fine={fine} accounts={accounts} />
    </>
  );
}

function Said({ tone, children }: { tone: "good" | "warn"; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon
        name={tone === "good" ? "circle-check" : "alert"}
        className={tone === "good" ? "mt-0.5 text-good" : "mt-0.5 text-warn"}
      />
      <span>{children}</span>
    </li>
  );
}

/** The answer without the lines that are left out, which are told as that. */
function sentOf(answer: Preview, { skipLines = [] }: PreviewBody): Preview {
  const skipped = new Set(skipLines);
  return { ...answer, rows: answer.rows.filter(({ line }) => !skipped.has(line)) };
}

/** The sum of what goes out; an older server says only the price of one. */
const totalOf = (answer: Preview): string => answer.totalEur ?? times(answer.priceEur, sendable(answer));

function titleOf(count: number | null): string {
  if (count === null) return "Criar contas?";
  if (count === 0) return "Nenhuma conta para criar";
  return count === 1 ? "Criar 1 conta?" : `Criar ${integer(count)} contas?`;
}

function leftOutText(count: number): string {
  return count === 1
    ? "1 linha com problema fica no texto e não é enviada."
    : `${integer(count)} linhas com problema ficam no texto e não são enviadas.`;
}

function knownText(count: number): string {
  return count === 1
    ? "1 já foi criada antes e não será repetida."
    : `${integer(count)} já foram criadas antes e não serão repetidas.`;
}

function refusedText(count: number): string {
  return count === 1 ? "1 não seria criada:" : `${integer(count)} não seriam criadas:`;
}
