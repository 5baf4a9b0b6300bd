import { type ReactNode, useState } from "react";
import type { Configuration } from "@/api/configs";
import type { Finding, Preview, PreviewRow } from "@/api/drafts";
import { messageOf } from "@/lib/errors";
import { counted, integer, money } from "@/lib/format";
import { times } from "@/lib/money";
import { host, maskedKey } from "@/shared/marketplace/configuration";
import { FineMark } from "@/shared/sheet/fine-mark";
import type { Verdict } from "@/shared/sheet/rows";
import { isPreviewChanged, type StartRun } from "@/shared/sheet/use-bulk-creation";
import type { PreviewBody, PreviewState } from "@/shared/sheet/use-preview";
import { Alert } from "@/ui/alert";
import { useAnnounce } from "@/ui/announcement";
import { ConfirmDialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";
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
  /** Lines that stay where they are. */
  skipped: ReadonlySet<number>;
  leftOut: number;
  /** What the page itself finds doubtful of what is sent. */
  doubts: readonly string[];
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
  skipped,
  leftOut,
  doubts,
}: ConfirmRunProps<T>) {
  const [changes, setChanges] = useState<string[] | null>(null);
  const { answer, status, error } = preview;
  const checked = status === "checked" && answer !== null;
  const count = answer ? sendable(answer) : null;
  const isGroup = answer !== null && (answer.markets?.length ?? 0) > 1;
  // The window is read out when it opens: only what comes later is news.
  const findings = useAnnounce<HTMLUListElement>(status);

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
      description={`As contas serão criadas ${isGroup ? "em cada marketplace" : "no marketplace"}, uma de cada vez. Você pode fechar a página.`}
      confirmLabel={changes === null ? "Criar contas" : "Criar assim mesmo"}
    >
      {changes !== null && (
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
      )}
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {isGroup ? (
          answer.markets?.map(({ service, title, sendable, totalEur, keyHint }) => (
            <Fact key={service} name={title}>
              {counted(sendable, "conta", "contas")} · {money(totalEur, "EUR")} · <Masked text={keyHint} />
            </Fact>
          ))
        ) : (
          <>
            {answer && <Fact name="Total">{money(totalOf(answer), "EUR")}</Fact>}
            <Fact name="Chave de API">
              <Masked text={maskedKey(configuration)} /> ·{" "}
              {configuration.isSystemDefault ? "padrão do sistema" : "sua configuração"}
            </Fact>
            <Fact name="Destino">{host(configuration)}</Fact>
          </>
        )}
      </dl>
      <ul ref={findings} className="mt-4 grid gap-1.5 text-sm">
        {leftOut > 0 && <Said>{counted(leftOut, ...LEFT_OUT)}</Said>}
        {error && <Said>O servidor não conferiu as contas: {messageOf(error)}</Said>}
        {!error && !checked && <li className="text-muted">Conferindo com o servidor...</li>}
        {checked && <Findings preview={sentOf(answer, skipped)} doubts={doubts} />}
      </ul>
    </ConfirmDialog>
  );
}

const LEFT_OUT = [
  "linha com problema fica na lista e não é enviada.",
  "linhas com problema ficam na lista e não são enviadas.",
] as const;
const KNOWN = ["já foi criada antes e não será repetida.", "já foram criadas antes e não serão repetidas."] as const;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-end font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Findings({ preview, doubts }: { preview: Preview; doubts: readonly string[] }) {
  const known = preview.rows.filter(({ verdict }) => verdict === "duplicate").length;
  const refused = preview.rows.filter(({ verdict }) => verdict === "invalid").length;
  const fines = finesOf(preview);
  const warnings = [
    ...(preview.warnings ?? []),
    ...doubts,
    ...(known > 0 ? [counted(known, ...KNOWN)] : []),
    ...(refused > 0 ? [counted(refused, "não seria criada:", "não seriam criadas:")] : []),
    ...reasonsOf(preview, "invalid"),
    ...reasonsOf(preview, "warning"),
  ];
  return (
    <>
      {warnings.map((text) => (
        <Said key={text}>{text}</Said>
      ))}
      {fines.map(({ rule, message, fine, accounts }) => (
        <Said key={`${rule} ${message}`}>
          {message} <span className="text-muted">({counted(accounts, "conta", "contas")})</span>
          <FineMark fine={fine} accounts={accounts} />
        </Said>
      ))}
      {warnings.length + fines.length === 0 && <Said good>Tudo conferido pelo servidor.</Said>}
    </>
  );
}

