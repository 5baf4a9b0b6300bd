import { clsx } from "clsx";
import type { ReactNode } from "react";

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Off when the content has its own edges, as a table has. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
};

/** A line of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-end font-medium tabular-nums">{children}</dd>
    </div>
  );
}

export function Card({ title, description, actions, padded = true, className, children }: CardProps) {
  return (
    <section className={clsx("card min-w-0", className)}>
      {title && (
        <header className="flex min-h-13 items-center justify-between gap-4 border-line border-b px-4 py-2">
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={clsx(padded && "p-4")}>{children}</div>
    </section>
  );
}
