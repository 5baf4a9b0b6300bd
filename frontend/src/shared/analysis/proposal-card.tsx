import { type ReactNode, useEffect, useRef, useState } from "react";
import { integer } from "@/lib/format";
import { toast } from "@/lib/toast";
import { type Analysis, type LeftOver, originsOf, splitLabel } from "@/shared/analysis/use-analysis";
import { isBanned, type Proposal, type Proposals } from "@/shared/analysis/use-proposals";
import { AccountForm } from "@/shared/creation/fields";
import {
  asTyped,
  type Field,
  type GameDescription,
  keyOf,
  optionsOf,
  priceOf,
  textOf,
  type Values,
} from "@/shared/creation/game";
import { countOf, originName } from "@/shared/creation/values";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Checkbox, Choice } from "@/ui/fields";

type ProposalCardProps = {
  game: GameDescription;
  rate: string;
  form: Values;
  proposal: Proposal;
  proposals: Proposals;
  source: Analysis["source"];
  leftOvers: readonly LeftOver[];
  busy: boolean;
  /** It was tried to add the account: what lacks is marked, and the first such field has the focus at each try. */
  tries: number;
  onTeach: (label: string, field: string) => Promise<boolean>;
  onAdd: () => void;
  /** Chooses between the accounts of the text, where there are several. */
  chooser: ReactNode;
};

/** What the analysis read of a text, to check, correct and add to the list: title, values, content, texts,
 * log-in and pictures. */
