import { act, renderHook } from "@testing-library/react";
import { notifySessionEnded, sessionIsBack } from "@/lib/held-page";
import { showOverlay } from "@/lib/navigate";
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

test("leaving a held page is asked about first, in sight of it; any other is left", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const held = renderHook(({ active }) => useHeldPage(active), { initialProps: { active: true } });
  document.body.innerHTML = '<div id="loading-overlay"><p data-overlay-message></p></div>';
  showOverlay("Carregando Perfil...");
  expect(leave()).toBe(true);
  expect(document.getElementById("loading-overlay")).not.toBeVisible();
  held.rerender({ active: false });
  expect(leave()).toBe(false);
});
