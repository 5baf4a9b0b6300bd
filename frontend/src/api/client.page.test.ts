import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { api, newIdempotencyKey } from "@/api/client";
import { ApiError, NetworkError } from "@/lib/errors";
import * as navigate from "@/lib/navigate";
import { signIn } from "../../test/render";
import { server } from "../../test/server";

/** Answer every request with what it carried. */
const echo = http.all("/api/*", async ({ request }) =>
  HttpResponse.json({
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.headers.get("content-type")?.includes("json") ? await request.json() : null,
  }),
);

/** What the call throws. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("it was answered")),
    (caught: unknown) => caught as ApiError,
  );

const echoed = (answer: unknown) => answer as { method: string; headers: Record<string, string>; body: unknown };

describe("api", () => {
  it("reads JSON without a CSRF header", async () => {
    server.use(echo);
    const { method, headers } = echoed(await api.get("/api/tasks"));
    expect(method).toBe("GET");
    expect(headers["x-csrftoken"]).toBeUndefined();
  });

  it("sends JSON with the token that the cookie has now", async () => {
    server.use(echo);
    document.cookie = "csrftoken=first";
    document.cookie = "csrftoken=second";
    const { method, headers, body } = echoed(await api.post("/api/tasks", { body: { title: "Contas" } }));
    expect(method).toBe("POST");
    expect(headers["x-csrftoken"]).toBe("second");
    expect(body).toEqual({ title: "Contas" });
  });

  it("sends the token of this host's own cookie, whatever another host has set", async () => {
    server.use(echo);
    const cookies = vi.spyOn(document, "cookie", "get").mockReturnValue("csrftoken=theirs; __Host-csrftoken=ours");
    const { headers } = echoed(await api.post("/api/tasks", { body: {} }));
    cookies.mockRestore();
    expect(headers["x-csrftoken"]).toBe("ours");
  });

  it("sends a form as multipart", async () => {
    server.use(echo);
    const { headers } = echoed(await api.post("/api/upload/images", { body: new FormData() }));
    expect(headers["content-type"]).toMatch(/^multipart\/form-data/);
  });

  it("sends the Idempotency-Key it is given", async () => {
    server.use(echo);
    const { headers } = echoed(await api.post("/api/tasks", { body: {}, idempotencyKey: "abc" }));
    expect(headers["idempotency-key"]).toBe("abc");
  });

  it("answers null for 204", async () => {
    server.use(http.delete("/api/users/3", () => new HttpResponse(null, { status: 204 })));
    expect(await api.delete("/api/users/{user_id}", { path: { user_id: 3 } })).toBeNull();
  });

  it("reads the length of the whole list from X-Total-Count", async () => {
    server.use(http.get("/api/users", () => HttpResponse.json([1, 2], { headers: { "X-Total-Count": "247" } })));
    expect(await api.page("/api/users")).toEqual({ rows: [1, 2], total: 247 });
  });

  it("fills in the values of the path, and of the query those that are not empty", async () => {
    const asked: string[] = [];
    server.use(
      http.get("/api/*", ({ request }) => {
        asked.push(request.url.replace(location.origin, ""));
        return HttpResponse.json([]);
      }),
    );
    await api.page("/api/tasks/assignee/{user_id}", { path: { user_id: 7 }, query: { limit: 3, status: "", offset: 0 } });
    expect(asked).toEqual(["/api/tasks/assignee/7?limit=3&offset=0"]);
  });

  it("an ended session leads to the log-in page; before a log-in there is none", async () => {
    const leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
    server.use(http.all("/api/*", () => HttpResponse.json({}, { status: 401 })));
    await expect(api.post("/api/auth/login", { body: {} })).rejects.toThrow();
    expect(leave).not.toHaveBeenCalled();
    signIn();
    await expect(api.get("/api/users")).rejects.toThrow();
    expect(leave).toHaveBeenCalledWith("/login");
    expect(sessionStorage.getItem("toast")).toContain("Sessão expirada. Faça login novamente.");
  });

  it("throws ApiError on a refusal", async () => {
    server.use(http.get("/api/users", () => HttpResponse.json({ message: "x" }, { status: 403 })));
    const error = await failureOf(api.get("/api/users"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(403);
  });

  it("a failed connection is a NetworkError with the documented text", async () => {
    server.use(http.get("/api/users", () => HttpResponse.error()));
    const error = await failureOf(api.get("/api/users"));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.name).toBe("NetworkError");
    expect(error.message).toBe("Erro de conexão com o servidor. Verifique sua internet.");
  });

  it("an answer that takes too long is a NetworkError", async () => {
    server.use(http.get("/api/users", () => delay(500)));
    const error = await failureOf(api.get("/api/users", { timeoutMs: 10 }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe("Erro de conexão com o servidor. Verifique sua internet e tente novamente.");
  });

  it("an aborted call stays an AbortError", async () => {
    server.use(http.get("/api/users", () => delay(500)));
    const controller = new AbortController();
    const call = failureOf(api.get("/api/users", { signal: controller.signal }));
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
