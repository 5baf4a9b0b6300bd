import { clsx } from "clsx";
import type { ReactNode } from "react";
import { knownTotal, listQuery } from "@/api/client";
import type { RowState, Run, RunDetail, RunRow } from "@/api/runs";
import { currentUser } from "@/lib/app-context";
import { dateTime, integer, money, plural } from "@/lib/format";
import { type ListState, useListState, useServerList } from "@/shared/lists/list-card";
import { fieldProblems } from "@/shared/marketplace/field-names";
import { type Asked, ROW_STATES } from "@/shared/run/run";
import { Status } from "@/ui/badge";
import { Button, IconButton } from "@/ui/button";
import { Card, EmptyState } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { type Column, column, PagedTable } from "@/ui/table";

const ROWS = "/api/bulk/runs/{run_id}/rows";
const ROWS_A_PAGE = 50;

export default function RunAccounts({ run, onAsk }: { run: RunDetail; onAsk: (asked: Asked) => void }) {
  const state = useListState({ filters: ["state", "line"], limit: ROWS_A_PAGE });
  const { line, state: chosen = "" } = state.filters;
  const narrow = (wanted: string) => state.setFilters({ state: wanted, line: "" });
  const rows = useServerList((query) => listQuery(ROWS, { path: { run_id: run.id }, query }), state);
  const showAll = (
    <Button size="sm" onClick={() => narrow("")}>
      Mostrar todas
    </Button>
  );
  return (
    <>
      <Counters run={run} chosen={line ? null : chosen} onChoose={narrow} />
      <Card
        title="Contas"
        description={narrowingLabel(state, knownTotal(rows))}
        actions={state.isNarrowed && showAll}
        padded={false}
      >
        <PagedTable
          caption="Contas da execução"
          query={rows}
          columns={rowColumns(run.title, (about, row) => onAsk({ about, row }))}
          rowKey={({ id }) => id}
          offset={state.offset}
          limit={state.limit}
          onOffset={state.setOffset}
          expectedRows={8}
          empty={<EmptyState icon="search" title="Nenhuma conta aqui" action={showAll} />}
        />
      </Card>
    </>
  );
}

function narrowingLabel({ filters }: ListState, total: number | undefined): string {
  if (filters.line) return `Só a linha ${filters.line}`;
  const words = ROW_STATES[filters.state as RunRow["state"]];
  const count = total === undefined ? "…" : plural(total, "conta", "contas");
  return words ? `${count} · ${words.many}` : count;
}

const ORDER: RowState[] = ["created", "failed", "uncertain", "duplicate", "unsent", "queued", "sending", "verifying"];

type CountersProps = {
  run: Run;
  /** The state that the list below shows, "" for all, null for neither. */
  chosen: string | null;
  onChoose: (state: string) => void;
};

/** Every account is in one of these, so that they always add up to the total; each narrows the list below. */
function Counters({ run: { counts, total }, chosen, onChoose }: CountersProps) {
  return (
    <fieldset className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line xl:grid-cols-9">
      <legend className="sr-only">Mostrar contas por situação</legend>
      <Counter label="Total" count={total} pressed={chosen === ""} onPress={() => onChoose("")} />
      {ORDER.map((state) => (
        <Counter
          key={state}
          label={<Status tone={ROW_STATES[state].tone}>{ROW_STATES[state].many}</Status>}
          count={counts[state]}
          pressed={chosen === state}
          onPress={() => onChoose(state)}
        />
      ))}
    </fieldset>
  );
}

type CounterProps = { label: ReactNode; count: number; pressed: boolean; onPress: () => void };

function Counter({ label, count, pressed, onPress }: CounterProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={clsx(
        "flex min-w-0 flex-col items-start gap-0.5 px-3 py-2.5 text-start",
        pressed ? "bg-accent-soft" : "bg-surface hover:bg-sunken",
      )}
      onClick={onPress}
    >
      <span className="text-sm text-muted">{label}</span>{" "}
      <span className={clsx("text-lg font-semibold tabular-nums", count === 0 && "text-muted")}>{integer(count)}</span>
    </button>
  );
}

