import { memo, type ReactNode, useCallback, useMemo, useState } from "react";
import { messageOf } from "@/lib/errors";
import { integer, money, plural } from "@/lib/format";
import { BulkEditBar } from "@/shared/sheet/bulk-edit-bar";
import { FineMark } from "@/shared/sheet/grid-row";
import { PreviewGrid, type PreviewGridProps } from "@/shared/sheet/preview-grid";
import { type GridRow, VERDICT_ORDER, VERDICTS, type Verdict } from "@/shared/sheet/rows";
import type { PreviewState } from "@/shared/sheet/use-preview";
import { Alert, Announcement } from "@/ui/announcement";
import { Button, Icon, IconButton } from "@/ui/button";
import { EmptyState } from "@/ui/card";

export type PreviewPanelProps<T> = Omit<PreviewGridProps<T>, "rows" | "checked" | "onCheck"> & {
  tools?: ReactNode;
  /** Beside how far the check has come. */
  note?: ReactNode;
  /** In place of why the server did not check, with the way on. */
  failure?: ReactNode;
  preview: PreviewState<T>;
};

export default function PreviewPanel<T>({ tools, note, failure, preview, ...grid }: PreviewPanelProps<T>) {
  const { rows } = preview;
  const [filter, setFilter] = useState<Verdict | null>(null);
  // What the filter showed when it was pressed stays in sight: the next key is for the account that it was meant for.
  const [pinned, setPinned] = useState<ReadonlySet<string>>(NONE);
  const [checked, setChecked] = useState<ReadonlySet<string>>(NONE);
  const [editing, setEditing] = useState(false);

  const show = useCallback(
    (verdict: Verdict | null) => {
      setFilter(verdict);
      setPinned(new Set(rows.filter((row) => row.verdict === verdict).map(({ id }) => id)));
    },
    [rows],
  );
  const visible = useMemo(
    () => (filter === null ? rows : rows.filter(({ id, verdict }) => verdict === filter || pinned.has(id))),
    [rows, filter, pinned],
  );
  const chosen = useMemo(() => rows.filter(({ id }) => checked.has(id)), [rows, checked]);
  const check = (ids: readonly string[]) => setChecked((current) => toggle(current, ids));
  const remove = (ids: readonly string[]) => {
    grid.onRemove?.(ids);
    setChecked((current) => without(current, ids));
  };
  const scope = chosen.length > 0 ? chosen : visible;

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <VerdictFilter rows={rows} value={filter} onChange={show} />
        <div className="ml-auto flex flex-wrap items-center gap-1">
          {tools}
          <IconButton icon="undo" size="sm" label="Desfazer" disabled={!grid.undo} onClick={() => grid.undo?.()} />
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
      {/* What bulk edits would touch: the selected rows, or all of them. */}
      {(chosen.length > 0 || editing) && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 text-sm">
          <Announcement atOnce text={scopeText(visible.length, chosen.length)} />
          <Button
            size="sm"
            variant="ghost"
            onClick={() => setChecked(chosen.length > 0 ? NONE : new Set(visible.map(({ id }) => id)))}
          >
            {chosen.length > 0 ? "Limpar seleção" : "Selecionar todas"}
          </Button>
          {chosen.length > 0 && grid.onRemove && (
            <Button size="sm" variant="ghost" icon="trash" onClick={() => remove(chosen.map(({ id }) => id))}>
              Remover selecionadas
            </Button>
          )}
        </div>
      )}
      {editing && <BulkEditBar rows={scope} columns={grid.columns} whole={grid.whole} onEdit={grid.onEdit} />}
      <PreviewStatus preview={preview} failure={failure}>
        {note}
      </PreviewStatus>
      {visible.length === 0 ? (
        <EmptyState title="Nenhuma linha assim" description="Mostre todas para ver as outras." />
      ) : (
        <PreviewGrid {...grid} rows={visible} checked={checked} onCheck={check} onRemove={grid.onRemove && remove} />
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

function scopeText(count: number, chosen: number): string {
  if (chosen > 0) return plural(chosen, "linha selecionada", "linhas selecionadas");
  return count === 1 ? "Sem seleção: vale para a linha mostrada" : `Sem seleção: vale para as ${integer(count)} linhas`;
}

function toggle(current: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (ids.every((id) => current.has(id))) return without(current, ids);
  return new Set([...current, ...ids]);
}

function without(current: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const removed = new Set(ids);
  return new Set([...current].filter((id) => !removed.has(id)));
}

/** How far the server's check has come, the total in euro, and what all accounts would be fined for. */
function PreviewStatus<T>(props: Pick<PreviewPanelProps<T>, "preview" | "failure"> & { children: ReactNode }) {
  const { preview, failure, children } = props;
  const { status, answer, error, shared, waiting, refresh } = preview;
  const checking = status === "idle" ? waiting : status === "checking" ? "Conferindo com o servidor..." : "";
  const statusText = status === "checked" ? checkedText(answer) : checking;
  return (
    <div className="grid gap-2 border-line border-b px-4 py-1.5">
      {status === "failed" &&
        (failure || (
          <Alert tone="warn">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>O servidor não conferiu as contas: {messageOf(error)}</span>
              <Button size="sm" icon="refresh" onClick={refresh}>
                Tentar novamente
              </Button>
            </div>
          </Alert>
        ))}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
        <Announcement text={statusText} atOnce className="flex items-center gap-2">
          {status === "checking" && <Icon name="spinner" className="spinner" />}
          {status === "checked" && <Icon name="circle-check" className="text-good" />}
          {statusText}
        </Announcement>
        <span>{children}</span>
      </div>
      {shared.map(({ rule, field, message, fine }) => (
        <Alert key={`${rule} ${field} ${message}`} tone="warn">
          <strong className="font-medium">Em todas as contas:</strong> {message}
          <FineMark fine={fine} />
        </Alert>
      ))}
    </div>
  );
}

function checkedText(answer: PreviewState<unknown>["answer"]): string {
  if (answer === null) return "";
  const sent = plural(answer.totals.sendable, "conta pronta para criar", "contas prontas para criar");
  return `Conferido pelo servidor: ${sent} · total ${money(answer.totalEur, "EUR")}.`;
}

type VerdictFilterProps = {
  rows: readonly GridRow<unknown>[];
  /** Null shows all of them. */
  value: Verdict | null;
  onChange: (value: Verdict | null) => void;
};

/** How many rows have each verdict; pressing one shows only those. */
const VerdictFilter = memo(function VerdictFilter({ rows, value, onChange }: VerdictFilterProps) {
  const counts = { valid: 0, warning: 0, duplicate: 0, invalid: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Mostrar linhas</legend>
      <Choice label="Todas" count={rows.length} pressed={value === null} onPress={() => onChange(null)} />
      {VERDICT_ORDER.filter((verdict) => counts[verdict] > 0 || verdict === value).map((verdict) => (
        <Choice
          key={verdict}
          label={VERDICTS[verdict].many}
          tone={VERDICTS[verdict].tone}
          count={counts[verdict]}
          pressed={value === verdict}
          onPress={() => onChange(value === verdict ? null : verdict)}
        />
      ))}
    </fieldset>
  );
});

type ChoiceProps = { label: string; count: number; tone?: string; pressed: boolean; onPress: () => void };

function Choice({ label, count, tone, pressed, onPress }: ChoiceProps) {
  return (
    <button type="button" className="sheet-choice" aria-pressed={pressed} onClick={onPress}>
      <span className={tone && "status"} data-tone={tone}>
        {label}
      </span>{" "}
      <span className="text-muted tabular-nums">{integer(count)}</span>
    </button>
  );
}
