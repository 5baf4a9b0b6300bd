import { useLayoutEffect, useMemo, useRef } from "react";

type Functions = Record<string, (...args: never[]) => unknown>;

/** The same functions at every render, doing what the latest ones do. For what memoised children are given. */
export function useStable<F extends Functions>(latest: F): F {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useMemo(() => {
    const names = Object.keys(current.current);
    const stable = names.map((name) => [name, (...args: never[]) => current.current[name]?.(...args)]);
    return Object.fromEntries(stable) as F;
  }, []);
}
