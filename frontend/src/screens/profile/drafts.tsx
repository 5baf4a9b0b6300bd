import { type ReactNode, useMemo, useState } from "react";
import { useHeldPage } from "@/lib/use-held-page";
import { type DraftStore, DraftsContext, type Values } from "@/ui/editing";

/** Keeps what is typed and not saved, by the name of its form, while another tab is looked at; holds the page meanwhile. */
export function Drafts({ children }: { children: ReactNode }) {
  const [holding, setHolding] = useState(false);
  useHeldPage(holding);
  const store = useMemo<DraftStore>(() => {
    const drafts = new Map<string, Values>();
    return {
      get: (name) => drafts.get(name),
      keep: (name, values) => {
        if (values) drafts.set(name, values);
        else drafts.delete(name);
        setHolding(drafts.size > 0);
      },
    };
  }, []);
  return <DraftsContext value={store}>{children}</DraftsContext>;
}
