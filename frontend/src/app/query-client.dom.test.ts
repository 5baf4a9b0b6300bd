import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { listQuery, pathQuery } from "@/api/client";
import { createQueryClient, retry, retryDelay } from "@/app/query-client";
import { ApiError, NetworkError } from "@/lib/errors";
import { server } from "../../test/server";

describe("retries", () => {
  it.each([400, 401, 404, 429])("'no retry on 4xx': %i", (status) => {
    expect(retry(0, new ApiError(status, ""))).toBe(false);
  });

  it.each([new ApiError(500, ""), NetworkError.unreachable()])("'at most 2 retries otherwise': %s", (error) => {
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, true, false]);
  });

  it("'delay min(1000*2^attempt, 10000) ms'", () => {
    expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 10_000]);
  });

  it("'mutations never retried', and never paused offline", () => {
    expect(createQueryClient().getDefaultOptions().mutations).toEqual({ networkMode: "always", retry: false, gcTime: 0 });
  });
});

describe("queries", () => {
  it("read the path that they are made of", async () => {
    server.use(http.get("/api/tasks", () => HttpResponse.json([{ id: 1 }])));
    expect(await createQueryClient().fetchQuery(pathQuery("/api/tasks"))).toEqual([{ id: 1 }]);
  });

  it("a list is its rows and the total", async () => {
    server.use(http.get("/api/users", () => HttpResponse.json([{ id: 1 }], { headers: { "X-Total-Count": "9" } })));
    const page = await createQueryClient().fetchQuery(listQuery("/api/users", { query: { limit: 1 } }));
    expect(page).toEqual({ rows: [{ id: 1 }], total: 9 });
  });

  it("stay fresh for ever and don't refetch on focus", () => {
    const { queries } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false });
  });
});

describe("mutations", () => {
  const fail = async (meta: { silent: boolean }) => {
    const client = createQueryClient();
    const mutationFn = () => Promise.reject(new ApiError(409, "Esta tarefa já foi concluída."));
    const mutation = client.getMutationCache().build(client, { mutationFn, meta });
    await mutation.execute(undefined).catch(() => undefined);
  };

  it("tell people about a failure", async () => {
    await fail({ silent: false });
    expect(document.getElementById("toasts")).toHaveTextContent("ErroEsta tarefa já foi concluída.");
  });

  it("say what they did once it is done", async () => {
    const client = createQueryClient();
    const mutationFn = () => Promise.resolve(null);
    await client
      .getMutationCache()
      .build(client, { mutationFn, meta: { done: "Mudança tratada" } })
      .execute(undefined);
    expect(document.getElementById("toasts")).toHaveTextContent("SucessoMudança tratada");
  });

  it("leave the end of the session to whoever made the call", async () => {
    const client = createQueryClient();
    const mutationFn = () => Promise.reject(new ApiError(401, "Sessão expirada. Faça login novamente."));
    const mutation = client.getMutationCache().build(client, { mutationFn });
    await mutation.execute(undefined).catch(() => undefined);
    expect(document.getElementById("toasts")).toBeNull();
  });

  it("stay quiet when they are marked silent", async () => {
    await fail({ silent: true });
    expect(document.getElementById("toasts")).toBeNull();
  });
});
