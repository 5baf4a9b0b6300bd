import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Masked } from "@/ui/masked";
import { Spoken } from "@/ui/spoken";

it("says what has changed, nothing at first, and keeps nothing to be read anew", () => {
  vi.useFakeTimers();
  const { container, rerender } = render(<Spoken text="1 de 8" />);
  const region = container.querySelector("[aria-live=polite]");
  expect(region).toBeEmptyDOMElement();
  rerender(<Spoken text="2 de 8" />);
  expect(region).toHaveTextContent("2 de 8");
  rerender(<Spoken text="3 de 8" />);
  expect(region).toHaveTextContent("3 de 8");
  act(() => vi.advanceTimersByTime(10_000));
  expect(region).toBeEmptyDOMElement();
  rerender(<Spoken text="3 de 8" />);
  expect(region).toBeEmptyDOMElement();
});

it.each([
  ["••••1234", "terminada em 1234"],
  ["••••••••", "oculta"],
])("%s is heard as '%s'", (text, heard) => {
  render(
    <button type="button">
      <Masked text={text} />
    </button>,
  );
  expect(screen.getByRole("button")).toHaveAccessibleName(heard);
  expect(screen.getByText(text)).toBeVisible();
});