function Said({ good = false, children }: { good?: boolean; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={good ? "circle-check" : "alert"} className={good ? "mt-0.5 text-good" : "mt-0.5 text-warn"} />
      <span>{children}</span>
    </li>
  );
}

/** The answer without the lines that are left out, which are told as that. */
function sentOf(answer: Preview, skipped: ReadonlySet<number>): Preview {
  return { ...answer, rows: answer.rows.filter(({ line }) => !skipped.has(line)) };
}

/** The sum of what goes out; an older server says only the price of one. */
const totalOf = (answer: Preview): string => answer.totalEur ?? times(answer.priceEur, sendable(answer));

function titleOf(count: number | null): string {
  if (count === null) return "Criar contas?";
  if (count === 0) return "Nenhuma conta para criar";
  return `Criar ${counted(count, "conta", "contas")}?`;
}

const LINES_TOLD = 8;
const NOW: Record<Verdict, string> = {
  valid: "agora é válida",
  warning: "agora tem aviso",
  duplicate: "agora é duplicada",
  invalid: "agora é inválida",
};

/** Sentences, the sums first; lines beyond the first few are only counted. */
function differences(before: Preview, now: Preview): string[] {
  const earlier = new Map(before.rows.map((row) => [row.line, row]));
  const lines = now.rows.flatMap((row) => {
    const change = changeOf(earlier.get(row.line), row);
    return change === "" ? [] : [`Linha ${row.line}: ${change}`];
  });
  const rest = lines.length - LINES_TOLD;
  return [
    ...sums(before, now),
    ...lines.slice(0, LINES_TOLD),
    ...(rest > 0 ? [`Mais ${counted(rest, "linha mudou", "linhas mudaram")}.`] : []),
  ];
}

function sums(before: Preview, now: Preview): string[] {
  const [was, is] = [sendable(before), sendable(now)];
  const texts = was === is ? [] : [`Contas a criar: de ${integer(was)} para ${integer(is)}.`];
  if (before.totalEur !== undefined && now.totalEur !== undefined && before.totalEur !== now.totalEur) {
    texts.push(`Total: de ${money(before.totalEur, "EUR")} para ${money(now.totalEur, "EUR")}.`);
  }
  return texts;
}

function sendable({ totals, rows }: Preview): number {
  return totals.sendable ?? rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
}

function changeOf(was: PreviewRow | undefined, is: PreviewRow): string {
  if (was === undefined) return "é nova.";
  if (was.verdict !== is.verdict) {
    return is.error === "" ? `${NOW[is.verdict]}.` : `${NOW[is.verdict]}: ${is.error}`;
  }
  if (was.priceEur && is.priceEur && was.priceEur !== is.priceEur) {
    return `o preço mudou de ${money(was.priceEur, "EUR")} para ${money(is.priceEur, "EUR")}.`;
  }
  if (was.title !== is.title) return `o título agora é “${is.title ?? ""}”.`;
  return was.error === is.error ? "" : is.error;
}

type Fine = Pick<Finding, "rule" | "message" | "fine"> & { accounts: number };

/** Grouped by what is said, those that most accounts share first. */
function finesOf({ rows }: Preview): Fine[] {
  const groups = new Map<string, Fine>();
  for (const { verdict, findings = [] } of rows) {
    if (verdict === "duplicate" || verdict === "invalid") continue;
    for (const { rule, message, fine } of findings) {
      const key = `${rule}\n${message}`;
      groups.set(key, { rule, message, fine, accounts: (groups.get(key)?.accounts ?? 0) + 1 });
    }
  }
  return [...groups.values()].sort((one, other) => other.accounts - one.accounts);
}

/** Why rows are left out or warned about, each text once, beside what the findings say already. */
function reasonsOf({ rows }: Preview, verdict: "invalid" | "warning"): string[] {
  const texts = rows
    .filter((row) => row.verdict === verdict)
    .flatMap(({ error, messages, findings = [] }) => {
      const told = new Set(findings.map(({ message }) => message));
      return [error, ...messages].filter((text) => text !== "" && !told.has(text));
    });
  return [...new Set(texts)];
}