export default function ProposalCard(props: ProposalCardProps) {
  const { game, rate, form, proposal, proposals, source, leftOvers, busy, tries, onTeach, onAdd, chooser } = props;
  const { index, read, fromText, own, problems } = proposal;
  const card = useRef<HTMLDivElement>(null);
  const known = teachable(game);
  const price = textOf(own[keyOf(priceOf(game))]);
  const corrected = game.fields.some(
    (field) => field.place === "data" && textOf(own[keyOf(field)]) !== textOf(fromText[keyOf(field)]),
  );
  const off = textOf(own.login).trim() === "" || textOf(own.password).trim() === "";
  useEffect(() => {
    if (tries > 0) card.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);

  const correct = async (field: Field, typed: string) => {
    const label = labelFor(leftOvers, typed, textOf(fromText[keyOf(field)]));
    const target = known.find(({ name }) => name === originName(field));
    if (label && target && (await onTeach(label, target.name))) {
      toast.success(`“${label}” agora é lido como ${target.label}.`, "Correção aprendida");
    }
  };
  const hint = (field: Field): ReactNode => {
    if (field.role === "title") {
      if (textOf(own.title).trim() === "") return `Em branco, vale “${read.title}”.`;
      return corrected ? STALE : undefined;
    }
    return field.role === "description" && corrected ? STALE : originOf(proposal, field);
  };

  return (
    <Card title="Resultado da análise" actions={<span className="text-muted text-sm">{SOURCES[source]}</span>}>
      <div ref={card} className="grid gap-6">
        {chooser}
        <AccountForm
          game={withGeneratedTitle(game)}
          rate={rate}
          values={own}
          problems={tries > 0 ? problems : wrongOnly(problems, own)}
          form={form}
          onChange={(changes) => proposals.set(index, changes)}
          onCommit={correct}
          hint={hint}
          afterPrice={
            proposals.open.length > 1 && (
              <Button
                size="sm"
                className="mt-1.5"
                disabled={price.trim() === ""}
                onClick={() => proposals.setPriceOfAll(price)}
              >
                Aplicar a todas
              </Button>
            )
          }
        >
          <LeftOvers lines={leftOvers} fields={known} busy={busy} onTeach={onTeach} />
          <section className="grid gap-3">
            <h3 className="font-medium">Conteúdo da conta</h3>
            <ContentList game={game} own={own} counts={read.counts} />
          </section>
        </AccountForm>
      </div>
      <div className="sticky bottom-0 -mx-4 mt-6 -mb-4 flex flex-wrap items-center gap-3 rounded-b-lg border-line border-t bg-surface px-4 py-3">
        <Button variant="primary" icon="plus" disabled={off} onClick={onAdd}>
          {game.words.add}
        </Button>
        {off && <p className="text-muted text-sm">{game.words.missing}</p>}
        {isBanned(read) && (
          <Checkbox
            label="Conferi: a conta não está banida"
            checked={!proposal.banned}
            onChange={(confirmed) => proposals.confirmNotBanned(index, confirmed)}
          />
        )}
      </div>
    </Card>
  );
}

const STALE = "Escrito antes da correção dos dados: confira.";
const SOURCES = { local: "Lido do texto", llm: "Lido com ajuda da IA" };

const withGeneratedTitle = (game: GameDescription): GameDescription => ({
  ...game,
  fields: game.fields.map((field) => (field.role === "title" ? { ...field, label: "Título gerado" } : field)),
});

/** What is not there yet is only missed once it is tried to add the account. */
const wrongOnly = (problems: Record<string, string>, own: Values) =>
  Object.fromEntries(Object.entries(problems).filter(([key]) => textOf(own[key]) !== ""));

/** What a label of a text may announce: log-ins as well; divisions are read beside their tier. */
function teachable(game: GameDescription): { name: string; label: string }[] {
  const fields = game.fields.filter(
    ({ name, place, role }) =>
      (place === "data" && !name.endsWith("_division")) || CREDENTIALS.includes(role) || role === "place",
  );
  return fields.map((field) => ({ name: originName(field), label: field.label }));
}

const CREDENTIALS: readonly string[] = ["login", "password", "emailLogin", "emailPassword"];

/** '“57 skins” · linha 3', that it is to be looked at, and that a value is no longer the text's. */
function originOf({ read, own, fromText }: Proposal, field: Field): string | undefined {
  const origin = originsOf(read).find((each) => each.field === originName(field));
  if (origin === undefined) return undefined;
  if (textOf(own[keyOf(field)]) !== textOf(fromText[keyOf(field)])) return `Corrigido · no texto, linha ${origin.line}`;
  const isUnseen = CREDENTIALS.includes(field.role) || origin.text === "";
  const place = isUnseen ? `lido na linha ${origin.line}` : `“${shorten(origin.text)}” · linha ${origin.line}`;
  if (origin.check) return `Confira: ${place}`;
  return isUnseen ? `Lido na linha ${origin.line}` : place;
}

const LONGEST_PIECE = 42;

function shorten(text: string): string {
  return text.length <= LONGEST_PIECE ? text : `${text.slice(0, LONGEST_PIECE).trimEnd()}…`;
}

/** The label of the one unrecognised line that has the value typed over what was read; "" where none is meant. */
function labelFor(leftOvers: readonly LeftOver[], typed: string, read: string): string {
  const value = comparable(typed);
  if (value === "" || value === comparable(read)) return "";
  const matches = leftOvers.map(({ text }) => splitLabel(text)).filter((line) => comparable(line.value) === value);
  return matches.length === 1 ? (matches[0]?.label ?? "") : "";
}

const comparable = (text: string): string => String(countOf(text.trim()) ?? text.trim().toLowerCase());

type ContentListProps = {
  game: GameDescription;
  own: Values;
  /** How many there are of what the text gives no names of. */
  counts: Record<string, number>;
};

/** What the account has, built from its data and never from markup. */
function ContentList({ game, own, counts }: ContentListProps) {
  const known = game.fields
    .filter(({ place, role }) => place === "data" || role === "place")
    .map((field) => ({
      ...field,
      text: wordOf(field, textOf(own[keyOf(field)]) || textOf(asTyped(field, counts[field.name]))),
    }))
    .filter(({ text }) => text !== "");
  if (known.length === 0) return <p className="text-muted">O texto não diz o que a conta tem.</p>;
  return (
    <dl className="flex flex-wrap gap-1.5">
      {known.map(({ name, label, text }) => (
        <div key={name} className="rounded-md bg-sunken px-2.5 py-1">
          <dt className="inline text-muted">{label}: </dt>
          <dd className="inline break-words font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function wordOf(field: Field, text: string): string {
  if (field.kind === "switch") return { true: "Sim", false: "Não" }[text] ?? text;
  const count = field.kind === "count" ? countOf(text) : null;
  return count === null ? (optionsOf(field).find(({ value }) => value === text)?.label ?? text) : integer(count);
}

type LeftOversProps = {
  lines: readonly LeftOver[];
  /** What a label may announce. */
  fields: readonly { name: string; label: string }[];
  busy: boolean;
  /** Teaches what a label means; answers whether it was learned. */
  onTeach: (label: string, field: string) => Promise<boolean>;
};

const SHOWN = 8;

/** Lines that say nothing known. Saying what one is about teaches its label, for this text and every later one. */
function LeftOvers({ lines, fields, busy, onTeach }: LeftOversProps) {
  const [all, setAll] = useState(false);
  if (lines.length === 0) return null;
  const hidden = lines.length - SHOWN;
  return (
    <section aria-labelledby="left-overs" className="grid gap-2">
      <h3 id="left-overs" className="font-medium text-sm">
        Linhas não reconhecidas ({lines.length})
      </h3>
      <p className="text-muted text-sm">Diga de que campo é o rótulo e ele será reconhecido daqui em diante.</p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {lines.slice(0, all ? undefined : SHOWN).map((line) => (
          <LeftOverLine key={line.line} line={line} fields={fields} busy={busy} onTeach={onTeach} />
        ))}
      </ul>
      {!all && hidden > 0 && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          Mostrar mais {hidden}
        </Button>
      )}
    </section>
  );
}

function LeftOverLine({ line, fields, busy, onTeach }: Omit<LeftOversProps, "lines"> & { line: LeftOver }) {
  const [field, setField] = useState("");
  const { label } = splitLabel(line.text);
  const chosen = fields.find(({ name }) => name === field);
  const teach = async () => {
    if (chosen && (await onTeach(label, field))) toast.success(`“${label}” agora é lido como ${chosen.label}.`);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <p className="min-w-40 flex-1 break-words">
        <span className="mr-2 text-muted text-sm tabular-nums">Linha {line.line}</span>
        <span className="font-mono text-sm">{line.text}</span>
      </p>
      <span className="flex items-center gap-2">
        <Choice
          className="w-44"
          label={`Campo da linha ${line.line}`}
          placeholder="O que é isto?"
          value={field}
          options={fields.map(({ name, label: title }) => ({ value: name, label: title }))}
          onChange={setField}
        />
        <Button size="sm" busy={busy} disabled={field === ""} onClick={teach}>
          Ensinar
        </Button>
      </span>
    </li>
  );
}
