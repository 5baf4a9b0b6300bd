import { type ReactNode, useMemo, useState } from "react";
import { integer } from "@/lib/format";
import { BulkEditBar } from "@/shared/sheet/bulk-edit-bar";
import { PreviewGrid, type PreviewGridProps } from "@/shared/sheet/preview-grid";
import { PreviewStatus } from "@/shared/sheet/preview-status";
import type { GridRow, Verdict } from "@/shared/sheet/rows";
import type { PreviewState } from "@/shared/sheet/use-preview";
import { VerdictFilter } from "@/shared/sheet/verdict-filter";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { IconButton } from "@/ui/icon-button";
import { Telling } from "@/ui/spoken";

export type PreviewPanelProps<T> = Omit<PreviewGridProps<T>, "rows" | "checked" | "onCheck"> & {
  /** Further buttons of the toolbar. */
  tools?: ReactNode;
  preview: PreviewState<T>;
};

/** The loaded half of PreviewCard. */
export default function PreviewPanel<T>({ tools, preview, ...grid }: PreviewPanelProps<T>) {
  const { rows } = preview;
  const [filter, setFilter] = useState<Verdict | null>(null);
  const [checked, setChecked] = useState<ReadonlySet<string>>(NONE);
  const [editing, setEditing] = useState(false);

  const shown = useMemo(() => (filter === null ? rows : rows.filter((row) => row.verdict === filter)), [rows, filter]);
  const chosen = useMemo(() => rows.filter(({ id }) => checked.has(id)), [rows, checked]);
  const check = (ids: readonly string[]) => setChecked((current) => toggled(current, ids));
  const remove = (ids: readonly string[]) => {
    grid.onRemove?.(ids);
    setChecked((current) => without(current, ids));
  };
  const scope = chosen.length > 0 ? chosen : shown;

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <VerdictFilter rows={rows} value={filter} onChange={setFilter} />
        <div className="ml-auto flex flex-wrap items-center gap-1">
          {tools}
          <IconButton
            icon="undo"
            size="sm"
            label="Desfazer"
            disabled={grid.undo === null}
            onClick={() => grid.undo?.()}
          />
          <IconButton
            icon="undo"
            size="sm"
            className="mirrored"
            label="Refazer"
            disabled={grid.redo === null}
            onClick={() => grid.redo?.()}
          />
          <Button size="sm" icon="edit" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            Editar em lote
          </Button>
        </div>
      </div>
      <SelectionBar
        shown={shown}
        chosen={chosen}
        editing={editing}
        onAll={() => setChecked(new Set(shown.map(({ id }) => id)))}
        onNone={() => setChecked(NONE)}
        onRemove={grid.onRemove && remove}
      />
      {editing && <BulkEditBar rows={scope} columns={grid.columns} onEdit={grid.onEdit} />}
      <PreviewStatus preview={preview} />
      {shown.length === 0 ? (
        <EmptyState title="Nenhuma linha assim" description="Mostre todas para ver as outras." />
      ) : (
        <PreviewGrid {...grid} rows={shown} checked={checked} onCheck={check} onRemove={grid.onRemove && remove} />
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

type SelectionBarProps = {
  shown: readonly GridRow<unknown>[];
  chosen: readonly GridRow<unknown>[];
  editing: boolean;
  onAll: () => void;
  onNone: () => void;
  onRemove: ((ids: readonly string[]) => void) | undefined;
};

/** What bulk edits would touch: the selected rows, or all of them. */
function SelectionBar({ shown, chosen, editing, onAll, onNone, onRemove }: SelectionBarProps) {
  if (chosen.length === 0 && !editing) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 text-sm">
      <Telling atOnce text={scopeText(shown.length, chosen.length)} />
      <Button size="sm" variant="ghost" onClick={chosen.length > 0 ? onNone : onAll}>
        {chosen.length > 0 ? "Limpar seleção" : "Selecionar todas"}
      </Button>
      {chosen.length > 0 && onRemove && (
        <Button size="sm" variant="ghost" icon="trash" onClick={() => onRemove(chosen.map(({ id }) => id))}>
          Remover selecionadas
        </Button>
      )}
    </div>
  );
}

function scopeText(shown: number, chosen: number): string {
  if (chosen > 0) return chosen === 1 ? "1 linha selecionada" : `${integer(chosen)} linhas selecionadas`;
  return shown === 1 ? "Sem seleção: vale para a linha mostrada" : `Sem seleção: vale para as ${integer(shown)} linhas`;
}

function toggled(current: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (ids.every((id) => current.has(id))) return without(current, ids);
  return new Set([...current, ...ids]);
}

function without(current: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const gone = new Set(ids);
  return new Set([...current].filter((id) => !gone.has(id)));
}
