/** The only caller of `fetch`: session cookie, CSRF header, JSON, time limit, typed errors. */
import { REQUEST_TIMEOUT_MS } from "@/lib/constants";
import { ApiError, NetworkError, readBody } from "@/lib/errors";

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Makes a repeated write harmless: the server replays the first answer. See `newIdempotencyKey`. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
};

export type Answer<T> = { data: T; status: number; headers: Headers };

/** One page of a list, `total` counting all of them (X-Total-Count). */
export type Page<T> = { rows: T[]; total: number };

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Send one request and read its whole answer; throws ApiError, NetworkError, or AbortError when `signal` fires. */
async function send<T>(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer<T>> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    const response = await fetch(path, {
      method,
      headers: headersFor(method, body, options),
      body: encode(body),
      credentials: "same-origin",
      keepalive: options.keepalive ?? false,
      signal,
    });
    if (!response.ok) throw await ApiError.from(response);
    return { data: (await readBody(response)) as T, status: response.status, headers: response.headers };
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw limit.aborted ? NetworkError.timedOut() : NetworkError.unreachable();
  }
}

export const api = {
  get: async <T>(path: string, options?: RequestOptions) => (await send<T>("GET", path, undefined, options)).data,
  post: async <T>(path: string, body?: unknown, options?: RequestOptions) =>
    (await send<T>("POST", path, body, options)).data,
  put: async <T>(path: string, body?: unknown, options?: RequestOptions) =>
    (await send<T>("PUT", path, body, options)).data,
  patch: async <T>(path: string, body?: unknown, options?: RequestOptions) =>
    (await send<T>("PATCH", path, body, options)).data,
  delete: async <T = null>(path: string, options?: RequestOptions) =>
    (await send<T>("DELETE", path, undefined, options)).data,
  page: async <T>(path: string, options?: RequestOptions): Promise<Page<T>> => {
    const { data, headers } = await send<T[]>("GET", path, undefined, options);
    return { rows: data, total: Number(headers.get("X-Total-Count") ?? data.length) };
  },
};

/** A fresh key for one intended write; keep it for as long as that write may be repeated. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID is missing on plain-http addresses other than localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headersFor(method: string, body: unknown, options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (body !== undefined && !(body instanceof FormData)) headers["Content-Type"] = "application/json";
  if (!SAFE_METHODS.has(method)) headers["X-CSRFToken"] = csrfToken();
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  return headers;
}

function encode(body: unknown): BodyInit | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
}

/** Read at the time of the call, since signing in from another tab changes it. */
function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}
