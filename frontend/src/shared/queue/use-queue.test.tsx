import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { type QueueOutput, queueQuery } from "@/api/drafts";
import { createQueryClient } from "@/app/query-client";
import { isSessionOver, sessionIsBack } from "@/lib/held-page";
import { BLANK } from "@/shared/queue/account";
import { anEntry } from "@/shared/queue/fixtures";
import { complete, type Entry, newEntry, useQueue } from "@/shared/queue/use-queue";
import { signIn } from "../../../test/render";
import { server } from "../../../test/server";

/** A server that keeps a queue as ours does. */
function keep(queue: QueueOutput) {
  const writes: string[] = [];
  const kept = { queue, writes };
  server.use(
    http.get("/api/bulk/queue", () => HttpResponse.json(kept.queue)),
    http.put("/api/bulk/queue", async ({ request }) => {
      writes.push(request.headers.get("If-Match") ?? "");
      if (writes.at(-1) !== `"${kept.queue.version}"`) {
        return HttpResponse.json(
          { message: "A fila foi alterada em outra aba.", code: "queue_changed" },
          { status: 412 },
        );
      }
      const { entries } = (await request.json()) as QueueOutput;
      const told = entries.map((entry) => ({ ...anEntry(entry.id), ...entry }));
      kept.queue = { ...kept.queue, version: kept.queue.version + 1, entries: told };
      return HttpResponse.json(kept.queue);
    }),
  );
  return kept;
}

function open(seed?: QueueOutput) {
  const client = createQueryClient();
  if (seed) client.setQueryData(queueQuery("fortnite").queryKey, seed);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useQueue("fortnite", false), { wrapper });
}

const queueOf = (...ids: string[]): QueueOutput => ({
  game: "fortnite",
  version: 3,
  entries: ids.map((id) => anEntry(id)),
});
const named = (login: string) => newEntry({ ...BLANK, login });

test("a change is seen at once and written with the version that was read", async () => {
  const kept = keep(queueOf("a"));
  const { result } = open(kept.queue);

  act(() => result.current.change((entries) => [...entries, named("novo")]));

  expect(result.current.entries.map(({ account }) => account.login)).toEqual(["login-a", "novo"]);
  expect(result.current.saving).toBe(true);
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.writes).toEqual(['"3"']);
  expect(kept.queue.entries).toHaveLength(2);
});

test("a tab that was slower makes its change to what the other tab wrote", async () => {
  const kept = keep(queueOf("a"));
  const { result } = open(kept.queue);
  kept.queue = { ...queueOf("a", "outra"), version: 4 };

  act(() => result.current.change((entries) => entries.filter(({ id }) => id !== "a")));

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.writes).toEqual(['"3"', '"4"']);
  expect(kept.queue.entries.map(({ id }) => id)).toEqual(["outra"]);
  expect(result.current.entries.map(({ id }) => id)).toEqual(["outra"]);
});

test("an answer that is older than what was written does not hide it", async () => {
  const kept = keep(queueOf("a"));
  const { result } = open(kept.queue);
  let answer = () => {};
  const before = kept.queue;
  server.use(
    http.get(
      "/api/bulk/queue",
      async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json(before);
      },
      { once: true },
    ),
  );
  act(() => void result.current.refresh());
  act(() => result.current.change((entries) => [...entries, named("novo")]));

  await waitFor(() => expect(result.current.saving).toBe(false));
  act(() => answer());

  await waitFor(() => expect(result.current.entries.map(({ account }) => account.login)).toEqual(["login-a", "novo"]));
  expect(kept.queue.version).toBe(4);
});

test("what was read during a write is read again, though the write's answer comes last", async () => {
  const kept = keep(queueOf("a"));
  const { result } = open(kept.queue);
  let answer = () => {};
  server.use(
    http.put(
      "/api/bulk/queue",
      async () => {
        const written = { ...kept.queue, version: 4 };
        // Created since, and out of the queue.
        kept.queue = { ...queueOf(), version: 5 };
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json(written);
      },
      { once: true },
    ),
  );
  act(() => result.current.settle((entries) => entries));
  await waitFor(() => expect(kept.queue.version).toBe(5));
  await act(() => result.current.refresh());
  answer();

  await waitFor(() => expect(result.current.saving).toBe(false));
  await waitFor(() => expect(result.current.entries).toEqual([]));
});

