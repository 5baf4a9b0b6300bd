import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { parseMoney } from "@/lib/format";
import { useOpening } from "@/lib/use-opening";
import { PreviewTextarea } from "@/shared/creation/creation-fields";
import { fieldProblems } from "@/shared/marketplace/field-names";
import type { CreatorGame } from "@/shared/queue/account";
import { type Account, asData, asForm, dataProblems, loginProblems } from "@/shared/queue/account";
import { AccountFields } from "@/shared/queue/account-fields";
import type { Creator } from "@/shared/queue/use-creator";
import type { Entry } from "@/shared/queue/use-queue";
import { ROW_STATES } from "@/shared/run/run";
import { ConfirmRun, CreateButton, PreviewCard } from "@/shared/sheet/preview-card";
import type { Edit, GridColumn } from "@/shared/sheet/rows";
import { useStable } from "@/shared/sheet/use-stable";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";

type QueueGridProps = {
  game: CreatorGame;
  creator: Creator;
  title: string;
  description: ReactNode;
  standard: { title: string; price: string };
  /** Shown while nothing waits to be created. */
  children: ReactNode;
};

/** The accounts that wait, in the preview that all creators share, and the confirmation of their creation. */
export default function QueueGrid({ game, creator, title, description, standard, children }: QueueGridProps) {
  const { queue, waiting, preview, runs, configuration } = creator;
  const editing = useOpening<Entry>();
  const { onOpen } = useStable({ onOpen: editing.show });
  const { title: standardTitle, price: standardPrice } = standard;
  const columns = useMemo(
    () => columnsOf(onOpen, { title: standardTitle, price: standardPrice }),
    [onOpen, standardTitle, standardPrice],
  );
  const save = ({ id }: Entry, account: Account) => {
    queue.change((entries) => entries.map((entry) => (entry.id === id ? withAccount(entry, account) : entry)));
    editing.close();
  };
  return (
    <div className="creation-queue min-w-0">
      {waiting.length === 0 ? (
        children
      ) : (
        <PreviewCard<Entry>
          label="Contas da fila"
          title={title}
          description={description}
          actions={
            <CreateButton
              rows={preview.rows}
              busy={runs.isGoing}
              label={game.createLabel}
              onCreate={creator.askToCreate}
            />
          }
          preview={preview}
          columns={columns}
          onEdit={(edits) => queue.change((entries) => rewritten(entries, edits))}
          onRemove={(ids) => queue.change((entries) => entries.filter(({ id }) => !ids.includes(id)))}
          undo={queue.undo}
          redo={queue.redo}
          panel={({ data }) => data.error !== "" && <FailureNote entry={data} />}
        />
      )}
      {editing.dialog(EntryDialog, (entry) => ({ game, entry, onSave: save }))}
      {configuration.data && (
        <ConfirmRun
          open={creator.confirming}
          onClose={creator.cancel}
          preview={preview}
          body={creator.body ?? NOTHING}
          start={creator.start}
          configuration={configuration.data}
          leftOut={creator.leftOut}
        />
      )}
    </div>
  );
}

const NOTHING = { accounts: [], settings: {} };

const TEXT_COLUMNS: Record<string, keyof Account> = {
  title: "title",
  login: "login",
  password: "password",
  price: "price",
};

function rewritten(entries: readonly Entry[], edits: readonly Edit[]): readonly Entry[] {
  const changes = new Map<string, Partial<Account>>();
  for (const { id, column, value } of edits) {
    const name = TEXT_COLUMNS[column];
    if (name) changes.set(id, { ...changes.get(id), [name]: value });
  }
  return entries.map((entry) => {
    const change = changes.get(entry.id);
    return change ? withAccount(entry, { ...entry.account, ...change }) : entry;
  });
}

/** An account that was changed is another one: how the earlier one fared is no longer told. */
function withAccount(entry: Entry, account: Account): Entry {
  return { ...entry, account, sent: null, state: null, error: "", errors: {} };
}

