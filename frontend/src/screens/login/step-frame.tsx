import type { FormEvent, ReactNode } from "react";
import { minutesAndSeconds } from "@/lib/format";
import { Alert } from "@/ui/alert";

type StepFrameProps = {
  title: string;
  description?: string;
  /** The last refusal. */
  problem: string;
  /** Seconds until the lockout ends, 0 without one. */
  remaining: number;
  countdownText?: string;
  onSubmit: (event: FormEvent) => void;
  actions: ReactNode;
  children: ReactNode;
};

/** What both steps look like: title, refusal and countdown, fields, buttons. */
export function StepFrame(props: StepFrameProps) {
  const { title, description, problem, remaining, countdownText, onSubmit, actions, children } = props;
  return (
    <form className="grid gap-5" onSubmit={onSubmit} noValidate>
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </header>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {remaining > 0 && <Countdown seconds={remaining}>{countdownText}</Countdown>}
      <div className="grid gap-4">{children}</div>
      <div className="grid gap-2">{actions}</div>
    </form>
  );
}

/** 'Tempo restante: m:ss', to stand outside of whatever is announced: inside, every second would be. */
function Countdown({ seconds, children }: { seconds: number; children?: ReactNode }) {
  return (
    <p role="timer" className="tabular-nums">
      {children} Tempo restante: {minutesAndSeconds(seconds)}
    </p>
  );
}
