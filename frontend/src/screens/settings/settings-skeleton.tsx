import { Skeleton } from "@/ui/skeleton";

/** The places of the four cards. */
export function SettingsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Carregando..."
      className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="grid gap-5">
        <Skeleton className="h-140" />
        <Skeleton className="h-140" />
      </div>
      <div className="grid gap-5">
        <Skeleton className="h-104" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
