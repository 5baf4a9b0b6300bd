import { announcer } from "@/lib/announce";

const lines: string[] = [];
const hear = (records: MutationRecord[]) =>
  lines.push(...records.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent ?? "")));
const ear = new MutationObserver(hear);

/** What the page has said in this test, in order. */
export function spoken(): readonly string[] {
  hear(ear.takeRecords());
  return lines;
}

/** Forget what was said, with the announcer in its place. */
export function listen(): void {
  const said = announcer();
  document.body.append(said.host);
  // Set by the clock of an earlier test, which may have ended before it went off.
  clearTimeout(said.timer);
  Object.assign(said, { timer: undefined, waiting: [] });
  for (const region of [said.polite, said.assertive]) {
    region.replaceChildren();
    ear.observe(region, { childList: true });
  }
  ear.takeRecords();
  lines.length = 0;
}
