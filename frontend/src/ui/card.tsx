/** A card, and what stands where content will be, or where there is none. */
import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { messageOf } from "@/lib/errors";
import { useAnnounce } from "@/ui/announcement";
import { Button, Icon, type IconName } from "@/ui/button";

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Off when the content has its own edges, as a table has. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
};

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

type QueryResultProps<T> = {
  query: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "refetch">;
  /** What could not be loaded, with its documented text; without it only the reason is told. */
  failed?: string;
  /** Puts the failure into a card, for what has no frame around it. */
  framed?: boolean;
  fallback: ReactNode;
  children: (data: T) => ReactNode;
};

/** What a query brought; before that its fallback, or why it did not come and another try. What came once stays. */
export function QueryResult<T>({ query, failed, framed = false, fallback, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return fallback;
  const failure = <ErrorState title={failed} error={query.error} onRetry={query.refetch} />;
  return framed ? <div className="card">{failure}</div> : failure;
}

/** A breathing block of the size that its classes give, in place of what is on its way. */
export function Skeleton({ className }: { className: string }) {
  return <div className={clsx("skeleton", className)} aria-hidden="true" />;
}

type EmptyStateProps = { title: string; description?: ReactNode; icon?: IconName; action?: ReactNode };

/** Nothing here: said plainly, with what to do next where there is something to do. */
export function EmptyState({ title, description, icon = "inbox", action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <Icon name={icon} className="mb-2 text-xl text-muted" />
      <p className="font-medium">{title}</p>
      {description && <p className="mt-0.5 max-w-sm text-muted text-balance">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Nothing answers to what a list was narrowed to. */
export function NothingFound({
  title = "Nenhum resultado encontrado",
  onClear,
}: {
  title?: string;
  onClear: () => void;
}) {
  return (
    <EmptyState
      icon="search"
      title={title}
      description="Nada corresponde à busca e aos filtros escolhidos."
      action={<Button onClick={onClear}>Limpar filtros</Button>}
    />
  );
}

export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry: () => unknown; title?: string }) {
  return (
    <div
      ref={useAnnounce<HTMLDivElement>(messageOf(error), { atOnce: true, assertive: true })}
      role="note"
      className="flex flex-col items-center px-4 py-8 text-center"
    >
      <Icon name="alert" className="mb-2 text-xl text-bad" />
      {title && <p className="font-medium">{title}</p>}
      <p className={title ? "text-muted" : "font-medium"}>{messageOf(error)}</p>
      <Button className="mt-4" icon="refresh" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  );
}
