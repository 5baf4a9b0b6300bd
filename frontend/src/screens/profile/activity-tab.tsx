import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { api, listQuery, type Row } from "@/api/client";
import { activitiesQuery } from "@/api/marketplace";
import { type Me, meQuery, sessionsOf } from "@/api/people";
import { POLL_ONLINE_MS } from "@/lib/constants";
import { deviceLabel } from "@/lib/devices";
import { dateTime, lastLogin, plural } from "@/lib/format";
import { PagedCard, usePages } from "@/shared/lists/paged-card";
import { callColumns } from "@/shared/marketplace/activity";
import { Badge, Status } from "@/ui/badge";
import { Button, Icon, type IconName } from "@/ui/button";
import { Card, EmptyState } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { type Column, column } from "@/ui/table";

/** What was done with one's data, and what is known of oneself (product: people.audit). */
export default function ActivityTab({ me, access }: { me: Me; access: LastAccess }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <AccessCard me={me} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <SessionsCard userId={me.id} />
          <PagedCard
            title="Quem viu ou alterou seus dados"
            description="Cada consulta e cada mudança fica registrada e não pode ser apagada."
            {...usePages((query) => listQuery(TRAIL, { path: { user_id: me.id }, query }), ENTRIES)}
            columns={columns(me.username)}
            empty={
              <EmptyState
                icon="eye"
                title="Nenhum registro encontrado"
                description="Ninguém consultou nem alterou seus dados até agora."
              />
            }
          />
          <PagedCard
            title="Registro de atividades"
            description="Suas chamadas às APIs dos marketplaces."
            {...usePages((page) => activitiesQuery({ userId: me.id, ...page }), CALLS)}
            columns={COLUMNS}
            empty={
              <EmptyState
                icon="runs"
                title="Nenhuma atividade encontrada"
                description="Criar contas e testar a conexão deixam registros aqui."
              />
            }
          />
        </div>
        <VisibilityCard userId={me.id} access={access} />
      </div>
    </div>
  );
}

const TRAIL = "/api/users/{user_id}/activity-trail";
const ENTRIES = 20;
const CALLS = 10;
const SESSIONS = 10;

const COLUMNS = callColumns("Horário", "Tempo");

function AccessCard({ me }: { me: Me }) {
  const { data: seen = me } = useQuery({ ...meQuery(), refetchInterval: POLL_ONLINE_MS });
  return (
    <dl className="stat-grid">
      <Fact icon="key" label="Último login">
        {lastLogin(me.lastLogin)}
      </Fact>
      <Fact icon="calendar" label="Conta criada em">
        {dateTime(me.createdAt)}
      </Fact>
      <Fact icon="user" label="Status">
        {seen.isOnline ? <Status tone="good">Online</Status> : <Status>Offline</Status>}
      </Fact>
      <Fact icon="clock" label="Hora atual">
        <Clock />
      </Fact>
    </dl>
  );
}

