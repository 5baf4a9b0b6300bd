/** Documented events that a screen tells by itself (document 1 §3); page views are told by the shell. */

export type TrackedName = "task_view";

declare global {
  interface WindowEventMap {
    /** From a screen to shell/analytics.ts: an event instead of an import, so that they share no chunk. */
    track: CustomEvent<TrackedName>;
  }
}

/** Tell that something happened, to be sent with the next batch. */
export function track(name: TrackedName): void {
  dispatchEvent(new CustomEvent("track", { detail: name }));
}
