import type { ReactNode } from "react";
import type { Kpi, Summary } from "@/api/analytics";
import { counted, integer } from "@/lib/format";
import { change, duration, loadTime, MISSING, percent } from "@/screens/employee-analytics/labels";
import type { Tone } from "@/ui/badge";
import { Icon, type IconName } from "@/ui/icon";
import { StatCard, StatGrid } from "@/ui/stat-card";

/** How each figure is computed. */
const MADE = {
  Sessões: "Visitas seguidas de uma pessoa: páginas abertas sem pausa maior que 30 minutos.",
  "Pessoas ativas": "Quem abriu ao menos uma página no período, de todas as pessoas com conta ativa.",
  "Taxa de login":
    "Logins realizados, de todas as tentativas com resposta: realizados e recusados por senha errada, nas duas etapas.",
  "Conclusão de tarefas":
    "Tarefas concluídas no prazo, de todas as que se decidiram no período: concluídas no prazo ou com o prazo perdido.",
  "Tempo por sessão": "Tempo com uma página à vista, contado quando passa de 5 segundos, dividido pelas sessões.",
  "Tempo de carregamento":
    "Três em cada quatro páginas carregaram em até este tempo (percentil 75), medido no navegador de cada pessoa.",
} as const;

type KpiCardsProps = {
  summary: Summary;
  /** What the figures are compared with: "que nos 7 dias anteriores". */
  before: string;
};

/** 'KPI cards': each says how it is made, and moves with the range. */
export function KpiCards({ summary, before }: KpiCardsProps) {
  const { sessions, people, loginRate, taskCompletion, taskTarget, sessionSeconds, loadMs } = summary;
  const moved = (kpi: Kpi, unit: "points" | "share") => {
    const by = change(kpi.value, kpi.before, unit);
    return by && `${by} ${before}`;
  };
  return (
    <div className="lg:[&>dl]:grid-cols-3">
      <StatGrid>
        <Figure label="Sessões" icon="runs" kpi={sessions} words={integer} detail={moved(sessions, "share")} />
        <Figure
          label="Pessoas ativas"
          icon="users"
          kpi={people}
          words={integer}
          detail={`de ${counted(people.whole ?? 0, "pessoa", "pessoas")}`}
        />
        <Figure
          label="Taxa de login"
          icon="key"
          kpi={loginRate}
          words={percent}
          detail={ofWhole(loginRate, "tentativa", "tentativas") ?? "Nenhuma tentativa"}
        />
        <Figure
          label="Conclusão de tarefas"
          icon="circle-check"
          kpi={taskCompletion}
          words={percent}
          tone={taskCompletion.value !== null && taskCompletion.value < taskTarget ? "warn" : "neutral"}
          detail={`Meta de ${taskTarget}%, ${ofWhole(taskCompletion, "tarefa", "tarefas") ?? "nenhuma decidida"}`}
        />
        <Figure
          label="Tempo por sessão"
          icon="clock"
          kpi={sessionSeconds}
          words={duration}
          detail={moved(sessionSeconds, "share")}
        />
        <Figure
          label="Tempo de carregamento"
          icon="trend"
          kpi={loadMs}
          words={loadTime}
          detail={counted(loadMs.whole ?? 0, "página medida", "páginas medidas")}
        />
      </StatGrid>
    </div>
  );
}

/** The same for those who read rather than point, and for phones. */
export function Definitions() {
  return (
    <details className="card px-4 py-3">
      <summary className="font-medium">Como cada número é calculado</summary>
      <dl className="mt-3 grid grid-cols-1 gap-x-8 gap-y-3 text-sm md:grid-cols-2">
        {Object.entries(MADE).map(([label, made]) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-muted">{made}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type FigureProps = {
  label: keyof typeof MADE;
  icon: IconName;
  kpi: Kpi;
  words: (value: number) => string;
  detail: ReactNode;
  tone?: Tone;
};

function Figure({ label, icon, kpi, words, detail, tone = "neutral" }: FigureProps) {
  const made = MADE[label];
  return (
    <StatCard
      label={
        <>
          {label}
          <button
            type="button"
            className="ml-auto flex opacity-60 hover:opacity-100"
            aria-label={`${label}: ${made}`}
            data-tooltip={made}
          >
            <Icon name="info" />
          </button>
        </>
      }
      icon={icon}
      value={kpi.value === null ? MISSING : words(kpi.value)}
      detail={detail ?? "Sem período anterior"}
      tone={tone}
    />
  );
}

function ofWhole({ part, whole }: Kpi, one: string, many: string): string | undefined {
  return whole ? `${integer(part ?? 0)} de ${counted(whole, one, many)}` : undefined;
}
