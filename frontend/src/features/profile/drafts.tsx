import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

export type Values = Record<string, string>;
type DraftMap = Map<string, Values>;

const DraftsContext = createContext<DraftMap>(new Map());

/** Keeps what is typed and not saved, by the name of its form, while another tab is looked at; asks before the page is
 * left with any of it. */
export function Drafts({ children }: { children: ReactNode }) {
  const [drafts] = useState<DraftMap>(() => new Map());
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (drafts.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", guard);
    return () => removeEventListener("beforeunload", guard);
  }, [drafts]);
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

export function useDrafts(): DraftMap {
  return useContext(DraftsContext);
}
