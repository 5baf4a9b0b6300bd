import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Task } from "@/api/tasks";
import { daysAway, dueLine, fullPayment } from "@/shared/tasks/task";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T22:30:00-03:00") });
});

describe("daysAway", () => {
  it.each([
    ["2026-11-21T23:59:59-03:00", "hoje"],
    ["2026-11-22T23:59:59-03:00", "amanhã"],
    ["2026-11-25T23:59:59-03:00", "em 4 dias"],
    ["2026-11-18T23:59:59-03:00", "há 3 dias"],
  ])("%s is '%s', by the calendar of São Paulo", (moment, words) => {
    expect(daysAway(moment)).toBe(words);
  });
});

describe("dueLine", () => {
  it("says how far an open task's day is, and only the day of a completed one", () => {
    const dueDate = "2026-11-25T23:59:59-03:00";
    expect(dueLine({ dueDate, status: "pending" })).toBe("25/11/2026, em 4 dias");
    expect(dueLine({ dueDate, status: "completed" })).toBe("25/11/2026");
    expect(dueLine({ dueDate: null, status: "pending" })).toBe("Sem prazo");
  });
});

describe("fullPayment", () => {
  it("is exact to the cent", () => {
    expect(fullPayment({ targetQuantity: 3, paymentPerAccount: "1.15" } as Task)).toBe(3.45);
    expect(fullPayment({ targetQuantity: 100_000, paymentPerAccount: "9999.99" } as Task)).toBe(999_999_000);
  });
});
