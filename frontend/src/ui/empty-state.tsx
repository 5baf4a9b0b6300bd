import type { ReactNode } from "react";
import { Icon, type IconName } from "@/ui/icon";

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
