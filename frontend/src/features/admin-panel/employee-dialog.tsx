import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { nameOf } from "@/features/admin/person-name";
import { paidQuery, pendingQuery, statementHref } from "@/features/admin-panel/money";
import { type Person, personQuery, presenceWords } from "@/features/admin-panel/person";
import { dateTime, lastLogin, money, today } from "@/lib/format";
import { roleWords } from "@/lib/role";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ErrorState } from "@/ui/error-state";
import { Icon } from "@/ui/icon";
import { Skeleton } from "@/ui/skeleton";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";
import { Status } from "@/ui/status";
import { TextField } from "@/ui/text-field";

type EmployeeDialogProps = {
  person: Person;
  open: boolean;
  onClose: () => void;
  onTransfer: () => void;
  onAddBalance: () => void;
  onEdit: () => void;
};

/** 'employee financial detail (also IP, browser, last login, online status)' (document 1 §2 'Admin panel'). */
export default function EmployeeDialog(props: EmployeeDialogProps) {
  const { person, open, onClose, onTransfer, onAddBalance, onEdit } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title={nameOf(person)}
      description={`@${person.username} · ${roleWords(person.role).label} · ID ${person.id}`}
      footer={
        <>
          <Button icon="edit" onClick={onEdit} className="mr-auto">
            Editar
          </Button>
          <Button icon="plus" onClick={onAddBalance}>
            Adicionar Saldo
          </Button>
          <Button variant="primary" icon="wallet" onClick={onTransfer}>
            Transferir
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Balances personId={person.id} />
        <Access person={person} />
        <Statement personId={person.id} />
        <p className="flex gap-2 text-sm text-muted">
          <Icon name="info" />
          Esta consulta fica registrada e aparece na atividade do funcionário.
        </p>
      </div>
    </Dialog>
  );
}

function Balances({ personId }: { personId: number }) {
  const pending = useQuery(pendingQuery(personId));
  const paid = useQuery(paidQuery(personId));
  if (pending.isError) return <ErrorState error={pending.error} onRetry={pending.refetch} />;
  return (
    <section className="grid gap-3">
      <StatGrid>
        <StatCard label="Pendente" icon="clock" value={amount(pending.data?.total)} />
        <StatCard label="Pago" icon="circle-check" value={amount(paid.data?.total)} />
      </StatGrid>
      <h3 className="font-semibold">Ganhos pendentes</h3>
      {pending.data?.earnings.length === 0 && <p className="text-muted">Nenhum ganho encontrado</p>}
      <ul>
        {pending.data?.earnings.map((earning) => (
          <li
            key={earning.id}
            className="flex items-baseline justify-between gap-4 border-line border-b py-1.5 last:border-0"
          >
            <span className="min-w-0">
              <span className="block truncate">{earning.description}</span>
              <span className="block text-sm text-muted">{dateTime(earning.createdAt)}</span>
            </span>
            <span className="font-medium tabular-nums">{money(earning.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function amount(total: string | undefined): ReactNode {
  return total === undefined ? <Skeleton className="h-8 w-24" /> : money(total);
}

function Access({ person }: { person: Person }) {
  const { data } = useQuery(personQuery(person.id));
  const presence = presenceWords((data ?? person).isOnline);
  const loading = <Skeleton className="h-5 w-28" />;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Acesso</h3>
      <dl>
        <Fact name="Presença" value={<Status tone={presence.tone}>{presence.label}</Status>} />
        <Fact name="Último login" value={lastLogin((data ?? person).lastLogin)} />
        <Fact name="IP" value={data ? data.lastActiveIp || "Não registrado" : loading} />
        <Fact name="Navegador" value={data ? data.browserInfo || "Não registrado" : loading} />
        <Fact name="Conta criada em" value={dateTime(person.createdAt)} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-b py-1.5 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}

/** 'Statement of earnings: CSV and PDF per employee and period' (decisions §6). */
function Statement({ personId }: { personId: number }) {
  const [period, setPeriod] = useState({ start: "", end: "" });
  const day = (name: "start" | "end", label: string) => (
    <TextField
      label={label}
      type="date"
      max={today()}
      value={period[name]}
      onChange={(event) => setPeriod({ ...period, [name]: event.target.value })}
    />
  );
  return (
    <section>
      <h3 className="mb-2 font-semibold">Extrato de ganhos</h3>
      <div className="grid grid-cols-2 gap-3">
        {day("start", "De")}
        {day("end", "Até")}
        {(["csv", "pdf"] as const).map((format) => (
          <a key={format} className="btn btn-secondary" href={statementHref(personId, format, period)} download>
            <Icon name="download" />
            {format.toUpperCase()}
          </a>
        ))}
      </div>
    </section>
  );
}
