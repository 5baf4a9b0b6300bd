import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { pathQuery, type Schemas } from "@/api/client";
import { dueQuery, pendingEarningsQuery, scheduleQuery, totalsQuery } from "@/api/earnings";
import { assignedTasksQuery, taskSummaryQuery } from "@/api/tasks";
import { mount } from "@/app/mount";
import { currentUser, type SessionUser } from "@/lib/app-context";
import { greeting } from "@/lib/clock";
import { POLL_PAYMENT_SCHEDULE_DASHBOARD_MS } from "@/lib/constants";
import { date, integer, lastLogin, money, numberFormat, plural } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import { earningLabel, isOverdue, paidAt } from "@/shared/earnings/earning";
import { NextPayment } from "@/shared/earnings/next-payment";
import { ShortList } from "@/shared/lists/short-list";
import { nameOf, roleLabel } from "@/shared/people/person-name";
import { fullPayment, statusLabel } from "@/shared/tasks/task";
import { Badge, Status, type Tone } from "@/ui/badge";
import { Button, Icon, type IconName } from "@/ui/button";
import { Card, EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { FirstHint } from "@/ui/first-hint";
import { Progress } from "@/ui/progress";
import { Figure, FigureCard, StatGrid } from "@/ui/stat-card";

const AllEarningsDialog = lazy(() => import("@/screens/dashboard/all-earnings-dialog"));

export function DashboardScreen() {
  const user = currentUser();
  const [open, setOpen] = useUrlState("ganhos", "");
  return (
    <>
      <Greeting user={user} />
      <div className="grid gap-5">
        <FirstHint />
        <SummaryCards userId={user.id} />
        <QuickActions />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <RecentTasks userId={user.id} />
          <RecentEarnings userId={user.id} onShowAll={() => setOpen("todos")} />
        </div>
        <Home isAdmin={user.role === "admin"} />
      </div>
      {open !== "" && (
        <Suspense>
          <AllEarningsDialog userId={user.id} open onClose={() => setOpen("")} />
        </Suspense>
      )}
    </>
  );
}

function Greeting({ user }: { user: SessionUser }) {
  const login = lastLogin(user.lastLogin);
  return (
    <header className="page-header">
      <div className="min-w-0">
        <h1>{`${greeting()}, ${user.fullName || user.username}`}</h1>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <span>{user.role === "admin" ? "Administrador do Sistema" : "Funcionário do Sistema"}</span>
          <Badge {...roleLabel(user.role)} />
          <span className="tabular-nums">{user.lastLogin ? `Último login: ${login}` : login}</span>
        </div>
      </div>
      <InBrief isAdmin={user.role === "admin"} />
    </header>
  );
}

const ACTIONS: { title: string; text: string; href: string; icon: IconName }[] = [
  { title: "Minhas Tarefas", text: "Metas, prazos e entregas", href: "/tasks", icon: "tasks" },
  { title: "Criar Contas", text: "Escolher o jogo e publicar", href: "/game-selection", icon: "plus" },
  { title: "Meu Perfil", text: "Dados, descrições e API", href: "/profile", icon: "user" },
];

/** 'each shows Carregando {title}... and navigates after 800 ms': the shell does that for `data-loading` links. */
function QuickActions() {
  return (
    <nav aria-label="Ações rápidas" className="grid gap-3 sm:grid-cols-3">
      {ACTIONS.map(({ title, text, href, icon }) => (
        <a
          key={href}
          href={href}
          data-loading={`Carregando ${title}...`}
          data-delay="quick"
          className="card group flex items-center gap-3 px-4 py-3 hover:border-line-strong"
        >
          <Icon name={icon} className="text-lg text-accent" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-muted">{text}</span>
          </span>
          <Icon name="chevron-right" className="text-muted group-hover:text-ink" />
        </a>
      ))}
    </nav>
  );
}

function RecentTasks({ userId }: { userId: number }) {
  return (
    <ShortList
      title="Tarefas Recentes"
      empty={{ icon: "tasks", title: "Nenhuma tarefa encontrada" }}
      query={useQuery(assignedTasksQuery(userId, "", 0, RECENT))}
      rowsOf={({ rows }) => rows.slice(0, RECENT)}
      className={ROW}
      fallback={PLACEHOLDER}
      row={({ title, status, currentQuantity, targetQuantity }) => (
        <>
          <div className="min-w-0">
            <p className="line-clamp-2 font-medium">{title}</p>
            <span className="text-sm text-muted">
              <Status {...statusLabel(status)} />
            </span>
          </div>
          <div className="w-24 flex-none text-end text-sm tabular-nums">
            {integer(currentQuantity)}/{integer(targetQuantity)}
            <Progress
              label={`Progresso de ${title}`}
              value={currentQuantity}
              max={targetQuantity}
              tone={status === "completed" ? "good" : "accent"}
              className="mt-1.5"
            />
          </div>
        </>
      )}
    />
  );
}

function RecentEarnings({ userId, onShowAll }: { userId: number; onShowAll: () => void }) {
  return (
    <ShortList
      title="Ganhos Recentes"
      actions={
        <Button size="sm" onClick={onShowAll}>
          Ver todos
        </Button>
      }
      empty={{ icon: "wallet", title: "Nenhum ganho encontrado" }}
      query={useQuery(pendingEarningsQuery(userId, RECENT))}
      rowsOf={({ earnings }) => earnings.slice(0, RECENT)}
      className={ROW}
      fallback={PLACEHOLDER}
      row={(earning) => {
        const paid = paidAt(earning);
        return (
          <>
            <div className="min-w-0">
              <p className="line-clamp-2 font-medium">{earning.description}</p>
              <p className="text-sm text-muted tabular-nums">
                {date(earning.createdAt)}
                {paid && ` · Transferido ${date(paid)}`}
              </p>
            </div>
            <div className="flex flex-none items-center gap-x-3 max-sm:flex-col-reverse max-sm:items-end">
              <Badge {...earningLabel(earning.status)} />
              <span className="min-w-20 text-end font-medium tabular-nums">{money(earning.amount)}</span>
            </div>
          </>
        );
      }}
    />
  );
}

function SummaryCards({ userId }: { userId: number }) {
  const tasks = useQuery(taskSummaryQuery(userId));
  const earnings = useQuery(pendingEarningsQuery(userId, RECENT));
  return (
    <StatGrid>
      <FigureCard label="Tarefas Pendentes" icon="clock" query={tasks} of={({ pending }) => integer(pending)} />
      <FigureCard
        label="Tarefas Concluídas"
        icon="circle-check"
        query={tasks}
        of={(counts) => integer(counts.completed)}
      />
      <FigureCard label="Ganhos Pendentes" icon="wallet" query={earnings} of={({ total }) => money(total)} />
      <NextPayment label="Próxima Data de Pagamento" pollMs={POLL_PAYMENT_SCHEDULE_DASHBOARD_MS} />
    </StatGrid>
  );
}

mount("dashboard", DashboardScreen);

const RECENT = 3;
const ROW = "min-h-16 py-2.5";
const PLACEHOLDER = <Skeleton className="m-4 h-40" />;

type HomeAnswer = Schemas["ShellHomeOutput"];

const HOME = pathQuery("/api/home");
const DUE = 5;
const average = numberFormat({ maximumFractionDigits: 1 });

/** 'Você ganhou R$ X este mês · recebe em dd/MM', a day to come; to admins how much waits for them, which is below. */
function InBrief({ isAdmin }: { isAdmin: boolean }) {
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
      {schedule && !isOverdue(schedule) && ` · recebe em ${date(schedule.nextPaymentDate).slice(0, 5)}`}
    </>
  );
}

