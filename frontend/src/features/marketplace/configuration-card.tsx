import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, Suspense } from "react";
import { configurationQuery } from "@/features/marketplace/configuration";
import { LOAD_FAILED } from "@/features/marketplace/words";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";

const ConfigurationForm = lazy(() => import("@/features/marketplace/configuration-form"));

/** The configuration of a marketplace, once it has been read. */
export function ConfigurationCard(props: Omit<ComponentProps<typeof ConfigurationForm>, "saved">) {
  const configuration = useQuery(configurationQuery(props.service));
  const skeleton = <Skeleton className="h-116" />;
  if (configuration.data !== undefined) {
    return (
      <Suspense fallback={skeleton}>
        <ConfigurationForm {...props} saved={configuration.data} />
      </Suspense>
    );
  }
  if (!configuration.isError) return skeleton;
  return (
    <div className="card">
      <ErrorState title={LOAD_FAILED} error={configuration.error} onRetry={configuration.refetch} />
    </div>
  );
}
