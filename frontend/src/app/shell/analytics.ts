/** First-party events: page views with their load times, time on page over 5 s, what screens track.
 * Nothing is sent before the page was looked at for a while or is left: a batch goes every 30 s, and when the page is
 * hidden or closed, as a `fetch` that outlives it, since a beacon cannot carry the CSRF header. A batch that is lost on
 * the way is sent again with the next one; the server counts each id once. */
import { api, newIdempotencyKey, type Schemas } from "@/api/client";
import { appContext } from "@/lib/app-context";
import { TASK_VIEW_MARK } from "@/lib/constants";
import { ApiError } from "@/lib/errors";

const FLUSH_MS = 30_000;
const SHORTEST_STAY_MS = 5000;
const BATCH = 50;

type Times = { loadMs?: number; paintMs?: number; durationMs?: number };
type AnalyticsEvent = Schemas["AnalyticsEventInputRequest"];

const waiting: AnalyticsEvent[] = [];
/** The view of this page, until its load times are known or the page is left. */
let view: AnalyticsEvent | undefined;
let paintMs: number | undefined;
let timesTold = false;
/** Since when the page is looked at, on the clock of the page; undefined while it is hidden. */
let seenSince: number | undefined;

export function startAnalytics(): void {
  if (!appContext().user) return;
  see(new Date(performance.timeOrigin), 0);
  observe("largest-contentful-paint", ({ startTime }) => {
    paintMs = Math.round(startTime);
  });
  observe("mark", ({ name }) => {
    if (name === TASK_VIEW_MARK) tell("task_view");
  });
  addEventListener("pageshow", ({ persisted }) => persisted && see(new Date(), performance.now()));
  addEventListener("pagehide", leaveView);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leaveView();
    else seenSince ??= performance.now();
  });
  setInterval(flush, FLUSH_MS);
}

/** A view that began at `at`, which is `since` on the clock of the page. */
function see(at: Date, since: number): void {
  view = { ...toEvent("page_view"), occurredAt: at.toISOString() };
  if (!document.hidden) seenSince = since;
}

/** The page is left or hidden: send what is known. Each stretch of looking at it counts by itself. */
export async function leaveView(): Promise<void> {
  const durationMs = Math.round(performance.now() - (seenSince ?? performance.now()));
  seenSince = undefined;
  if (durationMs > SHORTEST_STAY_MS) tell("page_time", { durationMs });
  await flush();
}

function tell(name: AnalyticsEvent["name"], properties?: Times): void {
  waiting.push(toEvent(name, properties));
}

function toEvent(name: AnalyticsEvent["name"], properties?: Times): AnalyticsEvent {
  const occurredAt = new Date().toISOString();
  return { id: newIdempotencyKey(), name, path: location.pathname, occurredAt, ...(properties && { properties }) };
}

async function flush(): Promise<void> {
  if (view) waiting.unshift({ ...view, properties: loadTimes() });
  view = undefined;
  const events = waiting.splice(0, BATCH);
  if (events.length === 0) return;
  try {
    await api.post("/api/analytics/events", { body: { sentAt: new Date().toISOString(), events }, keepalive: true });
  } catch (error) {
    if (!(error instanceof ApiError)) waiting.unshift(...events);
    console.warn("events not sent", error);
  }
}

/** Of this page's own loading; a page taken back from the browser's memory has none. */
function loadTimes(): Times {
  if (timesTold) return {};
  timesTold = true;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const loadMs = Math.round(navigation?.loadEventEnd ?? 0);
  return { ...(loadMs > 0 && { loadMs }), ...(paintMs !== undefined && { paintMs }) };
}

/** Everything of a type on the page's timeline, what is there already included. */
function observe(type: string, take: (entry: PerformanceEntry) => void): void {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
}
