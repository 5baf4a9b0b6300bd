/** Documented events that a screen tells by itself; page views are told by the shell. */

type TrackedName = "task_view";

export const TRACKED = "track:";

/** Tell that something happened, to be sent with the next batch.
 *
 * It is left as a mark on the page's own timeline: shell/analytics.ts comes later and reads those that are there.
 */
export function track(name: TrackedName): void {
  performance.mark(`${TRACKED}${name}`);
}
