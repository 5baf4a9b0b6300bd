/** The page's one query client and its retry rules. */
import { MutationCache, QueryClient } from "@tanstack/react-query";
import type { Stale } from "@/api/client";
import { MAX_RETRIES, MAX_RETRY_DELAY_MS, RETRY_DELAY_MS } from "@/lib/constants";
import { ApiError, messageOf } from "@/lib/errors";
import { toast } from "@/lib/toast";

declare module "@tanstack/react-query" {
  interface Register {
    /** `silent`: the screen itself tells of the failure, or nobody does; the end of the session is told all the same.
     * `done`: what is said when it succeeded. `invalidates`: what is read again when it is over, however it ended. */
    mutationMeta: {
      silent?: boolean | undefined;
      done?: string | ((answer: never, given: never) => string) | undefined;
      invalidates?: readonly Stale[] | undefined;
    };
  }
}

export function retry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < MAX_RETRIES;
}

export const retryDelay = (attempt: number): number => Math.min(RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS);

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        // The end of the session is told already by whoever made the call, see `endSession`.
        const isSessionEnd = error instanceof ApiError && error.status === 401;
        if (!isSessionEnd && !mutation.meta?.silent) toast.error(messageOf(error));
      },
      onSuccess: (answer, given, _result, { meta }) => {
        const done = typeof meta?.done === "function" ? meta.done(answer as never, given as never) : meta?.done;
        if (done) toast.success(done);
      },
      onSettled: (_answer, _error, _variables, _result, { meta }) =>
        Promise.all(
          (meta?.invalidates ?? []).map((stale) =>
            client.invalidateQueries(typeof stale === "string" ? { queryKey: stale.split("/") } : stale),
          ),
        ),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // The default would leave an offline call pending for ever, and the connection error unsaid.
        networkMode: "always",
        retry,
        retryDelay,
      },
      // What was sent may be credentials, or thousands of accounts: it is forgotten as soon as no screen shows how it went.
      mutations: { networkMode: "always", retry: false, gcTime: 0 },
    },
  });
  return client;
}

export const queryClient = createQueryClient();
