import "@/styles/creator.css";
import "@/styles/sheet.css";
import { useState } from "react";
import type { Source } from "@/api/drafts";
import type { CreatorPage } from "@/shared/creation/game";
import type { Numbered } from "@/shared/creation/use-file";
import { Workbench, type WorkbenchProps } from "@/shared/creation/workbench";
import { useConfiguration } from "@/shared/marketplace/configuration";
import { Badge } from "@/ui/badge";
import { PageActions } from "@/ui/button";

export function Creator({ stale, ...page }: CreatorPage & Pick<WorkbenchProps, "stale">) {
  const [source, setSource] = useSource();
  return (
    <>
      <ApiBadge />
      <Workbench page={page} source={source} onSource={setSource} stale={stale} />
    </>
  );
}

/** Says whether the marketplace's API is configured. */
export function ApiBadge() {
  const { isPending, data } = useConfiguration();
  return (
    <PageActions>
      <span className="self-center">
        {!isPending && (
          <Badge tone={data?.apiKey ? "good" : "warn"}>
            {data?.apiKey ? "API GameBoost configurada" : "API GameBoost não configurada"}
          </Badge>
        )}
      </span>
    </PageActions>
  );
}

/** The file that is read, under a number of its own each time. */
export function useSource(): [Numbered | null, (source: Source | null) => void] {
  const [source, setSource] = useState<Numbered | null>(null);
  return [source, (next) => setSource((last) => next && { ...next, number: (last?.number ?? 0) + 1 })];
}
