import { type KeyboardEvent, memo, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { money } from "@/lib/format";
import { times } from "@/lib/money";
import { accept, format, type GridColumn, type GridRow, isEditable, MASK, toText, VERDICTS } from "@/shared/sheet/rows";
import { STATUS } from "@/shared/sheet/use-grid";
import { useAnnounce } from "@/ui/announcement";
import { Status } from "@/ui/badge";
import { IconButton } from "@/ui/button";
import { Input } from "@/ui/fields";
import { Masked } from "@/ui/masked";

type GridLineProps<T> = {
  row: GridRow<T>;
  /** In the whole list, from 0. */
  index: number;
  gridId: string;
  columns: readonly GridColumn<T>[];
  whole: GridColumn<T> | null;
  /** The column of the cursor, and the range's first and last; -1 for none. */
  active: number;
  from: number;
  to: number;
  editing: { column: number; typed: string | null } | null;
  checked: boolean;
  /** The latest ones, so that rows out of play are not rendered again when they change. */
  actions: { current: GridActions };
  removable: boolean;
  secrets: boolean;
  children: ReactNode;
};

type GridActions = {
  /** The new value, null when nothing has changed; `key` closed the editor, `back` with Shift. */
  onCommit: (value: string | null, key: "Enter" | "Tab" | "", back: boolean) => void;
  onCancel: () => void;
  onCheck: (ids: readonly string[]) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** One account: its verdict, its cells, and under them what is to be said of it and what unfolds. */
function Line<T>(props: GridLineProps<T>) {
  const { row, index, gridId, columns, whole, actions, checked, removable, children } = props;
  const shownColumns = whole ? [whole] : columns;
  const noteId = row.notes.length > 0 ? `${gridId}-${row.id}-notes` : undefined;
  const { tone, label } = VERDICTS[row.verdict];
  return (
    <tr role="row" aria-rowindex={index + 2} aria-selected={checked} className="sheet-row" data-verdict={row.verdict}>
      <Cell {...props} at={STATUS} noteId={noteId}>
        <input
          type="checkbox"
          tabIndex={-1}
          className="size-4 flex-none pointer-coarse:size-6"
          aria-label={`Selecionar linha ${row.line}`}
          checked={checked}
          onChange={() => actions.current.onCheck([row.id])}
        />
        <span className="sheet-number">{row.line}</span>
        <span title={row.stale ? "Ainda não conferida pelo servidor" : undefined}>
          <Status tone={row.stale ? "neutral" : tone}>{label}</Status>
        </span>
      </Cell>
      {shownColumns.map((column, place) => (
        <Cell key={column.key} {...props} at={place + 1} column={column}>
          <Content {...props} at={place + 1} column={column} />
        </Cell>
      ))}
      {removable && (
        <td role="gridcell" aria-colindex={columns.length + 2} className="sheet-action">
          <IconButton
            icon="trash"
            size="sm"
            tabIndex={-1}
            label={`Remover linha ${row.line}`}
            onClick={() => actions.current.onRemove([row.id])}
          />
        </td>
      )}
      {row.notes.length > 0 && (
        <td role="gridcell" id={noteId} aria-colindex={columns.length + 3} className="sheet-notes">
          {row.notes.map(({ tone, text, fine, href }) => (
            <p key={text} className={tone === "bad" ? "text-bad" : "text-warn"}>
              {text}
              <FineMark fine={fine} />
              {href && (
                <a
                  className="ml-2 font-medium text-accent underline"
                  href={href}
                  target="_blank"
                  rel="noopener"
                  tabIndex={-1}
                >
                  Ver execução
                </a>
              )}
            </p>
          ))}
        </td>
      )}
      {children && (
        <td role="gridcell" aria-colindex={columns.length + 4} className="sheet-panel">
          {children}
        </td>
      )}
    </tr>
  );
}

export const GridLine = memo(Line) as typeof Line;

type CellProps<T> = Omit<GridLineProps<T>, "children"> & {
  at: number;
  column?: GridColumn<T>;
  noteId?: string | undefined;
  children: ReactNode;
};

function Cell<T>({ row, gridId, at, column, active, from, to, whole, editing, noteId, children }: CellProps<T>) {
  const isActive = whole && at > STATUS ? active > STATUS : active === at;
  const inRange = whole && at > STATUS ? to > STATUS : at >= from && at <= to;
  const editable = column !== undefined && isEditable(column, row.data);
  return (
    <td
      role="gridcell"
      id={`${gridId}-${row.id}-${at}`}
      aria-colindex={at + 1}
      aria-readonly={!editable}
      aria-describedby={noteId}
      className={whole && at > STATUS ? "sheet-whole" : undefined}
      data-cell={at}
      data-row={row.id}
      data-kind={column?.kind ?? (at === STATUS ? "status" : "text")}
      data-editable={editable || undefined}
      data-active={isActive || undefined}
      data-range={inRange || undefined}
      data-wrong={(column && row.marked.includes(column.key)) || undefined}
      data-editing={isEditedAt(editing, at, whole !== null) || undefined}
    >
      {column && (
        <span className="table-label" aria-hidden="true">
          {column.header}
        </span>
      )}
      {children}
    </td>
  );
}

function Content<T>(props: Omit<CellProps<T>, "children" | "column"> & { column: GridColumn<T> }) {
  const { row, at, column, whole, editing, actions, secrets } = props;
  if (editing && isEditedAt(editing, at, whole !== null)) {
    return (
      <CellEditor
        column={column}
        row={row.data}
        label={whole ? `Linha ${row.line}` : `${column.header}, linha ${row.line}`}
        typed={editing.typed}
        actions={actions}
      />
    );
  }
  if (column.cell) return column.cell(row);
  return <Value row={row} column={column} masked={column.kind === "secret" && !secrets} />;
}

/** The editor stays in its cell when another one is pressed: leaving it is what keeps its text. */
const isEditedAt = (editing: { column: number } | null, at: number, isWhole: boolean): boolean =>
  editing !== null && at > STATUS && (isWhole || editing.column === at);

/** What every column shows in two lines at most. */
const SHORT_LETTERS = 14;

type ValueProps<T> = { row: GridRow<T>; column: GridColumn<T>; masked: boolean };

function Value<T>({ row, column, masked }: ValueProps<T>) {
  const own = column.value(row.data);
  const general = own === "" ? column.outgoing?.(row) || column.fallback?.(row.data) || "" : "";
  if (own === "" && general === "") return <span className="text-muted">—</span>;
  const text = masked ? MASK : format(column, own || general);
  return (
    <span
      className={own === "" ? "sheet-text text-muted" : "sheet-text"}
      data-long={text.length > SHORT_LETTERS || undefined}
      title={masked ? undefined : text}
    >
      {masked ? <Masked text={text} /> : text}
      {column.kind === "money" && column.rate !== undefined && row.priceEur !== null && (
        <small className="sheet-euro">{money(row.priceEur, "EUR")}</small>
      )}
    </span>
  );
}

type CellEditorProps<T> = {
  column: GridColumn<T>;
  row: T;
  label: string;
  /** What was typed to open it, null to begin with what the cell holds. */
  typed: string | null;
  actions: { current: GridActions };
};

/** One cell being written: Enter and Tab keep it, Escape gives it up, what is refused stays open with the reason. */
function CellEditor<T>({ column, row, label, typed, actions }: CellEditorProps<T>) {
  const before = toText(column, row);
  const [text, setText] = useState(typed ?? before);
  const [problem, setProblem] = useState("");
  useAnnounce(problem, { assertive: true });
  const input = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  const id = useId();

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (typed === null) input.current?.select();
  }, [typed]);

  const keep = (key: "Enter" | "Tab" | "", back = false) => {
    if (over.current) return;
    const { value, problem } = text === before ? UNCHANGED : accept(column, row, text);
    setProblem(problem);
    if (problem !== "") return;
    over.current = true;
    actions.current.onCommit(value, key, back);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    if (key === "Escape") {
      // Only the editor is closed by it, not the window around it.
      event.stopPropagation();
      over.current = true;
      actions.current.onCancel();
    } else if (key === "Enter" || key === "Tab") {
      event.preventDefault();
      keep(key, shiftKey);
    }
  };
  return (
    <>
      <Input
        ref={input}
        className="sheet-editor"
        aria-label={label}
        aria-invalid={problem !== "" || undefined}
        aria-describedby={problem === "" ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        inputMode={INPUT_MODES[column.kind ?? "text"]}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem("");
        }}
        onBlur={() => keep("")}
        onKeyDown={onKeyDown}
      />
      {problem !== "" && (
        <p id={id} className="sheet-problem">
          {problem}
        </p>
      )}
    </>
  );
}

const UNCHANGED = { value: null, problem: "" };
const INPUT_MODES = { text: "text", secret: "text", money: "decimal", count: "numeric" } as const;

/** 'Multa: € 5,00 por anúncio', and what it comes to for several; nothing for a rule without a documented fine. */
export function FineMark({ fine, accounts = 1 }: { fine: string | null; accounts?: number }) {
  if (fine === null || fine === "") return null;
  const sum = accounts > 1 ? `, até ${money(times(fine, accounts), "EUR")}` : "";
  return (
    <strong className="sheet-fine">
      Multa: {money(fine, "EUR")} por anúncio{sum}
    </strong>
  );
}
