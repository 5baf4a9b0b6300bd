import { delay, HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { api, newIdempotencyKey } from "@/lib/api";
import { ApiError, NetworkError } from "@/lib/errors";
import { server } from "../../test/server";

/** Answer every request with what it carried. */
const echo = http.all("/api/echo", async ({ request }) =>
  HttpResponse.json({
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.headers.get("content-type")?.includes("json") ? await request.json() : null,
  }),
);

const asError = (caught: unknown) => caught as ApiError;

type Echo = { method: string; headers: Record<string, string>; body: unknown };

describe("api", () => {
  it("reads JSON without a CSRF header", async () => {
    server.use(echo);
    const { method, headers } = await api.get<Echo>("/api/echo");
    expect(method).toBe("GET");
    expect(headers["x-csrftoken"]).toBeUndefined();
  });

  it.each(["post", "put", "patch"] as const)("%s sends JSON with the token that the cookie has now", async (verb) => {
    server.use(echo);
    document.cookie = "csrftoken=first";
    document.cookie = "csrftoken=second";
    const { method, headers, body } = await api[verb]<Echo>("/api/echo", { amount: "12.50" });
    expect(method).toBe(verb.toUpperCase());
    expect(headers["x-csrftoken"]).toBe("second");
    expect(body).toEqual({ amount: "12.50" });
  });

  it("sends a form as multipart", async () => {
    server.use(echo);
    const { headers } = await api.post<Echo>("/api/echo", new FormData());
    expect(headers["content-type"]).toMatch(/^multipart\/form-data/);
  });

  it("sends the Idempotency-Key it is given", async () => {
    server.use(echo);
    const { headers } = await api.post<Echo>("/api/echo", {}, { idempotencyKey: "abc" });
    expect(headers["idempotency-key"]).toBe("abc");
  });

  it("answers null for 204", async () => {
    server.use(http.delete("/api/users/3", () => new HttpResponse(null, { status: 204 })));
    expect(await api.delete("/api/users/3")).toBeNull();
  });

  it("reads the length of the whole list from X-Total-Count", async () => {
    server.use(http.get("/api/users", () => HttpResponse.json([1, 2], { headers: { "X-Total-Count": "247" } })));
    expect(await api.page<number>("/api/users")).toEqual({ rows: [1, 2], total: 247 });
  });

  it("throws ApiError on a refusal", async () => {
    server.use(http.get("/api/users", () => HttpResponse.json({ message: "x" }, { status: 403 })));
    const error = await api.get<ApiError>("/api/users").catch(asError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(403);
  });

  it("a failed connection is a NetworkError with the documented text", async () => {
    server.use(http.get("/api/users", () => HttpResponse.error()));
    const error = await api.get<ApiError>("/api/users").catch(asError);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.name).toBe("NetworkError");
    expect(error.message).toBe("Erro de conexão com o servidor. Verifique sua internet.");
  });

  it("an answer that takes too long is a NetworkError", async () => {
    server.use(http.get("/api/users", () => delay(500)));
    const error = await api.get<ApiError>("/api/users", { timeoutMs: 10 }).catch(asError);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe("Erro de conexão com o servidor. Verifique sua internet e tente novamente.");
  });

  it("an aborted call stays an AbortError", async () => {
    server.use(http.get("/api/users", () => delay(500)));
    const controller = new AbortController();
    const call = api.get<ApiError>("/api/users", { signal: controller.signal }).catch(asError);
    controller.abort();
    expect((await call).name).toBe("AbortError");
  });
});

describe("newIdempotencyKey", () => {
  it("is 32 hex digits, new each time", () => {
    expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
  });
});
