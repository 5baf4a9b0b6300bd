import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { onFirstInteraction } from "@/lib/first-interaction";

it("prepares once, at the first sign of somebody", () => {
  const prepare = vi.fn();
  onFirstInteraction(prepare);
  expect(prepare).not.toHaveBeenCalled();

  fireEvent.pointerMove(document.body);
  fireEvent.keyDown(document.body, { key: "Tab" });

  expect(prepare).toHaveBeenCalledTimes(1);
});

it("prepares nothing that was given up", () => {
  const prepare = vi.fn();
  onFirstInteraction(prepare)();

  fireEvent.pointerDown(document.body);

  expect(prepare).not.toHaveBeenCalled();
});
