/** React's `lazy`, for parts that the network may hold back: what does not come is told and asked for again, and the
 * screen with what is typed in it stays. */
import { type ComponentType, lazy as lazily } from "react";
import { NetworkError } from "@/lib/errors";
import { loadPart } from "@/lib/load-part";
import { toast } from "@/lib/toast";

const REST_MS = 3000;
const TRIES = 20;

// biome-ignore lint/suspicious/noExplicitAny: as React's own type of it; the component says what it takes
export function lazy<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return lazily(() => persistently(load));
}

/** Fetches a part before it is asked for. What does not come is asked for again when it is. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(console.warn);
}

function persistently<T>(load: () => Promise<T>, left = TRIES): Promise<T> {
  return loadPart(load).catch(async () => {
    const fault = NetworkError.timedOut();
    if (left === TRIES) toast.error(fault.message);
    if (left === 0) throw fault;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return persistently(load, left - 1);
  });
}
