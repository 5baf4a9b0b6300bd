import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

const root = document.documentElement;

/** Load the script as a page does, under an operating system that is `dark` or not. */
async function load(dark: boolean) {
  vi.resetModules();
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: dark, addEventListener: vi.fn() } as never);
  await import("@/app/shell/theme");
}

beforeEach(() => {
  root.className = "";
});

describe("theme", () => {
  it.each([
    ["dark", false, true],
    ["dark", true, true],
    ["light", true, false],
    ["light", false, false],
    ["system", true, true],
    ["system", false, false],
    [null, true, true],
    [null, false, false],
    ["nonsense", true, true],
  ])("stored %s with a dark system %s: dark %s", async (stored, osDark, expected) => {
    if (stored) localStorage.setItem("theme", stored);
    await load(osDark);
    expect(root.classList.contains("dark")).toBe(expected);
  });

  it("'Choosing stores it and toggles the dark class'", async () => {
    document.body.innerHTML =
      '<button data-theme-choice="dark"><i>Dark</i></button><button data-theme-choice="light">Light</button>';
    await load(false);
    fireEvent.click(screen.getByText("Dark"));
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(root).toHaveClass("dark");
    expect(screen.getByRole("button", { name: "Dark" }).ariaPressed).toBe("true");
    expect(screen.getByRole("button", { name: "Light" }).ariaPressed).toBe("false");
  });

  it("puts the sidebar back as it was left, before anything is painted", async () => {
    localStorage.setItem("sidebar", "collapsed");
    await load(false);
    expect(root.dataset.sidebar).toBe("collapsed");
    expect(root.dataset.js).toBe("");
  });
});
