import type { ReactNode } from "react";
import { type Configuration, host, maskedKey } from "@/features/bulk/configuration";
import { times, toEuro } from "@/features/bulk/money";
import type { CommonSettings } from "@/features/bulk/settings";
import type { Preview } from "@/features/bulk/use-create-run";
import { messageOf } from "@/lib/errors";
import { integer, money, parseMoney } from "@/lib/format";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Icon } from "@/ui/icon";

type CreateDialogProps = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => unknown;
  /** How many lines are sent, and how many stay behind. */
  count: number;
  leftOut: number;
  settings: CommonSettings;
  rate: string;
  configuration: Configuration;
  /** What the dry run found, once it has answered, or why it could not say. */
  preview: Preview | undefined;
  previewError: unknown;
  /** Some lines have a price of their own. */
  variesByLine: boolean;
};

/** What is about to be sent: how many accounts, for how many euros, with which key. */
export function CreateDialog(props: CreateDialogProps) {
  const { count, leftOut, settings, rate, configuration, preview, previewError, variesByLine } = props;
  const usd = parseMoney(settings.priceUsd) ?? "0.00";
  const euro = toEuro(usd, rate) ?? "0.00";
  return (
    <ConfirmDialog
      open={props.open}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      title={accounts(count)}
      description="As contas serão criadas no marketplace, uma de cada vez. Você pode fechar a página."
      confirmLabel="Criar contas"
    >
      <dl className="grid gap-2">
        <Fact name="Título">{settings.title}</Fact>
        <Fact name="Preço por conta">
          {money(euro, "EUR")} <span className="text-muted">({money(usd, "USD")})</span>
        </Fact>
        <Fact name={variesByLine ? "Total estimado" : "Total"}>{money(times(euro, count), "EUR")}</Fact>
        <Fact name="Chave de API">
          {maskedKey(configuration)} · {configuration.isSystemDefault ? "padrão do sistema" : "sua configuração"}
        </Fact>
        <Fact name="Destino">{host(configuration)}</Fact>
      </dl>
      <ul className="mt-4 grid gap-1.5 text-sm" aria-live="polite">
        {leftOut > 0 && <Note tone="warn">{leftOutText(leftOut)}</Note>}
        <Findings preview={preview} error={previewError} />
      </ul>
    </ConfirmDialog>
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

function Findings({ preview, error }: { preview: Preview | undefined; error: unknown }) {
  if (error) return <Note tone="warn">O servidor não conferiu as contas: {messageOf(error)}</Note>;
  if (!preview) return <li className="text-muted">Conferindo com o servidor...</li>;
  const of = (verdict: string) => preview.rows.filter((row) => row.verdict === verdict);
  const known = of("duplicate").length;
  const texts = [
    ...of("invalid").flatMap((row) => [row.error, ...row.messages]),
    ...of("warning").flatMap((row) => row.messages),
  ];
  const distinct = [...new Set(texts.filter(Boolean))];
  return (
    <>
      {known > 0 && <Note tone="warn">{knownText(known)}</Note>}
      {distinct.map((text) => (
        <Note key={text} tone="warn">
          {text}
        </Note>
      ))}
      {known === 0 && distinct.length === 0 && <Note tone="good">Tudo conferido pelo servidor.</Note>}
    </>
  );
}

function Note({ tone, children }: { tone: "good" | "warn"; children: ReactNode }) {
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

function accounts(count: number): string {
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
