import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { announce, announcer } from "@/lib/announce";
import { Alert, Announcement } from "@/ui/announcement";
import { ErrorState } from "@/ui/card";
import { Masked } from "@/ui/masked";
import { spoken } from "../../test/spoken";

it("says what has changed, nothing at first, and keeps nothing to be read anew", () => {
  vi.useFakeTimers();
  const { rerender } = render(<Announcement text="1 de 8" />);
  expect(spoken()).toEqual([]);
  rerender(<Announcement text="2 de 8" />);
  rerender(<Announcement text="3 de 8" />);
  rerender(<Announcement text="3 de 8" />);
  expect(spoken()).toEqual(["2 de 8", "3 de 8"]);
  expect(announcer().polite).toHaveTextContent("2 de 83 de 8");
  act(() => vi.advanceTimersByTime(10_000));
  expect(announcer().polite).toBeEmptyDOMElement();
  expect(screen.getByText("3 de 8")).toBeVisible();
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
  expect(announcer().assertive).toHaveTextContent("Falta a senha");
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.getByRole("note")).toHaveTextContent("Falta a senha");
  expect(announcer().assertive).toBeEmptyDOMElement();
});

it("is heard in a modal dialog, and on the page again once that is closed", () => {
  vi.useFakeTimers();
  const { host, polite } = announcer();
  document.body.append(Object.assign(document.createElement("dialog"), { open: true }));
  announce("1 resultado");
  expect(host.parentElement).toBe(document.querySelector("dialog"));
  expect(polite).toBeEmptyDOMElement();
  vi.advanceTimersByTime(100);
  expect(polite).toHaveTextContent("1 resultado");
  document.querySelector("dialog")?.remove();
  announce("Salvo");
  expect(host.parentElement).toBe(document.body);
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
