import { act, renderHook } from "@testing-library/react";
import { notifySessionEnded, sessionIsBack } from "@/lib/held-page";
import { useHeldPage, useSessionOver } from "@/lib/use-held-page";

test("a page that holds nothing may be left", () => {
  expect(notifySessionEnded()).toBe(false);
});

test("a held page stays and is told of the end of the session until somebody is back", () => {
  const held = renderHook(({ active }) => useHeldPage(active), { initialProps: { active: true } });
  const over = renderHook(() => useSessionOver());
  expect(over.result.current).toBe(false);
  act(() => {
    expect(notifySessionEnded()).toBe(true);
  });
  expect(over.result.current).toBe(true);
  act(() => sessionIsBack());
  expect(over.result.current).toBe(false);
  held.rerender({ active: false });
  expect(notifySessionEnded()).toBe(false);
});

test("leaving a held page is asked about first, any other is left", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const held = renderHook(({ active }) => useHeldPage(active), { initialProps: { active: true } });
  expect(leave()).toBe(true);
  held.rerender({ active: false });
  expect(leave()).toBe(false);
});
