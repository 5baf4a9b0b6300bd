import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually";
import { ANA, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type Sent = { sentAt: string; events: { id: string; name: string; path: string; properties?: Record<string, number> }[] };

/** The batches that POST /api/analytics/events took. */
let batches: Sent[];
let isHidden: boolean;
/** Puts an entry on the page's timeline, for those who observe its type. */
let happen: (type: string, entry: Partial<PerformanceEntry>) => void;

class Observer {
  constructor(private readonly take: (list: { getEntries: () => Partial<PerformanceEntry>[] }) => void) {}

  observe({ type }: { type: string }) {
    const others = happen;
    happen = (happened, entry) => {
      others(happened, entry);
      if (happened === type) this.take({ getEntries: () => [entry] });
    };
  }
}

beforeEach(() => {
  batches = [];
  happen = () => undefined;
  isHidden = false;
  vi.resetModules();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T09:00:00-03:00") });
  vi.stubGlobal("PerformanceObserver", Observer);
  vi.spyOn(performance, "mark").mockImplementation((name) => {
    happen("mark", { name });
    return {} as PerformanceMark;
  });
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ loadEventEnd: 412.4 } as unknown as PerformanceEntry]);
  history.replaceState(null, "", "/tasks?busca=segredo");
  server.use(
    http.post("/api/analytics/events", async ({ request }) => {
      batches.push((await request.json()) as Sent);
      return HttpResponse.json({ received: 1 }, { status: 201 });
    }),
  );
});

/** What one page listens to ends with its test. */
const listening: [EventTarget, string, EventListener][] = [];

function remember(target: EventTarget): void {
  const listen = target.addEventListener.bind(target);
  vi.spyOn(target, "addEventListener").mockImplementation((name, listener) => {
    listening.push([target, name, listener as EventListener]);
    listen(name, listener as EventListener);
  });
}

afterEach(() => {
  for (const [target, name, listener] of listening.splice(0)) target.removeEventListener(name, listener);
  vi.restoreAllMocks();
});

async function start(user: typeof ANA | null = ANA): Promise<void> {
  signIn(user);
  // Read anew for each test, since the module remembers the view it counts.
  const { startAnalytics } = await import("@/app/shell/analytics");
  remember(window);
  remember(document);
  startAnalytics();
}

async function hide(): Promise<void> {
  isHidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(10);
}

async function show(): Promise<void> {
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
}

const events = () => batches.flatMap((batch) => batch.events);
const names = () => events().map(({ name }) => name);

describe("events", () => {
  it("wait: nothing is asked of the server while a page is being opened", async () => {
    await start();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_100);
    await eventually(() => expect(names()).toEqual(["page_view"]));
  });

  it("tell the page without its query string, and how long it took to load", async () => {
    await start();
    happen("largest-contentful-paint", { startTime: 287.6 });
    await hide();
    await eventually(() => expect(batches).toHaveLength(1));
    expect(events()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: "page_view",
        path: "/tasks",
        occurredAt: new Date(performance.timeOrigin).toISOString(),
        properties: { loadMs: 412, paintMs: 288 },
      },
    ]);
  });

  it("count the time on a page only when it is over 5 s", async () => {
    await start();
    await vi.advanceTimersByTimeAsync(4_000);
    await hide();
    await eventually(() => expect(names()).toEqual(["page_view"]));
    await show();
    await vi.advanceTimersByTimeAsync(8_000);
    await hide();
    await eventually(() => expect(names()).toEqual(["page_view", "page_time"]));
    const { durationMs = 0 } = events()[1]?.properties ?? {};
    expect(durationMs).toBeGreaterThanOrEqual(8_000);
  });

  it("do not count a page that nobody looks at", async () => {
    const sending = vi.spyOn(globalThis, "fetch");
    await start();
    await hide();
    await vi.advanceTimersByTimeAsync(60_000);
    dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(10);
    expect(sending).toHaveBeenCalledTimes(1);
    await eventually(() => expect(names()).toEqual(["page_view"]));
  });

  it("of a screen go with the next batch", async () => {
    await start();
    performance.mark("track:task_view");
    performance.mark("something else");
    await hide();
    await eventually(() => expect(names()).toEqual(["page_view", "task_view"]));
  });

  it("that the network lost are sent again under the same id", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const lost: string[] = [];
    server.use(
      http.post(
        "/api/analytics/events",
        async ({ request }) => {
          lost.push(...((await request.json()) as Sent).events.map(({ id }) => id));
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    await start();
    await hide();
    await eventually(() => expect(lost).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(30_000);
    await eventually(() => expect(events().map(({ id }) => id)).toEqual(lost));
  });

  it("that are refused are not sent again, and nobody is told", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server.use(http.post("/api/analytics/events", () => HttpResponse.json({}, { status: 429 }), { once: true }));
    await start();
    await hide();
    await eventually(() => expect(warn).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toEqual([]);
  });

  it("of a page taken back from the browser's memory are a view without load times", async () => {
    await start();
    await hide();
    await eventually(() => expect(names()).toEqual(["page_view"]));
    await show();
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await hide();
    await eventually(() => expect(names()).toEqual(["page_view", "page_view"]));
    expect(events()[1]?.properties).toEqual({});
  });

  it("are nobody's while nobody is signed in", async () => {
    await start(null);
    await hide();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toEqual([]);
  });
});