function columnsOf(onOpen: (entry: Entry) => void, standard: { title: string; price: string }): GridColumn<Entry>[] {
  const always = () => true;
  return [
    {
      key: "title",
      header: "Título",
      value: ({ account }) => account.title,
      fallback: () => standard.title,
      outgoing: ({ title }) => title,
      editable: always,
    },
    { key: "login", header: "Login", value: ({ account }) => account.login, editable: always },
    {
      key: "password",
      header: "Senha",
      kind: "secret",
      value: ({ account }) => account.password,
      editable: always,
      width: 6.5,
    },
    {
      key: "price",
      header: "Preço (EUR)",
      kind: "money",
      value: ({ account }) => parseMoney(account.price) ?? account.price,
      fallback: () => parseMoney(standard.price) ?? "",
      editable: always,
      width: 6,
    },
    {
      key: "open",
      header: "Conta",
      value: () => "",
      cell: ({ data }) => (
        <Button size="sm" aria-label={`Editar conta ${data.account.login}`} onClick={() => onOpen(data)}>
          Editar
        </Button>
      ),
      width: 5,
    },
  ];
}

/** How the last try of an account ended: 'failed ones stay', with their error. */
function FailureNote({ entry }: { entry: Entry }) {
  const { state, error, errors, sent } = entry;
  return (
    <p className="flex gap-2 px-4 py-1.5 text-sm">
      <Icon name="alert" className="mt-0.5 flex-none text-bad" />
      <span className="min-w-0 break-words">
        <strong className="font-medium">{state ? ROW_STATES[state].label : "Não enviada"}</strong>
        {sent && (
          <>
            {" na "}
            <a className="text-accent underline" href={`/runs/${sent.runId}?line=${sent.line}`}>
              execução {sent.runId}
            </a>
          </>
        )}
        {": "}
        {[error, ...fieldProblems(errors)].join(" · ")}
      </span>
    </p>
  );
}

type EntryDialogProps = {
  open: boolean;
  game: CreatorGame;
  entry: Entry;
  onSave: (entry: Entry, account: Account) => void;
  onClose: () => void;
};

/** Everything of one account of the queue, to be changed together. */
function EntryDialog({ game, entry, onSave, ...dialog }: EntryDialogProps) {
  const { account } = entry;
  const [changed, setChanged] = useState(account);
  const [form, setForm] = useState(() => asForm(game.fields, account.account_data));
  const [shown, setShown] = useState(false);
  const set = (changes: Partial<Account>) => setChanged((current) => ({ ...current, ...changes }));
  const problems = { ...loginProblems(changed), ...dataProblems(game.fields, form) };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(problems).length > 0) return setShown(true);
    const own = Object.fromEntries(
      Object.entries(account.account_data).filter(([name]) => !game.fields.some((field) => field.name === name)),
    );
    onSave(entry, { ...changed, account_data: { ...own, ...asData(game.fields, form) } });
  };

  return (
    <Dialog
      {...dialog}
      size="lg"
      title="Editar conta"
      description={account.title}
      onSubmit={save}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancelar</Button>
          <Button type="submit" variant="primary">
            Salvar conta
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <AccountFields
          game={game}
          account={changed}
          form={form}
          problems={shown ? problems : {}}
          onChange={set}
          onData={(name, value) => setForm((current) => ({ ...current, [name]: value }))}
        >
          <PreviewTextarea
            label="Descrição da conta"
            name="description"
            rows={5}
            value={changed.description}
            hint="Em branco, vale a descrição padrão."
            onChange={(event) => set({ description: event.target.value })}
          />
          <PreviewTextarea
            label="Instruções da conta"
            name="delivery_instructions"
            rows={4}
            value={changed.delivery_instructions}
            hint="Em branco, valem as instruções padrão."
            onChange={(event) => set({ delivery_instructions: event.target.value })}
          />
        </AccountFields>
      </div>
    </Dialog>
  );
}
