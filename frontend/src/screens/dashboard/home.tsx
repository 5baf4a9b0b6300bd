/** What stands beside and below the documented cards: what waits for the person, the next task, money due, production. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schemas } from "@/api/client";
import { dueQuery, scheduleQuery, totalsQuery } from "@/api/earnings";
import { pathQuery } from "@/api/query";
import { POLL_PAYMENT_SCHEDULE_DASHBOARD_MS } from "@/lib/constants";
import { counted, date, integer, money, numberFormat } from "@/lib/format";
import { nameOf } from "@/shared/people/person-name";
import { fullPayment } from "@/shared/tasks/task";
import { Status, type Tone } from "@/ui/badge";
import { Card } from "@/ui/card";
import { Figure } from "@/ui/stat-card";
import { EmptyState, QueryResult, Skeleton } from "@/ui/states";

type HomeAnswer = Schemas["ShellHomeOutput"];

const HOME = pathQuery("/api/home");
const DUE = 5;
const average = numberFormat({ maximumFractionDigits: 1 });

/** 'Você ganhou R$ X este mês · recebe em dd/MM'; to admins how much waits for them, which is below. */
export function InBrief({ isAdmin }: { isAdmin: boolean }) {
  return (
    <a
      className="card flex min-h-11 items-center px-4 text-sm tabular-nums hover:border-line-strong max-sm:w-full"
      href={isAdmin ? "#atencao" : "/ganhos"}
    >
      <span>{isAdmin ? <Waiting /> : <EarnedThisMonth />}</span>
    </a>
  );
}

function EarnedThisMonth() {
  const home = useQuery(HOME);
  const schedule = useQuery(scheduleQuery(POLL_PAYMENT_SCHEDULE_DASHBOARD_MS)).data;
  return (
    <>
      Você ganhou{" "}
      <strong className="font-semibold">
        <Figure query={home} of={({ earned }) => money(earned)} />
      </strong>{" "}
      este mês
      {schedule && ` · recebe em ${date(schedule.nextPaymentDate).slice(0, 5)}`}
    </>
  );
}

function Waiting() {
  const [home, totals] = [useQuery(HOME), useQuery(totalsQuery())];
  const words = (count: number) => (count > 0 ? counted(count, "aviso", "avisos") : "Tudo em dia");
  return (
    <>
      <strong className="font-semibold">
        <Figure query={home} of={({ checks }) => words(checks.length)} />
      </strong>{" "}
      · <Figure query={totals} of={({ pending }) => money(pending)} /> a pagar
    </>
  );
}

export function Home({ isAdmin }: { isAdmin: boolean }) {
  const home = useQuery(HOME);
  return (
    <QueryResult query={home} framed fallback={<Skeleton className="h-80" />}>
      {({ checks, nextTask, days, team }) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid grid-cols-1 gap-5">
            {!isAdmin && nextTask && <NextTask task={nextTask} />}
            <Checks checks={checks} isAdmin={isAdmin} />
            {isAdmin && <MoneyDue />}
          </div>
          <Production days={days} isAdmin={isAdmin} />
          {team.length > 0 && <Team team={team} />}
        </div>
      )}
    </QueryResult>
  );
}

function NextTask({ task }: { task: NonNullable<HomeAnswer["nextTask"]> }) {
  const { title, currentQuantity, targetQuantity, dueDate, href, action } = task;
  const left = targetQuantity - currentQuantity;
  const about = [
    left > 0 ? `${counted(left, "conta falta", "contas faltam")}` : "Pronta para concluir",
    `${money(fullPayment(task))} ao concluir`,
    dueDate && `até ${date(dueDate)}`,
  ];
  return (
    <Card title="Próxima tarefa">
      <p className="font-medium wrap-anywhere">{title}</p>
      <p className="mt-0.5 mb-3 text-sm text-muted tabular-nums">{about.filter(Boolean).join(" · ")}</p>
      <a className="btn btn-primary" href={left > 0 ? href : "/tasks"}>
        {left > 0 ? action : "Concluir em Minhas Tarefas"}
      </a>
    </Card>
  );
}

type Entry = { key: string | number; name: ReactNode; about?: string; end: ReactNode };

