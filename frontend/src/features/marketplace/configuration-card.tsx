import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, Suspense } from "react";
import { configurationQuery } from "@/features/marketplace/configuration";
import { LOAD_FAILED } from "@/features/marketplace/words";
import { lazy } from "@/lib/lazy";
import { Answer } from "@/ui/answer";
import { Skeleton } from "@/ui/skeleton";

const ConfigurationForm = lazy(() => import("@/features/marketplace/configuration-form"));

/** The configuration of a marketplace, once it has been read. */
export function ConfigurationCard(props: Omit<ComponentProps<typeof ConfigurationForm>, "saved">) {
  const skeleton = <Skeleton className="h-116" />;
  return (
    <Answer query={useQuery(configurationQuery(props.service))} failed={LOAD_FAILED} framed place={skeleton}>
      {(saved) => (
        <Suspense fallback={skeleton}>
          <ConfigurationForm {...props} saved={saved} />
        </Suspense>
      )}
    </Answer>
  );
}
