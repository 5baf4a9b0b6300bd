import { beforeEach, describe, expect, it, vi } from "vitest";
import * as navigate from "@/lib/navigate";

/** The overlay of base.html. */
function overlay(): HTMLElement {
  return document.getElementById("loading-overlay") as HTMLElement;
}

/** jsdom cannot leave a page; the browser tests go there for real. */
const assign = vi.fn();
const realLocation = location;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { ...location, assign });
  assign.mockClear();
  document.body.innerHTML = '<div id="loading-overlay" hidden><p data-overlay-message></p></div>';
  return () => vi.stubGlobal("location", realLocation);
});

describe("openWithOverlay", () => {
  it("shows the message, loads the target behind it, and leaves when the time is over", () => {
    navigate.openWithOverlay("/tasks", "Carregando Minhas Tarefas...", 1000);
    expect(overlay()).toBeVisible();
    expect(overlay()).toHaveTextContent("Carregando Minhas Tarefas...");
    expect(document.head.querySelector("link[rel=prefetch]")).toHaveAttribute("href", "/tasks");
    vi.advanceTimersByTime(999);
    expect(assign).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(assign).toHaveBeenCalledWith("/tasks");
  });

  it("'With prefers-reduced-motion they are skipped'", () => {
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    navigate.openWithOverlay("/tasks", "Carregando Minhas Tarefas...", 1000);
    expect(assign).toHaveBeenCalledWith("/tasks");
    expect(overlay()).not.toBeVisible();
  });
});

describe("showOverlay", () => {
  it("says 'Carregando...' unless told otherwise, until it is hidden", () => {
    navigate.showOverlay();
    expect(overlay()).toHaveTextContent("Carregando...");
    navigate.hideOverlay();
    expect(overlay()).not.toBeVisible();
  });
});

describe("leaving", () => {
  it("is known for a while, so that presence can tell it from closing", () => {
    vi.advanceTimersByTime(60_000);
    expect(navigate.isLeavingForOurs()).toBe(false);
    navigate.leaveFor("/profile");
    expect(navigate.isLeavingForOurs()).toBe(true);
    vi.advanceTimersByTime(6000);
    expect(navigate.isLeavingForOurs()).toBe(false);
  });
});