type CellProps = { row: RunRow; onAsk: (about: "credentials" | "decision" | "earning", row: RunRow) => void };

/** On phones, where a row is a block, a cell with nothing in it is left out. */
const OPTIONAL = "max-sm:has-data-absent:hidden";

/** `commonTitle` is that of the run, which is not repeated in every row. */
function rowColumns(commonTitle: string, onAsk: CellProps["onAsk"]): Column<RunRow>[] {
  return [
    column("Linha", { align: "end", phone: "side", className: "sm:w-16" }, ({ line }) => integer(line)),
    column("Conta", { phone: "title" }, (row) => (
      <span className="block min-w-0">
        <span className="flex items-center gap-1">
          {row.login ? <code className="font-mono text-sm">{row.login}</code> : ABSENT}
          {row.canReveal && (
            <IconButton
              icon="eye"
              size="sm"
              label={`Mostrar credenciais da linha ${row.line}`}
              onClick={() => onAsk("credentials", row)}
            />
          )}
        </span>
        {row.title !== commonTitle && <span className="line-clamp-2 max-w-72 text-sm text-muted">{row.title}</span>}
      </span>
    )),
    column("Situação", { phone: "bare" }, (row) => <Outcome row={row} onAsk={onAsk} />),
    column("Anúncio", { phone: "bare", className: OPTIONAL }, ({ line, remoteId, withdrawal, withdrawnAt }) => {
      if (!remoteId) return ABSENT;
      return (
        <span className="block">
          <span className="flex items-center gap-1">
            <code className="font-mono text-sm">{remoteId}</code>
            <CopyButton label={`Copiar o anúncio da linha ${line}`} text={remoteId} />
          </span>
          {withdrawal && (
            <span className="block text-sm text-warn">{withdrawal === "delete" ? "A excluir" : "A tornar rascunho"}</span>
          )}
          {withdrawnAt && <span className="block text-sm text-muted">Retirado em {dateTime(withdrawnAt)}</span>}
        </span>
      );
    }),
    column("Ganho", { align: "end", phone: "side", className: OPTIONAL }, (row) => {
      if (!row.earning) return ABSENT;
      const amount = money(row.earning.amount);
      return (
        <button
          type="button"
          className="font-medium text-accent hover:underline"
          aria-label={`${amount}: por que este valor, linha ${row.line}`}
          onClick={() => onAsk("earning", row)}
        >
          {amount}
        </button>
      );
    }),
    column("Quando", { phone: "hidden", className: "whitespace-nowrap" }, ({ settledAt, sentAt }) => {
      const moment = settledAt ?? sentAt;
      if (!moment) return ABSENT;
      return (
        <time className="text-sm text-muted tabular-nums" dateTime={moment}>
          {dateTime(moment)}
        </time>
      );
    }),
  ];
}

const ABSENT = (
  <span className="text-muted" data-absent>
    —
  </span>
);

function Outcome({ row, onAsk }: CellProps) {
  const problems = fieldProblems(row.errors);
  // An admin may know that the listing which was there is this run's own.
  const isFoundOnTheMarketplace = row.state === "duplicate" && !row.duplicateOf && currentUser().role === "admin";
  return (
    <span className="block max-w-96 py-0.5">
      <Status {...ROW_STATES[row.state]} />
      {row.error && problems.length === 0 && <span className="block text-sm text-muted wrap-anywhere">{row.error}</span>}
      {problems.map((problem) => (
        <span key={problem} className="block text-sm text-muted wrap-anywhere">
          {problem}
        </span>
      ))}
      {row.duplicateUrl && (
        <a className="block text-sm font-medium text-accent hover:underline" href={row.duplicateUrl}>
          Ver {row.duplicateOf}
        </a>
      )}
      {(row.state === "uncertain" || isFoundOnTheMarketplace) && (
        <Button
          size="sm"
          className="mt-1"
          aria-label={`Decidir a linha ${row.line}`}
          onClick={() => onAsk("decision", row)}
        >
          Decidir
        </Button>
      )}
    </span>
  );
}
