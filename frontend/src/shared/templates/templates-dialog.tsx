import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Game } from "@/api/client";
import {
  type AppliedTemplate,
  type ContentTemplate,
  contentTemplatesQuery,
  type RareList,
  rareListsQuery,
  useContentMutations,
} from "@/api/templates";
import { RareListForm, TemplateForm } from "@/shared/templates/template-forms";
import { Badge } from "@/ui/badge";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import type { IconName } from "@/ui/icon";
import { EmptyState, QueryResult, Skeleton } from "@/ui/states";
import { Tabs } from "@/ui/tabs";

type TemplatesDialogProps = {
  open: boolean;
  onClose: () => void;
  game: Game;
  /** Left out where templates are only looked after. */
  onApply?: (template: AppliedTemplate) => void;
};

type View =
  | { kind: "all" }
  | { kind: "template"; template: ContentTemplate | null }
  | { kind: "list"; list: RareList | null };

type Doomed = { path: "template" | "list"; id: number; name: string };

/** Templates of one game, and its lists of rare items: applied, written, changed, deleted. */
export default function TemplatesDialog({ open, onClose, game, onApply }: TemplatesDialogProps) {
  const [view, setView] = useState<View>({ kind: "all" });
  const [tab, setTab] = useState("templates");
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  const calls = useContentMutations(game);
  const back = () => {
    setUnsaved(false);
    setView({ kind: "all" });
  };
  const form = { onDone: back, onChanged: setUnsaved };
  const apply =
    onApply &&
    ((template: ContentTemplate) => {
      onApply(template);
      onClose();
    });
  const remove = (kept: Doomed) =>
    kept.path === "template" ? calls.removeTemplate(kept.id) : calls.removeList(kept.id);
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        unsaved={unsaved}
        size="lg"
        title={TITLES[view.kind]}
        description={DESCRIPTIONS[view.kind]}
      >
        {view.kind === "all" && (
          <Tabs
            label="Conteúdo"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "templates",
                label: "Modelos",
                content: (
                  <Templates
                    game={game}
                    onApply={apply}
                    onEdit={(template) => setView({ kind: "template", template })}
                    onRemove={({ id, name }) => setDoomed({ path: "template", id, name })}
                  />
                ),
              },
              {
                value: "lists",
                label: "Listas de itens raros",
                content: (
                  <Lists
                    game={game}
                    onEdit={(list) => setView({ kind: "list", list })}
                    onRemove={({ id, name }) => setDoomed({ path: "list", id, name })}
                  />
                ),
              },
            ]}
          />
        )}
        {view.kind === "template" && (
          <TemplateForm game={game} template={view.template} save={calls.saveTemplate} {...form} />
        )}
        {view.kind === "list" && <RareListForm list={view.list} save={calls.saveList} {...form} />}
      </Dialog>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        destructive
        title={`Excluir “${doomed?.name ?? ""}”?`}
        description={doomed?.path === "list" ? "Os modelos que a usam deixam de citar itens." : undefined}
        confirmLabel="Excluir"
        onConfirm={() => doomed && remove(doomed)}
      />
    </>
  );
}

const TITLES = { all: "Modelos de conteúdo", template: "Modelo", list: "Lista de itens raros" };
const DESCRIPTIONS = {
  all: "Textos com campos como {skins}, que cada conta preenche com os seus dados.",
  template: "O que a conta não informa sai do texto; nada é inventado.",
  list: "O título cita, nesta ordem, os itens que a conta tem, até o limite do título.",
};

type TemplatesProps = {
  game: Game;
  onApply: ((template: ContentTemplate) => void) | undefined;
  onEdit: (template: ContentTemplate | null) => void;
  onRemove: (template: ContentTemplate) => void;
};

function Templates({ game, onApply, onEdit, onRemove }: TemplatesProps) {
  return (
    <KeptList
      query={useQuery(contentTemplatesQuery(game))}
      create={
        <Button icon="plus" onClick={() => onEdit(null)}>
          Novo modelo
        </Button>
      }
      empty={{
        icon: "file",
        title: "Nenhum modelo ainda",
        description: "Guarde um título e uma descrição com campos para usar em todas as contas.",
      }}
      textOf={({ title, description, deliveryInstructions }) => title || description || deliveryInstructions}
      onEdit={onEdit}
      onRemove={onRemove}
      action={
        onApply &&
        ((template) => (
          <Button size="sm" aria-label={`Usar ${template.name}`} onClick={() => onApply(template)}>
            Usar
          </Button>
        ))
      }
    />
  );
}

type ListsProps = { game: Game; onEdit: (list: RareList | null) => void; onRemove: (list: RareList) => void };

function Lists({ game, onEdit, onRemove }: ListsProps) {
  return (
    <KeptList
      query={useQuery(rareListsQuery(game))}
      create={
        <Button icon="plus" onClick={() => onEdit(null)}>
          Nova lista
        </Button>
      }
      empty={{
        icon: "star",
        title: "Nenhuma lista ainda",
        description: "Escreva os itens que valorizam uma conta, do mais valioso ao menos.",
      }}
      textOf={({ items }) => items.join(", ")}
      onEdit={onEdit}
      onRemove={onRemove}
    />
  );
}

type Kept = { id: number; name: string; shared: boolean; owner: string; canEdit: boolean };

type KeptListProps<T extends Kept> = {
  query: UseQueryResult<T[]>;
  create: ReactNode;
  empty: { icon: IconName; title: string; description: string };
  /** The line under the name. */
  textOf: (kept: T) => string;
  onEdit: (kept: T) => void;
  onRemove: (kept: T) => void;
  action?: ((kept: T) => ReactNode) | undefined;
};

/** What one keeps of a kind and what others share of it. */
function KeptList<T extends Kept>({ query, create, empty, textOf, onEdit, onRemove, action }: KeptListProps<T>) {
  return (
    <QueryResult query={query} fallback={<Skeleton className="h-24" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState {...empty} action={create} />
        ) : (
          <div className="grid gap-3">
            <ul className="divide-y divide-line rounded-md border border-line">
              {all.map((kept) => (
                <li key={kept.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
                  <KeptName kept={kept}>{textOf(kept)}</KeptName>
                  <div className="ml-auto flex items-center gap-1">
                    <KeptActions kept={kept} onEdit={() => onEdit(kept)} onRemove={() => onRemove(kept)} />
                    {action?.(kept)}
                  </div>
                </li>
              ))}
            </ul>
            <div>{create}</div>
          </div>
        )
      }
    </QueryResult>
  );
}

function KeptName({ kept, children }: { kept: Kept; children: string }) {
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <span className="min-w-0 break-words">{kept.name}</span>
        {kept.shared && <Badge tone="info">Compartilhado por {kept.owner}</Badge>}
      </p>
      <p className="truncate text-muted text-sm">{children}</p>
    </div>
  );
}

function KeptActions({ kept, onEdit, onRemove }: { kept: Kept; onEdit: () => void; onRemove: () => void }) {
  if (!kept.canEdit) return null;
  return (
    <>
      <IconButton icon="edit" size="sm" label={`Editar ${kept.name}`} onClick={onEdit} />
      <IconButton icon="trash" size="sm" label={`Excluir ${kept.name}`} onClick={onRemove} />
    </>
  );
}
