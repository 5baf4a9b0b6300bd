/** Calls and queries of our own API, typed by their paths, and the only caller of `fetch`: session cookie, CSRF header, JSON,
 * time limit, typed errors, the end of the session. */
import { type InvalidateQueryFilters, queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { appContext } from "@/lib/app-context";
import { REQUEST_TIMEOUT_MS } from "@/lib/constants";
import { ApiError, NetworkError } from "@/lib/errors";
import { endSession } from "@/lib/held-page";
import type { components, paths } from "@/lib/schema";

export type Schemas = components["schemas"];

/** The slug of a game: one of ours, or any other of the marketplace. */
export type Game = string;

type Method = "get" | "post" | "put" | "patch" | "delete";

export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Json<R> = R extends { content: infer C } ? C[keyof C] : null;

/** What a path answers when it succeeds; null for an empty answer. */
export type Answer<M extends Method, P extends PathWith<M>> = paths[P][M] extends { responses: infer R }
  ? Json<R[keyof R & (200 | 201 | 202 | 204)]>
  : never;

type Value = string | number | boolean | null | undefined;
type Values = Record<string, Value>;
type PathValues<O> = O extends { parameters: { path: infer V } } ? { path: { [N in keyof V]: string | number } } : object;
type QueryValues<O> = O extends { parameters: { query?: infer V } }
  ? { query?: { [N in keyof NonNullable<V>]?: Value } }
  : object;
/** Fields with a default may be left out; the schema's types name them as required as well. */
type BodyOf<C> = Partial<C[keyof C]> | (C extends { "multipart/form-data": unknown } ? FormData : never);
type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: BodyOf<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: BodyOf<C> }
    : object;

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Makes a repeated write harmless: the server replays the first answer. See `newIdempotencyKey`. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
};

/** What a call takes: the values of its path, its query, its body. Query values that are empty are left out. */
type Request<M extends Method, P extends PathWith<M>> = PathValues<paths[P][M]> &
  QueryValues<paths[P][M]> &
  Body<paths[P][M]>;

/** Optional where nothing has to be given. */
export type Arguments<M extends Method, P extends PathWith<M>> =
  object extends Request<M, P> ? [request?: Request<M, P> & RequestOptions] : [request: Request<M, P> & RequestOptions];

type Sent = RequestOptions & { path?: Values; query?: Values; body?: unknown };

/** One page of a list, `total` counting all of them (X-Total-Count). */
export type Page<T> = { rows: T[]; total: number };

/** The paths that answer a list, and what a row of it is. */
export type ListPath = {
  [P in PathWith<"get">]: Answer<"get", P> extends readonly unknown[] ? P : never;
}[PathWith<"get">];
export type Row<P extends ListPath> = Answer<"get", P> extends readonly (infer T)[] ? T : never;

export const api = {
  get: <P extends PathWith<"get">>(path: P, ...request: Arguments<"get", P>) =>
    send<Answer<"get", P>>("get", path, ...request),
  post: <P extends PathWith<"post">>(path: P, ...request: Arguments<"post", P>) =>
    send<Answer<"post", P>>("post", path, ...request),
  put: <P extends PathWith<"put">>(path: P, ...request: Arguments<"put", P>) =>
    send<Answer<"put", P>>("put", path, ...request),
  patch: <P extends PathWith<"patch">>(path: P, ...request: Arguments<"patch", P>) =>
    send<Answer<"patch", P>>("patch", path, ...request),
  delete: <P extends PathWith<"delete">>(path: P, ...request: Arguments<"delete", P>) =>
    send<Answer<"delete", P>>("delete", path, ...request),
  page: <P extends ListPath>(path: P, ...request: Arguments<"get", P>) => sendForPage<Row<P>>(path, ...request),
};

export function addressOf<P extends PathWith<"get">>(path: P, ...request: Arguments<"get", P>): string {
  return fillPath(path, ...request);
}

function fillPath(path: string, { path: values = {}, query = {} }: Sent = {}): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `${address}?${search}` : address;
}

/** Send one request and read its answer; throws ApiError, NetworkError, or AbortError when `signal` fires. */
export async function send<T>(method: Method, path: string, request?: Sent): Promise<T> {
  return (await exchange<T>(method, path, request)).data;
}

async function sendForPage<T>(path: string, request?: Sent): Promise<Page<T>> {
  const { data, headers } = await exchange<T[]>("get", path, request);
  return { rows: data, total: Number(headers.get("X-Total-Count") ?? data.length) };
}

