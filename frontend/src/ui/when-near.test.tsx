import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { WhenNear } from "@/ui/when-near";

let see: (entries: { isIntersecting: boolean }[]) => void;

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: typeof see) {
        see = report;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<WhenNear place="lugar">lista</WhenNear>);
});

it("keeps the room of what is out of sight", () => {
  act(() => see([{ isIntersecting: false }]));

  expect(screen.getByText("lugar")).toBeInTheDocument();
  expect(screen.queryByText("lista")).not.toBeInTheDocument();
});

it("brings it when it is in sight", () => {
  act(() => see([{ isIntersecting: true }]));

  expect(screen.getByText("lista")).toBeInTheDocument();
});

it("brings it at the first sign of somebody", () => {
  fireEvent.pointerMove(document.body);

  expect(screen.getByText("lista")).toBeInTheDocument();
});