function Fact({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-muted">
        <Icon name={icon} />
        {label}
      </dt>
      <dd className="mt-1 text-lg font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Clock() {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={now}>{dateTime(now)}</time>;
}

const SECOND_MS = 1000;

const SESSION_COLUMNS: Column<Row<"/api/auth/sessions">>[] = [
  column("Navegador", ({ browser, isCurrent }) => (
    <span className="inline-flex flex-wrap items-center gap-2" title={browser}>
      {deviceLabel(browser)} {isCurrent && <Badge tone="good">Esta sessão</Badge>}
    </span>
  )),
  column("Endereço IP", { className: "tabular-nums" }, ({ address }) => address ?? "—"),
  column("Desde", { align: "end" }, ({ createdAt }) => dateTime(createdAt)),
];

/** Where one is signed in, and 'encerrar as outras'. */
function SessionsCard({ userId }: { userId: number }) {
  const [asking, setAsking] = useState(false);
  const sessions = usePages((query) => listQuery("/api/auth/sessions", { query }), SESSIONS);
  const { mutateAsync: endOthers } = useMutation({
    meta: {
      invalidates: sessionsOf(userId),
      done: ({ ended }: { ended: number }) => plural(ended, "sessão encerrada", "sessões encerradas"),
    },
    mutationFn: () => api.post("/api/auth/sessions/end-others"),
    onSuccess: () => sessions.onOffset(0),
  });
  return (
    <PagedCard
      title="Sessões"
      description="Onde sua conta está aberta agora."
      actions={
        <Button disabled={(sessions.query.data?.total ?? 0) < 2} onClick={() => setAsking(true)}>
          Encerrar as outras
        </Button>
      }
      {...sessions}
      columns={SESSION_COLUMNS}
      expectedRows={2}
      empty={<EmptyState icon="monitor" title="Nenhuma sessão encontrada" />}
    >
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Encerrar as outras sessões?"
        description="Quem estiver usando sua conta em outro navegador terá de entrar de novo. Esta sessão continua."
        confirmLabel="Encerrar as outras"
        destructive
        onConfirm={() => endOthers()}
      />
    </PagedCard>
  );
}

/** Of the audit rows that concern this person (product: people.audit). */
function columns(username: string): Column<Row<typeof TRAIL>>[] {
  return [
    column("Quem", { className: "font-medium" }, ({ actor }) => actorLabel(actor, username)),
    column("O quê", ({ description, reason }) => (
      <span className="block min-w-0">
        {description}
        {reason && <span className="block text-sm text-muted wrap-anywhere">{reason}</span>}
      </span>
    )),
    column("Quando", { align: "end" }, ({ createdAt }) => dateTime(createdAt)),
  ];
}

/** Of a username; 'sistema' for what nobody did. */
function actorLabel(actor: string, username: string): string {
  if (actor === username) return "Você";
  return actor === "sistema" ? "Sistema" : `@${actor}`;
}

/** What was last noted of where one signs in from; null and empty before the first time. */
export type LastAccess = { address: string | null; browser: string };

/** What the company sees of a person, for how long it keeps it, and what it does not see. */
function VisibilityCard({ userId, access }: { userId: number; access: LastAccess }) {
  return (
    <Card title="O que a empresa vê sobre você" description="E por quanto tempo cada dado é guardado." padded={false}>
      <dl className="divide-y divide-line">
        <Item title="Perfil" kept="Enquanto a conta existir">
          Nome, usuário, função, foto, datas de criação e de login, e se você está online.
        </Item>
        <Item title="Acesso" kept="180 dias">
          Endereço IP e navegador de cada login. {accessLabel(access)} Administradores só os veem em uma consulta que
          aparece nesta página.
        </Item>
        <Item title="Trabalho" kept="Permanente">
          Tarefas, execuções em massa, ganhos, pagamentos e pontos de lealdade.
        </Item>
        <Item title="Uso das telas" kept="90 dias">
          Páginas visitadas, tempo em cada uma e ações, registrados só nesta plataforma.
        </Item>
        <Item title="Credenciais das contas que você cria" kept="Apagadas depois da execução">
          Guardadas cifradas e mostradas mascaradas. Cada revelação aparece nesta página.
        </Item>
        <Item title="Sua chave de API" kept="Até você trocá-la">
          Guardada cifrada. Só você pode lê-la; os demais veem os quatro últimos caracteres.
        </Item>
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-3 text-sm">
        <a className="link" href="/privacidade">
          Tudo o que é guardado, por quê e por quanto tempo
        </a>
        <a className="link" href={`/api/users/${userId}/export`} download>
          Baixar meus dados
        </a>
      </p>
    </Card>
  );
}

function Item({ title, kept, children }: { title: string; kept: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
        {title} <span className="text-sm font-normal text-muted">{kept}</span>
      </dt>
      <dd className="mt-0.5 text-sm text-muted">{children}</dd>
    </div>
  );
}

function accessLabel({ address, browser }: LastAccess): string {
  if (!address) return "";
  return `O último: ${address}${browser ? `, ${deviceLabel(browser)}` : ""}.`;
}
