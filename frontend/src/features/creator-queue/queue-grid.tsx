import { type ReactNode, useMemo, useState } from "react";
import { ConfirmRun } from "@/features/bulk/preview/confirm-run";
import { PreviewCard } from "@/features/bulk/preview/preview-card";
import type { Edit, GridColumn } from "@/features/bulk/preview/rows";
import type { Account } from "@/features/creator-queue/account";
import { EntryPanel } from "@/features/creator-queue/entry-panel";
import { FailureNote } from "@/features/creator-queue/failure-note";
import type { CreatorGame } from "@/features/creator-queue/game";
import type { Entry } from "@/features/creator-queue/queue";
import type { Creator } from "@/features/creator-queue/use-creator";
import { Button } from "@/ui/button";

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
  const [open, setOpen] = useState<string | null>(null);
  const { title: standardTitle, price: standardPrice } = standard;
  const columns = useMemo(
    () => columnsOf(open, setOpen, { title: standardTitle, price: standardPrice }),
    [open, standardTitle, standardPrice],
  );
  const save = (id: string, account: Account) => {
    queue.change((entries) => entries.map((entry) => (entry.id === id ? withAccount(entry, account) : entry)));
    setOpen(null);
  };
  const panel = ({ id, data }: { id: string; data: Entry }) => {
    if (id !== open) return data.error !== "" && <FailureNote entry={data} />;
    return (
      <EntryPanel
        game={game}
        account={data.account}
        onSave={(account) => save(id, account)}
        onClose={() => setOpen(null)}
      />
    );
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
            <Button variant="primary" icon="play" busy={runs.isActive} onClick={creator.askToCreate}>
              {runs.isActive ? "Criando contas" : game.createLabel(waiting.length)}
            </Button>
          }
          preview={preview}
          columns={columns}
          onEdit={(edits) => queue.change((entries) => edited(entries, edits))}
          onRemove={(ids) => queue.change((entries) => entries.filter(({ id }) => !ids.includes(id)))}
          undo={queue.undo}
          redo={queue.redo}
          panel={panel}
        />
      )}
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

function edited(entries: readonly Entry[], edits: readonly Edit[]): readonly Entry[] {
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

function columnsOf(
  open: string | null,
  onOpen: (id: string | null) => void,
  standard: { title: string; price: string },
): GridColumn<Entry>[] {
  const always = () => true;
  return [
    {
      key: "title",
      header: "Título",
      value: ({ account }) => account.title,
      fallback: () => standard.title,
      editable: always,
    },
    { key: "login", header: "Login", value: ({ account }) => account.login, editable: always, width: 8.5 },
    {
      key: "password",
      header: "Senha",
      kind: "secret",
      value: ({ account }) => account.password,
      editable: always,
      width: 7.5,
    },
    {
      key: "price",
      header: "Preço (EUR)",
      kind: "money",
      value: ({ account }) => account.price,
      fallback: () => standard.price,
      editable: always,
      width: 6.5,
    },
    {
      key: "open",
      header: "Conta",
      value: () => "",
      cell: ({ id, data }) => (
        <Button
          size="sm"
          aria-expanded={id === open}
          aria-label={`${id === open ? "Fechar" : "Editar"} conta ${data.account.login}`}
          onClick={() => onOpen(id === open ? null : id)}
        >
          {id === open ? "Fechar" : "Editar"}
        </Button>
      ),
      width: 5.5,
    },
  ];
}
