import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { type QueueOutput, queueQuery } from "@/api/drafts";
import { createQueryClient } from "@/app/query-client";
import { isSessionOver, sessionIsBack } from "@/lib/held-page";
import { type Entry, newEntries } from "@/shared/creation/entries";
import { anEntry, keepDrafts } from "@/shared/creation/fixtures";
import { useAccountList } from "@/shared/creation/use-list";
import { signIn } from "../../../test/render";
import { server } from "../../../test/server";

const keep = (...ids: string[]) =>
  keepDrafts(
    "fortnite",
    ids.map((id) => anEntry(id)),
  );

function open(seed?: QueueOutput) {
  const client = createQueryClient();
  if (seed) client.setQueryData(queueQuery("fortnite").queryKey, seed);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAccountList("fortnite", false), { wrapper });
}

const named = (login: string): Entry => newEntries([], [{ own: { login } }])[0] as Entry;
const logins = (entries: readonly Entry[]) => entries.map(({ own }) => own.login);

test("a list is written when the typing rests, not between two keys", async () => {
  const kept = keep("a");
  const { result } = open(kept.queue);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  act(() => result.current.change((entries) => [...entries, named("novo")]));
  for (let typed = 0; typed < 20; typed += 1) {
    fireEvent.keyDown(document.body, { key: "a" });
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  expect(kept.writes).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(400));
  vi.useRealTimers();
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.writes).toHaveLength(1);
});

test("a change is seen at once and written with the version that was read", async () => {
  const kept = keep("a");
  const { result } = open(kept.queue);

  act(() => result.current.change((entries) => [...entries, named("novo")]));

  expect(logins(result.current.entries)).toEqual(["login-a", "novo"]);
  expect(result.current.saving).toBe(true);
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.writes).toHaveLength(1);
  expect(logins(kept.accounts())).toEqual(["login-a", "novo"]);
});

test("what a save answers makes no account anew, while another one is changed", async () => {
  const kept = keep("a", "b");
  const { result } = open(kept.queue);
  const rename = (which: string) =>
    act(() =>
      result.current.change((entries) =>
        entries.map((entry) => (entry.id === which ? { ...entry, own: { login: `novo-${which}` } } : entry)),
      ),
    );
  rename("a");
  await waitFor(() => expect(kept.writes).toHaveLength(1));
  rename("b");
  const { entries } = result.current;

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.writes).toHaveLength(2);
  expect(logins(result.current.entries)).toEqual(["novo-a", "novo-b"]);
  expect(result.current.entries).toBe(entries);
});

test("where another tab was faster, the server merges the two against what was read", async () => {
  const kept = keep("a");
  const { result } = open(kept.queue);
  kept.queue = { ...kept.queue, version: 4, entries: [anEntry("a"), anEntry("outra")] };

  act(() => result.current.change((entries) => entries.filter(({ id }) => id !== "a")));

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.writes).toMatchObject([{ entries: [], base: [{ id: "a" }] }]);
  expect(result.current.entries.map(({ id }) => id)).toEqual(["outra"]);
});

