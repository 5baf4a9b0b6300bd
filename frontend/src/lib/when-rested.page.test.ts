import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenRested } from "@/lib/when-rested";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function typeFor(ms: number): void {
  for (let typed = 0; typed < ms; typed += 100) {
    fireEvent.keyDown(document.body, { key: "a" });
    vi.advanceTimersByTime(100);
  }
}

it("acts after its time where nobody types", () => {
  const act = vi.fn();
  whenRested(act, 400);
  vi.advanceTimersByTime(399);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

it("acts between no two keys, and once when they have rested", () => {
  const act = vi.fn();
  whenRested(act, 400);
  typeFor(2000);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledTimes(1);
  typeFor(2000);
  expect(act).toHaveBeenCalledTimes(1);
});

it("acts five seconds late at most, however long somebody types", () => {
  const act = vi.fn();
  whenRested(act, 400);
  typeFor(5300);
  expect(act).not.toHaveBeenCalled();
  typeFor(200);
  expect(act).toHaveBeenCalledTimes(1);
});

it("does not act once it was given up", () => {
  const act = vi.fn();
  const giveUp = whenRested(act, 400);
  typeFor(1000);
  giveUp();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});
