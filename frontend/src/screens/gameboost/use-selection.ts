import { useState } from "react";

/** Ids that were ticked. */
export type Selection = {
  has: (id: string) => boolean;
  toggle: (id: string, on: boolean) => void;
  replace: (ids: readonly string[]) => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => ids.has(id),
    toggle: (id, on) => setIds((now) => new Set(on ? [...now, id] : [...now].filter((each) => each !== id))),
    replace: (next) => setIds(new Set(next)),
  };
}