test("changes are taken back and made again", async () => {
  const kept = keep(queueOf("a", "b"));
  const { result } = open(kept.queue);
  expect(result.current.undo).toBeNull();

  act(() => result.current.change(() => []));
  act(() => result.current.undo?.());
  expect(result.current.entries).toHaveLength(2);
  act(() => result.current.redo?.());
  expect(result.current.entries).toHaveLength(0);

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.queue.entries).toEqual([]);
});

test("what was sent cannot be taken back", () => {
  const { result } = open(keep(queueOf("a")).queue);
  act(() => result.current.change((entries) => [...entries, named("novo")]));
  act(() => result.current.settle((entries) => entries));
  expect(result.current.undo).toBeNull();
});

test("a queue that could not be written says why and keeps the change", async () => {
  server.use(
    http.put("/api/bulk/queue", () =>
      HttpResponse.json({ message: "A fila passa de 2 MB.", code: "too_large" }, { status: 413 }),
    ),
  );
  const { result } = open(queueOf("a"));

  act(() => result.current.change((entries) => [...entries, named("novo")]));

  await waitFor(() => expect(result.current.failure).toMatchObject({ message: "A fila passa de 2 MB." }));
  expect(result.current.entries).toHaveLength(2);
  expect(result.current.saving).toBe(true);
});

const rewrite = (id: string, login: string) => (entries: readonly Entry[]) =>
  entries.map((entry) => (entry.id === id ? { ...entry, account: { ...entry.account, login } } : entry));

test("undo takes back one's own account and leaves what another tab added", async () => {
  const kept = keep(queueOf("a"));
  const { result } = open(kept.queue);
  const mine = named("minha");
  act(() => result.current.change((entries) => [...entries, mine]));
  await waitFor(() => expect(result.current.saving).toBe(false));
  kept.queue = { ...kept.queue, version: 5, entries: [...kept.queue.entries, anEntry("outra")] };

  act(() => result.current.undo?.());

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.queue.entries.map(({ id }) => id)).toEqual(["a", "outra"]);
  expect(result.current.entries.map(({ id }) => id)).toEqual(["a", "outra"]);
  act(() => result.current.redo?.());
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.queue.entries.map(({ account }) => account.login)).toEqual(["login-a", "minha", "login-outra"]);
});

test("undo restores a removed account in its place, and nothing another tab removed", async () => {
  const kept = keep(queueOf("a", "b", "c", "d"));
  const { result } = open(kept.queue);
  act(() => result.current.change((entries) => entries.filter(({ id }) => id !== "b")));
  await waitFor(() => expect(result.current.saving).toBe(false));
  kept.queue = { ...kept.queue, version: 9, entries: kept.queue.entries.filter(({ id }) => id !== "d") };

  act(() => result.current.undo?.());

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.queue.entries.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("undo leaves an account as another tab has rewritten it since", async () => {
  const kept = keep(queueOf("a", "b"));
  const { result } = open(kept.queue);
  act(() => result.current.change((entries) => rewrite("b", "meu-b")(rewrite("a", "meu-a")(entries))));
  await waitFor(() => expect(result.current.saving).toBe(false));
  const other = rewrite("a", "de-outra-aba")(complete(kept.queue).entries);
  kept.queue = { ...kept.queue, version: 9, entries: [...other] };

  act(() => result.current.undo?.());

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.queue.entries.map(({ account }) => account.login)).toEqual(["de-outra-aba", "login-b"]);
});

test("a queue is not saved while the session is over, but is after signing in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn();
  const kept = keep(queueOf("a"));
  let asked = 0;
  server.use(
    http.put("/api/bulk/queue", () => {
      asked += 1;
      return HttpResponse.json({ message: "Sessão expirada." }, { status: 401 });
    }),
  );
  const { result } = open(kept.queue);
  act(() => result.current.change((entries) => [...entries, named("novo")]));
  await waitFor(() => expect(isSessionOver()).toBe(true));

  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toBe(1);

  server.resetHandlers();
  keep(queueOf("a"));
  act(() => sessionIsBack());
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(result.current.saving).toBe(false));
  vi.useRealTimers();
});
