/** The page's one query client and its retry rules. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { MAX_RETRIES, MAX_RETRY_DELAY_MS, RETRY_DELAY_MS } from "@/lib/constants";
import { ApiError, messageOf } from "@/lib/errors";
import { keepPage } from "@/lib/held-page";
import { leaveFor } from "@/lib/navigate";
import { toast } from "@/lib/toast";

declare module "@tanstack/react-query" {
  interface Register {
    /** `silent`: the screen itself tells people about the failure, or nobody is to be told. The end of
     * the session is told all the same. */
    mutationMeta: { silent?: boolean };
  }
}

export function retry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < MAX_RETRIES;
}

export function retryDelay(attempt: number): number {
  return Math.min(RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS);
}

/** True when the session is over; people are then sent to the log-in page, told why, unless the page is held. */
function signedOut(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401) return false;
  if (keepPage()) return true;
  toast.afterNavigation("error", error.message);
  leaveFor("/login");
  return true;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!signedOut(error) && !mutation.meta?.silent) toast.error(messageOf(error));
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => api.get(String(queryKey[0]), { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // The default would leave an offline call pending for ever, and the connection error unsaid.
        networkMode: "always",
        retry,
        retryDelay,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

export const queryClient = createQueryClient();
