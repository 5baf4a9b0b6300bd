/** Tells the server of errors that nobody caught. */
import { api } from "@/api/client";
import { ApiError, NetworkError } from "@/lib/errors";

const MOST_A_PAGE = 5;

let sentCount = 0;

/** Send an error; a refusal, a lost connection or an aborted call is no fault of the code. */
export function reportError(error: unknown): void {
  const harmless = error instanceof ApiError || error instanceof NetworkError;
  if (harmless || (error instanceof Error && error.name === "AbortError") || sentCount >= MOST_A_PAGE) return;
  sentCount += 1;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const release = import.meta.url.split("/").at(-1) ?? "";
  const body = { message: `${name}: ${message}`, stack: stack ?? "", page: location.pathname, release };
  void api.post("/api/client-errors", { body, keepalive: true }).catch(() => undefined);
}