test("an account whose write was not answered is there once, though changed meanwhile", async () => {
  const kept = keep("a");
  const { result } = open(kept.queue);
  const added = named("novo");
  server.use(
    http.put(
      "/api/bulk/queue",
      () => {
        kept.queue = { ...kept.queue, version: 2, entries: [...kept.queue.entries, anEntry(added.id)] };
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => result.current.change((entries) => [...entries, added]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  await waitFor(() => expect(result.current.failure).not.toBeNull());
  act(() =>
    result.current.change((entries) =>
      entries.map((entry) => (entry.id === added.id ? { ...entry, own: { login: "novo2" } } : entry)),
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(5000));

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.accounts().map(({ own, conflict }) => [own.login, conflict])).toEqual([
    ["login-a", false],
    ["novo2", false],
  ]);
});

test("an answer that is older than what was written does not hide it", async () => {
  const kept = keep("a");
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

  await waitFor(() => expect(logins(result.current.entries)).toEqual(["login-a", "novo"]));
  expect(kept.queue.version).toBe(2);
});

test("an account that is read back before its write is answered is there once", async () => {
  const kept = keep("a");
  const { result } = open(kept.queue);
  const added = named("novo");
  let answer = () => {};
  server.use(
    http.put("/api/bulk/queue", async () => {
      kept.queue = { ...kept.queue, version: 2, entries: [...kept.queue.entries, anEntry(added.id)] };
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json(kept.queue);
    }),
  );
  act(() => result.current.change((entries) => [...entries, added]));
  await waitFor(() => expect(kept.queue.version).toBe(2));

  await act(() => result.current.refresh());
  await act(() => new Promise<void>((told) => setTimeout(told)));

  expect(result.current.entries.map(({ id }) => id)).toEqual(["a", added.id]);
  act(() => answer());
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(result.current.entries.map(({ id }) => id)).toEqual(["a", added.id]);
});

test("what was read during a write is read again, though the write's answer comes last", async () => {
  const kept = keep("a");
  const { result } = open(kept.queue);
  let answer = () => {};
  server.use(
    http.put(
      "/api/bulk/queue",
      async () => {
        const written = { ...kept.queue, version: 4 };
        // Created since, and out of the queue.
        kept.queue = { ...kept.queue, entries: [], version: 5 };
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
  const kept = keep("a", "b");
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

test("changes that follow before the first is shown are taken back one by one", () => {
  const { result } = open(keep("a").queue);
  act(() => {
    result.current.change(rewrite("a", "um"));
    result.current.change(rewrite("a", "dois"));
  });
  expect(logins(result.current.entries)).toEqual(["dois"]);
  act(() => result.current.undo?.());
  expect(logins(result.current.entries)).toEqual(["um"]);
  act(() => result.current.undo?.());
  expect(logins(result.current.entries)).toEqual(["login-a"]);
});

test("what was sent cannot be taken back", () => {
  const { result } = open(keep("a").queue);
  act(() => result.current.change((entries) => [...entries, named("novo")]));
  act(() => result.current.settle((entries) => entries));
  expect(result.current.undo).toBeNull();
});

test("a queue that could not be written says why and keeps the change", async () => {
  const kept = keep("a");
  server.use(
    http.put("/api/bulk/queue", () =>
      HttpResponse.json({ message: "A fila passa de 2 MB.", code: "too_large" }, { status: 413 }),
    ),
  );
  const { result } = open(kept.queue);

  act(() => result.current.change((entries) => [...entries, named("novo")]));

  await waitFor(() => expect(result.current.failure).toMatchObject({ message: "A fila passa de 2 MB." }));
  expect(result.current.entries).toHaveLength(2);
  expect(result.current.saving).toBe(true);
});

const rewrite = (id: string, login: string) => (entries: readonly Entry[]) =>
  entries.map((entry) => (entry.id === id ? { ...entry, own: { ...entry.own, login } } : entry));

test("undo takes back one's own account and leaves what another tab added", async () => {
  const kept = keep("a");
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
  expect(logins(kept.accounts())).toEqual(["login-a", "minha", "login-outra"]);
});

test("undo restores a removed account in its place, and nothing another tab removed", async () => {
  const kept = keep("a", "b", "c", "d");
  const { result } = open(kept.queue);
  act(() => result.current.change((entries) => entries.filter(({ id }) => id !== "b")));
  await waitFor(() => expect(result.current.saving).toBe(false));
  kept.queue = { ...kept.queue, version: 9, entries: kept.queue.entries.filter(({ id }) => id !== "d") };

  act(() => result.current.undo?.());

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(kept.queue.entries.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("of an account that another tab has rewritten since, undo keeps both, marked", async () => {
  const kept = keep("a", "b");
  const { result } = open(kept.queue);
  act(() => result.current.change((entries) => rewrite("b", "meu-b")(rewrite("a", "meu-a")(entries))));
  await waitFor(() => expect(result.current.saving).toBe(false));
  const [, b] = kept.queue.entries;
  kept.queue = { ...kept.queue, version: 9, entries: [anEntry("a", { login: "de-outra-aba" }), b as never] };

  act(() => result.current.undo?.());

  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(logins(kept.accounts())).toEqual(["de-outra-aba", "login-a", "login-b"]);
  expect(kept.accounts().map(({ conflict }) => conflict)).toEqual([false, true, false]);
});

test("a queue is not saved while the session is over, but is after signing in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn();
  const kept = keep("a");
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
  keep("a");
  act(() => sessionIsBack());
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(result.current.saving).toBe(false));
  vi.useRealTimers();
});
