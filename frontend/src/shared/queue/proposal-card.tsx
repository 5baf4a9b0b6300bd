import { type ReactNode, useState } from "react";
import { integer } from "@/lib/format";
import { toast } from "@/lib/toast";
import { PreviewTextarea } from "@/shared/creation/creation-fields";
import type { Account, AccountData, CreatorGame } from "@/shared/queue/account";
import { type DataField, parseCount, shown } from "@/shared/queue/account";
import { DataInputs, LoginFields } from "@/shared/queue/account-fields";
import { type Analysis, type LeftOver, labelled } from "@/shared/queue/use-analysis";
import { accountOf, isBanned, type Proposal, type Proposals } from "@/shared/queue/use-proposals";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Checkbox, Choice, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";

type ProposalCardProps = {
  game: CreatorGame;
  proposal: Proposal;
  proposals: Proposals;
  source: Analysis["source"];
  leftOvers: readonly LeftOver[];
  busy: boolean;
  onTeach: (label: string, field: string) => Promise<boolean>;
  onAdd: () => void;
  /** Chooses between the accounts of the text, where there are several. */
  chooser: ReactNode;
};

/** 'Analysis result (generated title, extracted data, account content, shop description, delivery instructions), a
 * login-info form and image upload'. */
export function ProposalCard(props: ProposalCardProps) {
  const { game, proposal, proposals, source, leftOvers, busy, onTeach, onAdd, chooser } = props;
  const { index, read, account, form, problems } = proposal;
  const set = (changes: Partial<Account>) => proposals.set(index, changes);
  const origin = (name: string) => originOf(proposal, name);
  const corrected = game.fields.some(({ name }) => form[name] !== shown(read.account_data[name]));
  const stale = corrected ? "Escrito antes da correção dos dados: confira." : undefined;
  const off = game.addNeedsLogin && (account.login.trim() === "" || account.password.trim() === "");

  const correct = async (name: string, typed: string) => {
    const label = meantBy(leftOvers, typed, shown(read.account_data[name]));
    const field = game.teachable.find((each) => each.name === name);
    if (label && field && (await onTeach(label, name))) {
      toast.success(`“${label}” agora é lido como ${field.label}.`, "Correção aprendida");
    }
  };

  return (
    <Card title="Resultado da análise" actions={<span className="text-muted text-sm">{SOURCES[source]}</span>}>
      <div className="grid gap-6">
        {chooser}
        <TextField
          label="Título gerado"
          value={account.title}
          hint={account.title.trim() === "" ? `Em branco, vale “${read.title}”.` : stale}
          onChange={(event) => set({ title: event.target.value })}
        />
        <Part title="Informações de login">
          <LoginFields
            account={account}
            providers={game.providers}
            onChange={set}
            onPriceOfAll={proposals.open.length > 1 ? proposals.setPriceOfAll : undefined}
            hint={origin}
          />
        </Part>
        <Part title="Dados extraídos">
          <DataInputs
            fields={game.fields}
            form={form}
            problems={problems}
            onChange={(name, value) => proposals.setData(index, name, value)}
            hint={origin}
            onCommit={correct}
          />
        </Part>
        <LeftOvers lines={leftOvers} fields={game.teachable} busy={busy} onTeach={onTeach} />
        {game.showsContent && (
          <Part title="Conteúdo da conta">
            <ContentList fields={game.fields} data={accountOf(game, proposal).account_data} counts={read.counts} />
          </Part>
        )}
        <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
          <PreviewTextarea
            label="Descrição da loja"
            name="description"
            value={account.description}
            hint={stale ?? "Em branco, vale a descrição padrão."}
            onChange={(event) => set({ description: event.target.value })}
          />
          <PreviewTextarea
            label="Instruções da conta"
            name="delivery_instructions"
            value={account.delivery_instructions}
            hint="Em branco, valem as instruções padrão."
            onChange={(event) => set({ delivery_instructions: event.target.value })}
          />
        </div>
        <ImagePicker
          value={account.image_urls}
          onChange={(urls) => set({ image_urls: urls })}
          limits={game.limits}
          failed={game.uploadFailed}
        />
      </div>
      <div className="sticky bottom-0 -mx-4 mt-6 -mb-4 flex flex-wrap items-center gap-3 rounded-b-lg border-line border-t bg-surface px-4 py-3">
        <Button variant="primary" icon="plus" disabled={off} onClick={onAdd}>
          {game.addLabel}
        </Button>
        {off && <p className="text-muted text-sm">{game.missing(account)}</p>}
        {isBanned(read) && (
          <Checkbox
            label="Conferi: a conta não está banida"
            checked={!proposal.banned}
            onChange={(vouched) => proposals.vouch(index, vouched)}
          />
        )}
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

const SOURCES = { local: "Lido do texto", llm: "Lido com ajuda da IA" };

/** '“57 skins” · linha 3', that it is to be looked at, and that a value is no longer the text's. */
function originOf({ read, form, account }: Proposal, name: string): string | undefined {
  const origin = read.provenance.find(({ field }) => field === name);
  if (origin === undefined) return undefined;
  const now = isCredential(name) ? account[name] : form[name];
  if (now !== shown(origin.value)) return `Corrigido · no texto, linha ${origin.line}`;
  const place = isCredential(name)
    ? `lido na linha ${origin.line}`
    : `“${shortened(origin.text)}” · linha ${origin.line}`;
  if (origin.check) return `Confira: ${place}`;
  return isCredential(name) ? `Lido na linha ${origin.line}` : place;
}

const CREDENTIALS = ["login", "password", "email_login", "email_password"] as const;

function isCredential(name: string): name is (typeof CREDENTIALS)[number] {
  return (CREDENTIALS as readonly string[]).includes(name);
}

const LONGEST_PIECE = 42;

function shortened(text: string): string {
  return text.length <= LONGEST_PIECE ? text : `${text.slice(0, LONGEST_PIECE).trimEnd()}…`;
}

/** The label of the one unrecognised line that has the value typed over what was read; "" where none is meant. */
function meantBy(leftOvers: readonly LeftOver[], typed: string, read: string): string {
  const value = comparable(typed);
  if (value === "" || value === comparable(read)) return "";
  const meant = leftOvers.map(({ text }) => labelled(text)).filter((line) => comparable(line.value) === value);
  return meant.length === 1 ? (meant[0]?.label ?? "") : "";
}

const comparable = (text: string): string => String(parseCount(text.trim()) ?? text.trim().toLowerCase());

type ContentListProps = {
  fields: readonly DataField[];
  data: AccountData;
  /** How many there are of what the text gives no names of. */
  counts?: Record<string, number> | undefined;
};

/** 'Account content': what the account has, built from its data and never from markup. */
function ContentList({ fields, data, counts = {} }: ContentListProps) {
  const known = fields
    .map((field) => ({ ...field, text: wordOf(field, data[field.name] ?? counts[field.name]) }))
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

function wordOf(field: DataField, value: unknown): string {
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (field.kind === "choice")
    return field.options.find((option) => option.value === String(value))?.label ?? shown(value);
  if (field.kind === "percent" && value !== undefined) return `${shown(value)}%`;
  return typeof value === "number" ? integer(value) : shown(value);
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
  const { label } = labelled(line.text);
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
