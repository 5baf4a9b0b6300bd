import { expect, test, vi } from "vitest";
import { announce } from "@/lib/announce";
import { listen, spoken } from "../../test/spoken";

test("what comes while the region moves into a window is said after what waits", () => {
  vi.useFakeTimers();
  document.body.append(Object.assign(document.createElement("dialog"), { open: true }));

  announce("3 resultados");
  vi.advanceTimersByTime(40);
  announce("1 resultado");
  expect(spoken()).toEqual([]);
  vi.advanceTimersByTime(60);

  expect(spoken()).toEqual(["3 resultados", "1 resultado"]);
  announce("2 resultados");
  expect(spoken().at(-1)).toBe("2 resultados");
});

test("what comes when the wait is over but its timer is late is said after what waits", async () => {
  document.body.append(Object.assign(document.createElement("dialog"), { open: true }));

  announce("3 resultados");
  const late = performance.now() + 120;
  while (performance.now() < late) performance.now();
  announce("1 resultado");

  await vi.waitFor(() => expect(spoken()).toEqual(["3 resultados", "1 resultado"]));
});

test("a move that an earlier test's clock saw holds nothing back", () => {
  vi.useFakeTimers({ now: 0 });
  vi.advanceTimersByTime(50_000);
  document.body.append(Object.assign(document.createElement("dialog"), { open: true }));
  announce("3 resultados");
  document.body.replaceChildren();
  vi.useRealTimers();
  listen();

  vi.useFakeTimers();
  announce("1 resultado");
  expect(spoken()).toEqual(["1 resultado"]);
});