/** Entries of a card, or what is said when there are none. */
function Entries({ entries, none }: { entries: readonly Entry[]; none: string }) {
  return entries.length === 0 ? (
    <EmptyState icon="circle-check" title={none} />
  ) : (
    <ul className="divide-y divide-line">
      {entries.map(({ key, name, about, end }) => (
        <li key={key} className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            {name}
            <span className="block text-sm text-muted tabular-nums">{about}</span>
          </span>
          <span className="flex-none tabular-nums">{end}</span>
        </li>
      ))}
    </ul>
  );
}

function Checks({ checks, isAdmin }: { checks: HomeAnswer["checks"]; isAdmin: boolean }) {
  const entries = checks.map(({ title, tone, text, href, action }) => ({
    key: title + text,
    name: <Status tone={tone as Tone}>{title}</Status>,
    about: text,
    end: href && (
      <a className="btn btn-secondary btn-sm" href={href.startsWith("#") ? `/saude${href}` : href}>
        {action}
      </a>
    ),
  }));
  return (
    <Card
      title={
        <span id="atencao" className="scroll-mt-20">
          {isAdmin ? "Precisa de atenção" : "Precisa de você"}
        </span>
      }
      padded={false}
    >
      <Entries entries={entries} none="Tudo em dia" />
    </Card>
  );
}

function MoneyDue() {
  const due = useQuery(dueQuery(DUE, 0));
  const totals = useQuery(totalsQuery());
  return (
    <Card
      title="A pagar"
      padded={false}
      actions={
        <a className="btn btn-primary btn-sm tabular-nums" href="/ganhos">
          Pagar <Figure query={totals} of={({ pending }) => money(pending)} />
        </a>
      }
    >
      <QueryResult query={due} fallback={<Skeleton className="m-4 h-40" />}>
        {({ rows }) => (
          <Entries
            none="Ninguém tem a receber"
            entries={rows.map(({ user, pending }) => ({
              key: user.id,
              name: nameOf(user),
              end: (
                <a className="font-medium text-accent hover:underline" href={`/ganhos?pessoa=${user.id}`}>
                  {money(pending)}
                </a>
              ),
            }))}
          />
        )}
      </QueryResult>
    </Card>
  );
}

/** Each day's accounts as a column, held against the average of all. */
function Production({ days, isAdmin }: { days: HomeAnswer["days"]; isAdmin: boolean }) {
  const total = days.reduce((sum, { accounts }) => sum + accounts, 0);
  const mean = total / days.length;
  const height = (accounts: number) => `${(accounts / Math.max(...days.map((each) => each.accounts))) * 100}%`;
  return (
    <Card
      title={isAdmin ? "Produção da equipe" : "Sua produção"}
      description={`${counted(total, "conta criada", "contas criadas")} em ${days.length} dias`}
    >
      {total === 0 ? (
        <EmptyState icon="trend" title="Nenhuma conta criada ainda" />
      ) : (
        <div className="relative mt-6">
          <ol className="flex h-40 items-stretch gap-1 border-line-strong border-b sm:gap-1.5">
            {days.map(({ day, accounts }) => (
              <li key={day} className="relative flex flex-1 items-end" title={dayLabel(day, accounts)}>
                <span className="sr-only">{dayLabel(day, accounts)}</span>
                <span className="w-full rounded-t-sm bg-accent" style={{ height: height(accounts) }} />
              </li>
            ))}
          </ol>
          <div className="absolute inset-x-0 border-warn border-t border-dashed" style={{ bottom: height(mean) }}>
            <span className="-top-6 absolute right-0 rounded-sm bg-surface px-1 text-sm text-warn tabular-nums">
              média {average(mean)}
            </span>
          </div>
        </div>
      )}
      {total > 0 && (
        <p className="mt-1.5 flex justify-between text-sm text-muted tabular-nums" aria-hidden="true">
          <span>{date(days[0]?.day).slice(0, 5)}</span>
          <span>hoje</span>
        </p>
      )}
    </Card>
  );
}

const dayLabel = (day: string, accounts: number): string => `${date(day)}: ${counted(accounts, "conta", "contas")}`;

function Team({ team }: { team: HomeAnswer["team"] }) {
  const entries = team.map(({ person, games, accounts }) => ({
    key: person.id,
    name: nameOf(person),
    about: Object.entries(games)
      .map(([game, count]) => `${game} ${integer(count)}`)
      .join(" · "),
    end: counted(accounts, "conta", "contas"),
  }));
  return (
    <Card title="Produção por pessoa" padded={false} className="lg:col-span-2">
      <Entries entries={entries} none="" />
    </Card>
  );
}
