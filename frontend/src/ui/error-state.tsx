import { messageOf } from "@/lib/errors";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { useAnnounce } from "@/ui/live-region";

/** What could not be loaded, why, and another try. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry: () => unknown; title?: string }) {
  return (
    <div
      ref={useAnnounce<HTMLDivElement>("", true)}
      role="alert"
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
