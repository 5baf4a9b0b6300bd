import { clsx } from "clsx";
import type { RunRow } from "@/api/runs";
import { currentUser } from "@/lib/app-context";
import { dateTime, integer, money } from "@/lib/format";
import { fieldProblems } from "@/shared/marketplace/field-names";
import { ROW_STATES } from "@/shared/run/run";
import { Status } from "@/ui/badge";
import { Button, CopyButton, IconButton } from "@/ui/button";
import type { Column } from "@/ui/table";

type About = "credentials" | "decision" | "earning";
type CellProps = { row: RunRow; onAsk: (about: About, row: RunRow) => void };

/** On phones, where a row is a block, a cell with nothing in it is left out. */
const OPTIONAL = "max-sm:has-data-absent:hidden";

/** `commonTitle` is that of the run, which is not repeated in every row. */
export function rowColumns(commonTitle: string, onAsk: CellProps["onAsk"]): Column<RunRow>[] {
  return [
    { key: "line", header: "Linha", align: "end", cell: ({ line }) => integer(line), className: "sm:w-16" },
    { key: "login", header: "Conta", cell: (row) => <Account row={row} commonTitle={commonTitle} onAsk={onAsk} /> },
    { key: "state", header: "Situação", cell: (row) => <Outcome row={row} onAsk={onAsk} /> },
    { key: "remote", header: "Anúncio", cell: (row) => <Listing row={row} />, className: OPTIONAL },
    {
      key: "earning",
      header: "Ganho",
      align: "end",
      cell: (row) => <Earned row={row} onAsk={onAsk} />,
      className: OPTIONAL,
    },
    {
      key: "moment",
      header: "Quando",
      cell: ({ settledAt, sentAt }) => <Moment value={settledAt ?? sentAt} />,
      className: clsx(OPTIONAL, "sm:whitespace-nowrap"),
    },
  ];
}

function Account({ row, commonTitle, onAsk }: CellProps & { commonTitle: string }) {
  const { line, login, title, canReveal } = row;
  return (
    <span className="block min-w-0">
      <span className="flex items-center gap-1 max-sm:justify-end">
        {login ? <code className="font-mono text-sm">{login}</code> : <Absent />}
        {canReveal && (
          <IconButton
            icon="eye"
            size="sm"
            label={`Mostrar credenciais da linha ${line}`}
            onClick={() => onAsk("credentials", row)}
          />
        )}
      </span>
      {title !== commonTitle && <span className="line-clamp-2 max-w-72 text-sm text-muted">{title}</span>}
    </span>
  );
}

function Outcome({ row, onAsk }: CellProps) {
  const { tone, label } = ROW_STATES[row.state];
  const problems = fieldProblems(row.errors);
  // An admin may know that the listing which was there is this run's own.
  const isFoundOnTheMarketplace = row.state === "duplicate" && !row.duplicateOf && currentUser().role === "admin";
  return (
    <span className="block max-w-96 py-0.5">
      <Status tone={tone}>{label}</Status>
      {row.error && problems.length === 0 && (
        <span className="block text-sm text-muted wrap-anywhere">{row.error}</span>
      )}
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

function Listing({ row: { line, remoteId, withdrawal, withdrawnAt } }: { row: RunRow }) {
  if (!remoteId) return <Absent />;
  return (
    <span className="block">
      <span className="flex items-center gap-1 max-sm:justify-end">
        <code className="font-mono text-sm">{remoteId}</code>
        <CopyButton label={`Copiar o anúncio da linha ${line}`} text={remoteId} />
      </span>
      {withdrawal && (
        <span className="block text-sm text-warn">{withdrawal === "delete" ? "A excluir" : "A tornar rascunho"}</span>
      )}
      {withdrawnAt && <span className="block text-sm text-muted">Retirado em {dateTime(withdrawnAt)}</span>}
    </span>
  );
}

function Earned({ row, onAsk }: CellProps) {
  const { line, earning } = row;
  if (!earning) return <Absent />;
  const amount = money(earning.amount);
  return (
    <button
      type="button"
      className="font-medium text-accent hover:underline"
      aria-label={`${amount}: por que este valor, linha ${line}`}
      onClick={() => onAsk("earning", row)}
    >
      {amount}
    </button>
  );
}

function Moment({ value }: { value: string | null }) {
  if (!value) return <Absent />;
  return (
    <time className="text-sm text-muted tabular-nums" dateTime={value}>
      {dateTime(value)}
    </time>
  );
}

function Absent() {
  return (
    <span className="text-muted" data-absent>
      —
    </span>
  );
}
