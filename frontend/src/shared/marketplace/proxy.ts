/** Calls to a marketplace that the server makes for a screen. */
import { queryOptions } from "@tanstack/react-query";
import { api, type RequestOptions } from "@/lib/api";
import { currentUser } from "@/lib/app-context";
import { toldAs } from "@/lib/refusal";
import type { Service } from "@/shared/marketplace/service";

type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  params?: Record<string, string | number | boolean>;
  data?: object;
  /** Asks the marketplace itself, and not what the server keeps of an earlier answer. */
  fresh?: boolean;
};

/** Longer than any time limit that a configuration may have: the server ends the call, and says how it ended. */
const PATIENCE_MS = 330_000;

/** Make one call; a refusal is thrown in the words that the server has for it, which name the marketplace's reason. */
export function callProxy<T>(service: Service, path: string, call: Call, options: RequestOptions = {}): Promise<T> {
  const body = { userId: currentUser().id, ...call };
  const answer = api.post<T>(`${prefix(service)}${path}`, body, { timeoutMs: PATIENCE_MS, ...options });
  return answer.catch(toldAs((reason) => reason));
}

/** A read. It is not repeated by itself: every try counts against the key's budget. Asking again for what is shown
 * already means that it may be over: the server's copy is passed by then.
 *
 * `shaped` makes what the screen needs of the marketplace's answer, or of its refusal.
 */
export function proxyQuery<T, A = T>(
  service: Service,
  path: string,
  params: NonNullable<Call["params"]> = {},
  shaped: (answer: Promise<A>) => Promise<T> = (answer) => answer as Promise<unknown> as Promise<T>,
) {
  const asked = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return queryOptions<T, Error, T, [path: string]>({
    queryKey: [`${prefix(service)}${path}?${asked}`],
    queryFn: ({ signal, client, queryKey }) => {
      const fresh = client.getQueryData(queryKey) !== undefined;
      return shaped(callProxy<A>(service, path, { method: "GET", params, ...(fresh && { fresh }) }, { signal }));
    },
    retry: false,
  });
}

/** True for everything read of a marketplace. */
export function isAboutMarketplace(service: Service) {
  return ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith(prefix(service));
}

function prefix(service: Service): string {
  return `/api/proxy/${service}/`;
}
