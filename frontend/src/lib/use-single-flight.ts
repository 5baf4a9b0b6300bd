import { useRef, useState } from "react";
import { ApiError, NetworkError } from "@/lib/errors";

/** One run of `action` at a time: a second click while it runs does nothing. `run` answers whether it succeeded. A
 * refused or unreachable call counts as told (the query client's toast, or the mutation's own words) and goes to
 * `onRefused`; any other error is a fault and is thrown on. */
export function useSingleFlight<A extends unknown[]>(
  action: (...args: A) => unknown,
  onRefused?: (error: ApiError) => void,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const run = async (...args: A): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await action(...args);
      return true;
    } catch (error) {
      if (error instanceof ApiError) onRefused?.(error);
      else if (!(error instanceof NetworkError)) throw error;
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, busy };
}
