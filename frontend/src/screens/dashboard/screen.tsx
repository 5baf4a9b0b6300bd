import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { pendingEarningsQuery } from "@/api/earnings";
import { assignedTasksQuery, taskSummaryQuery } from "@/api/tasks";
import { mount } from "@/app/mount";
import { currentUser, type SessionUser } from "@/lib/app-context";
import { greeting } from "@/lib/clock";
import { POLL_PAYMENT_SCHEDULE_DASHBOARD_MS } from "@/lib/constants";
import { date, integer, lastLogin, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import { Home, InBrief } from "@/screens/dashboard/home";
import { earningLabel, paidAt } from "@/shared/earnings/earning";
import { NextPayment } from "@/shared/earnings/next-payment";
import { ShortList } from "@/shared/lists/short-list";
import { roleLabel } from "@/shared/people/person-name";
import { statusLabel } from "@/shared/tasks/task";
import { Badge, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { FirstHint } from "@/ui/first-hint";
import { Icon, type IconName } from "@/ui/icon";
import { Progress } from "@/ui/progress";
import { FigureCard, StatGrid } from "@/ui/stat-card";
import { Skeleton } from "@/ui/states";

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
