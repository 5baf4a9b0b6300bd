import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import type { Configuration } from "@/api/configs";
import type { Finding, Preview, PreviewRow } from "@/api/drafts";
import { type CreationPath, startRun } from "@/api/runs";
import { ApiError, messageOf, problemsIn } from "@/lib/errors";
import { integer, money, plural } from "@/lib/format";
import type { DialogOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import type { Problems } from "@/lib/use-form";
import { host, maskedKey } from "@/shared/marketplace/configuration";
import { FineMark } from "@/shared/sheet/grid-row";
import type { Verdict } from "@/shared/sheet/rows";
import { templateChanges, WRONG_FIELDS } from "@/shared/sheet/use-bulk-creation";
import type { PreviewBody, PreviewState } from "@/shared/sheet/use-preview";
import { Alert, useAnnounce } from "@/ui/announcement";
import { Icon } from "@/ui/button";
import { Fact } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { Masked } from "@/ui/masked";

/** The first run, and those of all marketplaces. */
export type Started = { runId: number; runIds?: Readonly<Record<string, number>> };

type ConfirmRunProps = DialogOpening & {
  preview: PreviewState<unknown>;
  /** What was previewed and is sent. */
  body: PreviewBody;
  endpoint: CreationPath;
  /** What is said when the server itself fails, where the game has a text of its own. */
  failed: string | undefined;
  onStarted: (started: Started) => void;
  /** Fields that the server refused, told beside them and no longer here. */
  onProblems: (problems: Problems) => void;
  configuration: Configuration;
  /** Further lines, told first: the title, the price. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Lines that stay where they are. */
  skipped: ReadonlySet<number>;
  leftOut: number;
  /** What the page itself finds doubtful of what is sent. */
  doubts: readonly string[];
};

/** What is about to be sent: how many accounts, for how many euros, with which key, at which risk of a fine. Exactly
 * what was previewed is sent, under one key for all tries, so that none of them starts two runs. When the server finds
 * that it is no longer that (409 `preview_changed`), what changed is shown, and the question asked again. */
export default function ConfirmRunDialog(props: ConfirmRunProps) {
  const { open, onClose, preview, body, configuration, facts, skipped, leftOut, doubts } = props;
  const [key, setKey] = useState(newIdempotencyKey);
  const [changes, setChanges] = useState<string[] | null>(null);
  const { answer, status, error } = preview;
  const checked = status === "checked" && answer !== null;
  const count = answer?.totals.sendable ?? null;
  const isGroup = answer !== null && answer.markets.length > 1;
  // The window is read out when it opens: only what comes later is news.
  const findings = useAnnounce<HTMLUListElement>(status);
  const { mutateAsync: send } = useMutation({
    mutationFn: () =>
      startRun(props.endpoint, { ...body, accounts: [...body.accounts], previewDigest: answer?.digest }, key),
    meta: { silent: true },
    onSuccess: props.onStarted,
    onError: async (refusal) => {
      const { code, status: http } = refusal instanceof ApiError ? refusal : { code: "", status: 0 };
      // Somebody else's run, another price, another template.
      if (code === "preview_changed" && answer) {
        const now = await preview.refresh();
        setKey(newIdempotencyKey());
        setChanges(now ? differences(answer, now) : []);
        return;
      }
      const problems = problemsIn(refusal);
      const inFields = Object.keys(problems).length > 0;
      const message = props.failed !== undefined && http >= 500 ? props.failed : messageOf(refusal);
      toast.error(inFields ? WRONG_FIELDS : message, TITLES[code] ?? "Erro no processamento");
      if (inFields) props.onProblems(problems);
      // The form is not that of the game's template any more: the dry run says what changed.
      if (templateChanges(refusal)) preview.refresh();
      if (inFields || templateChanges(refusal)) onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => send()}
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
          answer.markets.map(({ service, title, sendable, totalEur, keyHint }) => (
            <Fact key={service} name={title}>
              {plural(sendable, "conta", "contas")} · {money(totalEur, "EUR")} · <Masked text={keyHint} />
            </Fact>
          ))
        ) : (
          <>
            {answer && <Fact name="Total">{money(answer.totalEur, "EUR")}</Fact>}
            <Fact name="Chave de API">
              <Masked text={maskedKey(configuration)} /> ·{" "}
              {configuration.isSystemDefault ? "padrão do sistema" : "sua configuração"}
            </Fact>
            <Fact name="Destino">{host(configuration)}</Fact>
          </>
        )}
      </dl>
      <ul ref={findings} className="mt-4 grid gap-1.5 text-sm">
        {leftOut > 0 && <Said>{plural(leftOut, ...LEFT_OUT)}</Said>}
        {error && <Said>O servidor não conferiu as contas: {messageOf(error)}</Said>}
        {!error && !checked && <li className="text-muted">Conferindo com o servidor...</li>}
        {checked && (
          <Findings
            rows={answer.rows.filter(({ line }) => !skipped.has(line))}
            warnings={[...answer.warnings, ...doubts]}
          />
        )}
      </ul>
    </ConfirmDialog>
  );
}

