import type { ReactNode } from "react";
import type { Kpi, Summary } from "@/features/employee-analytics/analytics";
import { change, counted, duration, loadTime, MISSING, percent } from "@/features/employee-analytics/words";
import { integer } from "@/lib/format";
import type { Tone } from "@/ui/badge";
import { Icon, type IconName } from "@/ui/icon";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";

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
        <Figure
          label="Sessões"
          icon="runs"
          made="Visitas seguidas de uma pessoa: páginas abertas sem pausa maior que 30 minutos."
          kpi={sessions}
          words={integer}
          detail={moved(sessions, "share")}
        />
        <Figure
          label="Pessoas ativas"
          icon="users"
          made="Quem abriu ao menos uma página no período, de todas as pessoas com conta ativa."
          kpi={people}
          words={integer}
          detail={`de ${counted(people.whole ?? 0, "pessoa", "pessoas")}`}
        />
        <Figure
          label="Taxa de login"
          icon="key"
          made="Logins realizados, de todas as tentativas com resposta: realizados e recusados por senha errada, nas duas etapas."
          kpi={loginRate}
          words={percent}
          detail={ofWhole(loginRate, "tentativa", "tentativas") ?? "Nenhuma tentativa"}
        />
        <Figure
          label="Conclusão de tarefas"
          icon="circle-check"
          made="Tarefas concluídas no prazo, de todas as que se decidiram no período: concluídas no prazo ou com o prazo perdido."
          kpi={taskCompletion}
          words={percent}
          tone={taskCompletion.value !== null && taskCompletion.value < taskTarget ? "warn" : "neutral"}
          detail={`Meta de ${taskTarget}%, ${ofWhole(taskCompletion, "tarefa", "tarefas") ?? "nenhuma decidida"}`}
        />
        <Figure
          label="Tempo por sessão"
          icon="clock"
          made="Tempo com uma página à vista, contado quando passa de 5 segundos, dividido pelas sessões."
          kpi={sessionSeconds}
          words={duration}
          detail={moved(sessionSeconds, "share")}
        />
        <Figure
          label="Tempo de carregamento"
          icon="trend"
          made="Três em cada quatro páginas carregaram em até este tempo (percentil 75), medido no navegador de cada pessoa."
          kpi={loadMs}
          words={loadTime}
          detail={counted(loadMs.whole ?? 0, "página medida", "páginas medidas")}
        />
      </StatGrid>
    </div>
  );
}

type FigureProps = {
  label: string;
  icon: IconName;
  /** How it is computed. */
  made: string;
  kpi: Kpi;
  words: (value: number) => string;
  detail: ReactNode;
  tone?: Tone;
};

function Figure({ label, icon, made, kpi, words, detail, tone = "neutral" }: FigureProps) {
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
