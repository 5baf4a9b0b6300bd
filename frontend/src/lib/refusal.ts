import { ApiError } from "@/lib/errors";

/** The end of the session and too many attempts are told in their own words. */
const OWN_WORDS = [401, 429];

/** For `catch`: the same refusal under the documented `text`, its fields kept for the form.
 *
 * `spoken` are further statuses whose own words are shown.
 */
export function sayingInstead(text: string, spoken: readonly number[] = []) {
  return (error: unknown): never => {
    if (!(error instanceof ApiError) || [...OWN_WORDS, ...spoken].includes(error.status)) throw error;
    throw new ApiError(error.status, text, error.data, error.retryAfter);
  };
}
