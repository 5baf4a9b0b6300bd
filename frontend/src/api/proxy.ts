/** Calls to a marketplace that the server makes for a screen. */
import { queryOptions } from "@tanstack/react-query";
import { type PathWith, type QueryKey, queryKeyOf, type RequestOptions, send } from "@/api/client";
import type { Account, AccountPage, StatusRefusals } from "@/api/gameboost";
import type { Lot, LotPage, LztProfile, Purchase } from "@/api/lztmarket";
import { currentUser } from "@/lib/app-context";
import { rethrowWithMessage } from "@/lib/errors";

/** What the marketplaces answer, as far as it is read here: the server hands it on as it came. */
type Answers = {
  "/api/proxy/gameboost/accounts": AccountPage;
  "/api/proxy/gameboost/accounts/{remote_id}": unknown;
  "/api/proxy/gameboost/accounts/{remote_id}/status": unknown;
  "/api/proxy/gameboost/accounts/by-login/{login}": { data: Account | Account[] };
  "/api/proxy/gameboost/accounts/status/bulk": StatusRefusals;
  "/api/proxy/lztmarket/market/item/{item_id}": { item: Lot };
  "/api/proxy/lztmarket/market/items": LotPage;
  "/api/proxy/lztmarket/market/purchase": Purchase;
  "/api/proxy/lztmarket/user/profile": { user: LztProfile };
};
type ProxyPath = Extract<PathWith<"post">, keyof Answers>;

type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path?: Record<string, string>;
  params?: Record<string, string | number | boolean>;
  data?: Record<string, unknown>;
  /** Asks the marketplace itself, and not what the server keeps of an earlier answer. */
  fresh?: boolean;
};

/** Longer than any time limit that a configuration may have: the server ends the call, and says how it ended. */
const PROXY_TIMEOUT_MS = 330_000;

/** Make one call; a refusal is thrown in the words that the server has for it, which name the marketplace's reason. */
export function callProxy<P extends ProxyPath>(path: P, call: Call, options: RequestOptions = {}): Promise<Answers[P]> {
  const { path: values = {}, ...sent } = call;
  const body = { userId: currentUser().id, ...sent };
  const request = { path: values, body, timeoutMs: PROXY_TIMEOUT_MS, ...options };
  return send<Answers[P]>("post", path, request).catch(rethrowWithMessage((reason) => reason));
}

/** For `read`: the marketplace's answer itself. */
export const asAnswered = <T>(answer: Promise<T>): Promise<T> => answer;

/** A read, not repeated by itself: every try counts against the key's budget. Asking again for what is shown skips
 * the server's copy, since it may be outdated. `read` makes what the screen needs of the answer, or of the refusal. */
export function proxyQuery<P extends ProxyPath, T>(
  path: P,
  { path: values = {}, params = {} }: Pick<Call, "path" | "params">,
  read: (answer: Promise<Answers[P]>) => Promise<T>,
) {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const asked = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return queryOptions<T, Error, T, QueryKey>({
    queryKey: queryKeyOf(`${address}?${asked}`),
    queryFn: ({ signal, client, queryKey }) => {
      const fresh = client.getQueryData(queryKey) !== undefined;
      const call: Call = { method: "GET", path: values, params, ...(fresh && { fresh }) };
      return read(callProxy(path, call, { signal }));
    },
    retry: false,
  });
}
