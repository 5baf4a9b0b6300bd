import { Fragment, type ReactNode, useMemo, useState } from "react";
import { LineFix } from "@/features/bulk/line-fix";
import { type LineRule, type ParsedLine, suggestion, verdictOf } from "@/features/bulk/lines";
import type { PastedText } from "@/features/bulk/use-pasted-text";
import { useRowWindow } from "@/features/bulk/use-row-window";
import { integer } from "@/lib/format";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Checkbox } from "@/ui/checkbox";
import { MaskedSecret } from "@/ui/masked-secret";
import { Status } from "@/ui/status";
import type { Column } from "@/ui/table";

/** A column beside the shared ones, and what unfolds under a line. */
export type LineExtras = {
  columns: readonly Column<ParsedLine>[];
  /** The settings of one line, when they are unfolded. */
  panel?: (line: ParsedLine) => ReactNode;
};

type LinesTableProps = { pasted: PastedText; rule: LineRule; extras: LineExtras; actions: ReactNode };

const VIEW_HEIGHT = 704;
const ROW_HEIGHT = 44;
const FIX_HEIGHT = 76;

const columns: readonly Column<ParsedLine>[] = [
  { key: "status", header: "Status", cell: (line) => <LineStatus line={line} /> },
  { key: "login", header: "Login", cell: (line) => line.login, className: "break-all" },
  {
    key: "password",
    header: "Senha",
    cell: ({ line, password }) => (
      <MaskedSecret label={`senha da linha ${line}`} masked="••••••••" reveal={async () => password} />
    ),
  },
  { key: "email", header: "Email", cell: ({ emailLogin }) => emailLogin || <Absent />, className: "break-all" },
];

/** Every line with its verdict; a line that is not valid can be rewritten or removed where it stands. */
export function LinesTable({ pasted, rule, extras, actions }: LinesTableProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const [focused, setFocused] = useState<number | null>(null);
  const problems = useMemo(() => pasted.lines.filter((line) => line.error !== ""), [pasted.lines]);
  const rows = onlyProblems && problems.length > 0 ? problems : pasted.lines;
  const { slots, onScroll } = useRowWindow(rows, VIEW_HEIGHT, heightOf, (row) => row.line === focused);
  const all = [...columns, ...extras.columns];

  return (
    <Card
      title="Resultado da análise"
      description={`${integer(pasted.lines.length - problems.length)} de ${integer(pasted.lines.length)} linhas válidas`}
      actions={actions}
      padded={false}
    >
      {problems.length > 0 && (
        <ProblemBar
          problems={problems}
          pasted={pasted}
          rule={rule}
          onlyProblems={onlyProblems}
          onToggle={setOnlyProblems}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the keyboard */}
      <section className="max-h-[44rem] overflow-auto" aria-label="Linhas analisadas" tabIndex={0} onScroll={onScroll}>
        {/* biome-ignore lint/a11y/noRedundantRoles: display:block on phones removes the implicit one */}
        <table className="table" role="table" aria-label="Linhas analisadas" aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {all.map(({ key, header, align }) => (
                <th key={key} scope="col" data-align={align}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) =>
              "gap" in slot ? (
                <GapRow key={`gap-${slot.before}`} height={slot.gap} span={all.length} />
              ) : (
                <Fragment key={slot.row.line}>
                  <tr
                    aria-rowindex={slot.index + 2}
                    onFocus={() => setFocused(slot.row.line)}
                    onBlur={() => setFocused(null)}
                  >
                    {slot.row.error === "" ? (
                      <LineCells line={slot.row} columns={all} />
                    ) : (
                      <td colSpan={all.length}>
                        <LineFix
                          line={slot.row}
                          raw={pasted.raw[slot.row.line - 1] ?? ""}
                          onFix={(text) => pasted.fix(new Map([[slot.row.line, text]]))}
                        />
                      </td>
                    )}
                  </tr>
                  <PanelRow span={all.length}>{extras.panel?.(slot.row)}</PanelRow>
                </Fragment>
              ),
            )}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** Stands for the rows out of sight. */
function GapRow({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}

function LineCells({ line, columns }: { line: ParsedLine; columns: readonly Column<ParsedLine>[] }) {
  return columns.map(({ key, header, cell, align, className }) => (
    <td key={key} data-align={align} className={className}>
      <span className="table-label" aria-hidden="true">
        {header}
      </span>
      {cell(line)}
    </td>
  ));
}

function PanelRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    children && (
      <tr className="bg-sunken">
        <td colSpan={span}>{children}</td>
      </tr>
    )
  );
}

type ProblemBarProps = {
  problems: ParsedLine[];
  pasted: PastedText;
  rule: LineRule;
  onlyProblems: boolean;
  onToggle: (on: boolean) => void;
};

function ProblemBar({ problems, pasted, rule, onlyProblems, onToggle }: ProblemBarProps) {
  const fixes = useMemo(() => fixesFor(problems, pasted.raw, rule), [problems, pasted.raw, rule]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
      <Checkbox
        label={`Só linhas com problema (${integer(problems.length)})`}
        checked={onlyProblems}
        onChange={onToggle}
      />
      {fixes.size > 0 && (
        <Button size="sm" icon="edit" onClick={() => pasted.fix(fixes)}>
          Corrigir separador ({integer(fixes.size)})
        </Button>
      )}
    </div>
  );
}

function fixesFor(problems: ParsedLine[], raw: string[], rule: LineRule): Map<number, string> {
  const fixes = new Map<number, string>();
  for (const line of problems) {
    const fixed = verdictOf(line) === "invalid" ? suggestion(raw[line.line - 1] ?? "", rule) : null;
    if (fixed !== null) fixes.set(line.line, fixed);
  }
  return fixes;
}

function LineStatus({ line }: { line: ParsedLine }) {
  return (
    <span className="flex items-center gap-3 whitespace-nowrap">
      <span className="min-w-6 text-end text-muted tabular-nums">{line.line}</span>
      <Status tone="good">Válida</Status>
    </span>
  );
}

/** Nothing in this cell. */
export function Absent() {
  return <span className="text-muted">—</span>;
}

function heightOf(line: ParsedLine): number {
  return line.error === "" ? ROW_HEIGHT : FIX_HEIGHT;
}
