import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { configurationQuery } from "@/api/configs";
import { LOAD_FAILED } from "@/shared/marketplace/configuration";
import { ConfigurationForm } from "@/shared/marketplace/configuration-form";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";

/** The configuration of a marketplace, once it has been read. */
export function ConfigurationCard(props: Omit<ComponentProps<typeof ConfigurationForm>, "saved">) {
  return (
    <QueryResult
      query={useQuery(configurationQuery(props.service, props.userId))}
      failed={LOAD_FAILED}
      framed
      fallback={<Skeleton className="h-116" />}
    >
      {(saved) => <ConfigurationForm {...props} saved={saved} />}
    </QueryResult>
  );
}
