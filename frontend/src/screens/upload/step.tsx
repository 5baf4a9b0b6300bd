import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Card } from "@/ui/card";
import { Icon } from "@/ui/icon";

type StepProps = {
  number: number;
  title: string;
  /** What is settled here, or what is missing. */
  summary?: ReactNode;
  done: boolean;
  actions?: ReactNode;
  padded?: boolean;
  children: ReactNode;
};

/** One step of the upload. It stays where it is when it is done, so that it can be changed. */
export function Step({ number, title, summary, done, actions, padded = true, children }: StepProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2.5">
          <StepMark number={number} done={done} />
          {title}
        </span>
      }
      description={summary && <span className="mt-0.5 block">{summary}</span>}
      actions={actions}
      padded={padded}
    >
      {children}
    </Card>
  );
}

/** A step whose turn has not come. */
export function StepAhead({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="flex items-center gap-2.5 rounded-lg border border-line [border-style:dashed] px-4 py-3 text-muted">
      <StepMark number={number} done={false} />
      <h2 className="font-medium">{title}</h2>
      <p className="ml-auto text-end text-sm">{children}</p>
    </section>
  );
}

export function StepMark({ number, done }: { number: number; done: boolean }) {
  return (
    <span
      className={clsx(
        "inline-grid size-6 flex-none place-items-center rounded-full border text-xs tabular-nums",
        done ? "border-transparent bg-good-soft text-good" : "border-line-strong",
      )}
    >
      {done ? <Icon name="check" /> : <span aria-hidden="true">{number}</span>}
      <span className="sr-only">{done ? `Passo ${number}, feito:` : `Passo ${number}:`}</span>
    </span>
  );
}
