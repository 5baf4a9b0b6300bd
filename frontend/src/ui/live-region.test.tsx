import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Alert } from "@/ui/alert";
import { Announcement, LiveRegion } from "@/ui/live-region";
import { Masked } from "@/ui/masked";
import { ErrorState } from "@/ui/states";

it("says what has changed, nothing at first, and keeps nothing to be read anew", () => {
  vi.useFakeTimers();
  const { container, rerender } = render(<LiveRegion text="1 de 8" />);
  const region = container.querySelector("[aria-live=polite]");
  expect(region).toBeEmptyDOMElement();
  rerender(<LiveRegion text="2 de 8" />);
  expect(region).toHaveTextContent("2 de 8");
  rerender(<LiveRegion text="3 de 8" />);
  expect(region).toHaveTextContent("3 de 8");
  act(() => vi.advanceTimersByTime(10_000));
  expect(region).toBeEmptyDOMElement();
  rerender(<LiveRegion text="3 de 8" />);
  expect(region).toBeEmptyDOMElement();
});

it("tells a text that stays when it changes, and is no live region afterwards", () => {
  vi.useFakeTimers();
  const { rerender } = render(<Announcement text="1 resultado" />);
  const region = screen.getByRole("status");
  expect(region).toHaveAttribute("aria-live", "off");
  rerender(<Announcement text="2 resultados" />);
  expect(region).toHaveAttribute("aria-live", "polite");
  act(() => vi.advanceTimersByTime(10_000));
  expect(region).toHaveTextContent("2 resultados");
  expect(region).toHaveAttribute("aria-live", "off");
});

it.each([
  [
    "a warning",
    <Alert key="" tone="warn">
      Falta a senha
    </Alert>,
  ],
  ["a failure", <ErrorState key="" error={new Error("Falta a senha")} onRetry={() => undefined} />],
])("%s is told when it comes, and not again when a window over it closes", (_, alert) => {
  vi.useFakeTimers();
  render(alert);
  const region = screen.getByRole("alert");
  expect(region).toHaveAttribute("aria-live", "assertive");
  act(() => vi.advanceTimersByTime(10_000));
  expect(region).toHaveTextContent("Falta a senha");
  expect(region).toHaveAttribute("aria-live", "off");
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