let reads = new AbortController();

/** Abort what is being read, and read nothing for `ms`: the session is about to end, and with it the page. */
export function endReads(ms: number): void {
  reads.abort();
  // A page that holds unsent work may stay after all.
  setTimeout(() => {
    reads = new AbortController();
  }, ms);
}

async function exchange<T>(method: Method, path: string, request: Sent = {}): Promise<{ data: T; headers: Headers }> {
  const limit = AbortSignal.timeout(request.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const signal = AbortSignal.any([limit, request.signal ?? [], method === "get" ? reads.signal : []].flat());
  try {
    const response = await fetch(fillPath(path, request), {
      method: method.toUpperCase(),
      headers: headersFor(method, request),
      body: request.body instanceof FormData ? request.body : JSON.stringify(request.body),
      credentials: "same-origin",
      keepalive: request.keepalive ?? false,
      signal,
    });
    if (!response.ok) throw await refusalOf(response);
    return { data: response.status === 204 ? null : await response.json(), headers: response.headers };
  } catch (error) {
    if (error instanceof ApiError || request.signal?.aborted) throw error;
    throw limit.aborted ? NetworkError.timedOut() : NetworkError.unreachable();
  }
}

/** The one place that sees the session end, whoever asked; before the log-in there is none. */
async function refusalOf(response: Response): Promise<ApiError> {
  const error = await ApiError.from(response);
  if (error.status === 401 && appContext().user !== null) endSession(error.message);
  return error;
}

/** A fresh key for one intended write; keep it for as long as that write may be repeated. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID is missing on plain-http addresses other than localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headersFor(method: Method, { body, headers, idempotencyKey }: Sent): Record<string, string> {
  return {
    Accept: "application/json",
    ...headers,
    ...(body !== undefined && !(body instanceof FormData) && { "Content-Type": "application/json" }),
    ...(method !== "get" && { "X-CSRFToken": csrfToken() }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}

/** Read at the time of the call, since signing in from another tab changes it. Over https its name binds it to this host,
 * and one without that may be of another host, or of before. */
const csrfToken = (): string =>
  (/(?:^|;\s*)__Host-csrftoken=([^;]+)/.exec(document.cookie) ??
    /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie))?.[1] ?? "";

/** The parts of an address, then its query: what begins with the parts of a path is about what lies below that path. */
export type QueryKey = (string | Record<string, string>)[];

/** Which page of a list is asked for. */
export type PageRequest = { limit: number; offset: number };

/** What a list is asked for: where its page begins, its order, its search and filters. */
export type ListRequest = Record<string, string | number>;

/** The key under which the answer of an address is kept, `/api/tasks/7?limit=3` as ["tasks", "7", {limit: "3"}]. */
export function queryKeyOf(address: string): QueryKey {
  const [path = "", query] = address.split("?");
  const parts = path.replace("/api/", "").split("/");
  return query ? [...parts, Object.fromEntries(new URLSearchParams(query))] : parts;
}

export function pathQuery<P extends PathWith<"get">>(path: P, ...request: Arguments<"get", P>) {
  return queryOptions<Answer<"get", P>, Error, Answer<"get", P>, QueryKey>({
    queryKey: queryKeyOf(addressOf(path, ...request)),
    queryFn: ({ signal }) => send<Answer<"get", P>>("get", path, { ...request[0], signal }),
  });
}

export function listQuery<P extends ListPath>(path: P, ...request: Arguments<"get", P>) {
  return queryOptions<Page<Row<P>>, Error, Page<Row<P>>, QueryKey>({
    queryKey: queryKeyOf(addressOf(path, ...request)),
    queryFn: ({ signal }) => sendForPage<Row<P>>(path, { ...request[0], signal }),
  });
}

/** What a write makes stale: a query, or all that lies below a part of an address, "tasks" or "bulk/runs/7". */
type Area = keyof { [P in keyof paths as P extends `/api/${infer A}/${string}` ? A : never]: P };
export type Stale = Area | `${Area}/${string}` | InvalidateQueryFilters;

/** How long the list is that is asked for; unknown while the page before it stands in for it. */
export function knownTotal({ data, isPlaceholderData }: UseQueryResult<Page<unknown>>): number | undefined {
  return isPlaceholderData ? undefined : data?.total;
}