const LEFT_OUT = [
  "linha com problema fica na lista e não é enviada.",
  "linhas com problema ficam na lista e não são enviadas.",
] as const;
const KNOWN = ["já foi criada antes e não será repetida.", "já foram criadas antes e não serão repetidas."] as const;

const TITLES: Record<string, string> = {
  configuration_missing: "Configuração incompleta",
  text_empty: "Texto vazio",
  no_valid_accounts: "Sem contas válidas",
};

function Findings({ rows, warnings: texts }: { rows: readonly PreviewRow[]; warnings: readonly string[] }) {
  const known = rows.filter(({ verdict }) => verdict === "duplicate").length;
  const refused = rows.filter(({ verdict }) => verdict === "invalid").length;
  const fines = finesOf(rows);
  const warnings = [
    ...texts,
    ...(known > 0 ? [plural(known, ...KNOWN)] : []),
    ...(refused > 0 ? [plural(refused, "não seria criada:", "não seriam criadas:")] : []),
    ...reasonsOf(rows, "invalid"),
    ...reasonsOf(rows, "warning"),
  ];
  return (
    <>
      {warnings.map((text) => (
        <Said key={text}>{text}</Said>
      ))}
      {fines.map(({ rule, message, fine, accounts }) => (
        <Said key={`${rule} ${message}`}>
          {message} <span className="text-muted">({plural(accounts, "conta", "contas")})</span>
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

function titleOf(count: number | null): string {
  if (count === null) return "Criar contas?";
  if (count === 0) return "Nenhuma conta para criar";
  return `Criar ${plural(count, "conta", "contas")}?`;
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
    ...(rest > 0 ? [`Mais ${plural(rest, "linha mudou", "linhas mudaram")}.`] : []),
  ];
}

function sums(before: Preview, now: Preview): string[] {
  const [was, is] = [before.totals.sendable, now.totals.sendable];
  const texts = was === is ? [] : [`Contas a criar: de ${integer(was)} para ${integer(is)}.`];
  if (before.totalEur !== now.totalEur) {
    texts.push(`Total: de ${money(before.totalEur, "EUR")} para ${money(now.totalEur, "EUR")}.`);
  }
  return texts;
}

function changeOf(was: PreviewRow | undefined, is: PreviewRow): string {
  if (was === undefined) return "é nova.";
  if (was.verdict !== is.verdict) {
    return is.error === "" ? `${NOW[is.verdict]}.` : `${NOW[is.verdict]}: ${is.error}`;
  }
  if (was.priceEur && is.priceEur && was.priceEur !== is.priceEur) {
    return `o preço mudou de ${money(was.priceEur, "EUR")} para ${money(is.priceEur, "EUR")}.`;
  }
  if (was.title !== is.title) return `o título agora é “${is.title}”.`;
  return was.error === is.error ? "" : is.error;
}

type Fine = Pick<Finding, "rule" | "message" | "fine"> & { accounts: number };

/** Grouped by what is said, those that most accounts share first. */
function finesOf(rows: readonly PreviewRow[]): Fine[] {
  const groups = new Map<string, Fine>();
  for (const { verdict, findings } of rows) {
    if (verdict === "duplicate" || verdict === "invalid") continue;
    for (const { rule, message, fine } of findings) {
      const key = `${rule}\n${message}`;
      groups.set(key, { rule, message, fine, accounts: (groups.get(key)?.accounts ?? 0) + 1 });
    }
  }
  return [...groups.values()].sort((one, other) => other.accounts - one.accounts);
}

/** Why rows are left out or warned about, each text once, beside what the findings say already. */
function reasonsOf(rows: readonly PreviewRow[], verdict: "invalid" | "warning"): string[] {
  const texts = rows
    .filter((row) => row.verdict === verdict)
    .flatMap(({ error, messages, findings }) => {
      const found = new Set(findings.map(({ message }) => message));
      return [error, ...messages].filter((text) => text !== "" && !found.has(text));
    });
  return [...new Set(texts)];
}
