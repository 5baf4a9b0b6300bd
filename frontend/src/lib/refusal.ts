import { ApiError, messageOf, NetworkError } from "@/lib/errors";

type Failure = ApiError | NetworkError;

/** Why a call failed, in the server's own words where it has some. */
const reasonOf = (error: unknown): string => (error instanceof ApiError && error.serverMessage) || messageOf(error);

/** For `catch`: the same failure with its documented text, its fields kept for the form.
 *
 * The end of the session keeps its own words, and so do the further statuses of `spoken`.
 */
export function rethrowWithMessage(tell: (reason: string, failure: Failure) => string, spoken: readonly number[] = []) {
  return (error: unknown): never => {
    if (error instanceof NetworkError) throw new NetworkError(tell(error.message, error));
    if (!(error instanceof ApiError) || error.status === 401 || spoken.includes(error.status)) throw error;
    throw new ApiError(error.status, tell(reasonOf(error), error), error.data, error.retryAfter);
  };
}

/** The same where a lost connection and too many attempts keep their own words too. */
export function withMessage(text: string, spoken: readonly number[] = []) {
  return rethrowWithMessage((reason, failure) => (failure instanceof NetworkError ? reason : text), [429, ...spoken]);
}