function Waiting() {
  const [home, totals] = [useQuery(HOME), useQuery(totalsQuery())];
  const format = (count: number) => (count > 0 ? plural(count, "aviso", "avisos") : "Tudo em dia");
  return (
    <>
      <strong className="font-semibold">
        <Figure query={home} of={({ checks }) => format(checks.length)} />
      </strong>{" "}
      · <Figure query={totals} of={({ pending }) => money(pending)} /> a pagar
    </>
  );
}

/** What stands below the documented cards: what waits for the person, the next task, money due, production. */
function Home({ isAdmin }: { isAdmin: boolean }) {
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
    left > 0 ? `${plural(left, "conta falta", "contas faltam")}` : "Pronta para concluir",
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
  const due = useQuery(dueQuery({ limit: DUE, offset: 0 }));
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
      description={`${plural(total, "conta criada", "contas criadas")} em ${days.length} dias`}
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

const dayLabel = (day: string, accounts: number): string => `${date(day)}: ${plural(accounts, "conta", "contas")}`;

function Team({ team }: { team: HomeAnswer["team"] }) {
  const entries = team.map(({ person, games, accounts }) => ({
    key: person.id,
    name: nameOf(person),
    about: Object.entries(games)
      .map(([game, count]) => `${game} ${integer(count)}`)
      .join(" · "),
    end: plural(accounts, "conta", "contas"),
  }));
  return (
    <Card title="Produção por pessoa" padded={false} className="lg:col-span-2">
      <Entries entries={entries} none="" />
    </Card>
  );
}
