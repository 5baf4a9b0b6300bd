import { listQuery } from "@/api/client";
import type { Run } from "@/api/runs";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { dateTime, integer } from "@/lib/format";
import { ListCard, useList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { countLabel, donePercent, keyLabel, pollAlwaysMs, RUN_STATES, remainingLabel } from "@/shared/run/run";
import { RunGroup } from "@/shared/run/run-group";
import { Badge, Status } from "@/ui/badge";
import { Icon, type IconName } from "@/ui/button";
import { type Option, optionsFrom } from "@/ui/fields";
import { FirstHint } from "@/ui/first-hint";
import { Masked } from "@/ui/masked";
import { Progress } from "@/ui/progress";
import { type Column, column, TwoLines } from "@/ui/table";

const STATES = optionsFrom(RUN_STATES);
const POLL_EMPTY_MS = 15_000;

/** 'history of bulk runs … (own ones; admins all)', live. */
export function RunsScreen({ games }: { games: Option[] }) {
  const isAdmin = currentUser().role === "admin";
  const runs = useList((query) => listQuery("/api/bulk/runs", { query }), {
    filters: [
      { name: "game", label: "Jogo", all: "Todos os jogos", options: games },
      { name: "state", label: "Situação", all: "Todas as situações", options: STATES },
      { name: "start", label: "De" },
      { name: "end", label: "Até" },
    ],
    poll: (rows) => Math.min(POLL_EMPTY_MS, ...rows.map(pollAlwaysMs)),
  });
  return (
    <div className="grid gap-4">
      <FirstHint />
      <ListCard
        title="Histórico"
        list={runs}
        rowKey={({ id }) => id}
        columns={isAdmin ? [...COLUMNS, PERSON] : COLUMNS}
        {...(isAdmin && { searchLabel: "Buscar pessoa" })}
        empty={{
          icon: "runs",
          title: "Nenhuma execução ainda",
          description: "Cada criação em massa fica registrada aqui, conta por conta.",
          action: (
            <a className="btn btn-primary" href="/game-selection">
              <Icon name="plus" />
              Criar contas
            </a>
          ),
        }}
      />
    </div>
  );
}

const PERSON = column<Run>("Pessoa", { phone: "hidden" }, ({ by }) => <PersonName {...by} />);

const COLUMNS: Column<Run>[] = [
  column("Execução", (run) => (
    <span className="min-w-0 items-center gap-2.5 sm:flex">
      <Icon name={run.game as IconName} className="text-lg text-muted max-sm:hidden" />
      <TwoLines
        first={
          <>
            <a className="text-accent hover:underline" href={`/runs/${run.id}`}>
              Execução {run.id}
            </a>{" "}
            {run.training && <Badge tone="warn">Ensaio</Badge>}
          </>
        }
        second={
          <span title={run.title}>
            {run.gameTitle} · {run.title}
          </span>
        }
      >
        <span className="max-sm:hidden">
          <RunGroup run={run} />
        </span>
      </TwoLines>
    </span>
  )),
  column("Andamento", { phone: "bare", className: "max-sm:max-w-[calc(100%-6rem)]" }, (run) => (
    <span className="flex min-w-0 gap-x-3 tabular-nums sm:block sm:min-w-36 sm:max-w-80">
      <span className="flex flex-wrap justify-between gap-x-3">
        <Status {...RUN_STATES[run.state]} />
        <span className="text-sm text-muted max-sm:hidden">{remainingLabel(run)}</span>
      </span>
      <Progress
        className="my-1 max-sm:hidden"
        label={`Progresso da execução ${run.id}`}
        value={donePercent(run)}
        tone={run.state === "finished" ? "good" : "accent"}
      />
      <span className="flex min-w-0 justify-between gap-3 text-sm text-muted">
        <span className="max-sm:truncate">{countLabel(run.counts)}</span>
        <span className="flex-none max-sm:hidden">
          {integer(run.settled)} de {integer(run.total)}
        </span>
      </span>
      {run.pauseReason && <span className="line-clamp-2 text-sm text-muted max-sm:hidden">{run.pauseReason}</span>}
    </span>
  )),
  column("Criada em", { phone: "side", className: "xl:whitespace-nowrap" }, ({ createdAt }) => (
    <time dateTime={createdAt}>{dateTime(createdAt)}</time>
  )),
  column("Chave de API", { phone: "hidden", className: "text-sm text-muted" }, (run) => (
    <>
      {keyLabel(run)}
      <code className="block font-mono">
        <Masked text={run.keyHint} />
      </code>
    </>
  )),
];

mount("runs", RunsScreen);
