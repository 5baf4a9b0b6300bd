import { ApiError, messageOf, NetworkError } from "@/lib/errors";

/** Why a call failed, in the server's own words where it has some. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || messageOf(error);
}

/** For `catch`: the same failure in the words that document 2 §8 has for it, its fields kept for the form.
 *
 * The end of the session keeps its own words, since what follows is the log-in page.
 */
export function toldAs(tell: (reason: string) => string) {
  return (error: unknown): never => {
    if (error instanceof NetworkError) throw new NetworkError(tell(error.message));
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    throw new ApiError(error.status, tell(reasonOf(error)), error.data, error.retryAfter);
  };
}
