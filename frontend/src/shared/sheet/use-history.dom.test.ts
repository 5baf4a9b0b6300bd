import { act, renderHook } from "@testing-library/react";
import { useHistory } from "@/shared/sheet/use-history";

function start(initial = "a") {
  const { result } = renderHook(() => useHistory(initial));
  return {
    history: () => result.current,
    set: (next: string, merge?: string) => act(() => result.current.set(next, merge)),
  };
}

test("changes are taken back and made again in order", () => {
  const { history, set } = start();
  set("b");
  set("c");
  act(() => history().undo?.());
  expect(history().value).toBe("b");
  act(() => history().undo?.());
  expect(history().value).toBe("a");
  expect(history().undo).toBeNull();
  act(() => history().redo?.());
  expect(history().value).toBe("b");
  set("d");
  expect(history().redo).toBeNull();
  act(() => history().undo?.());
  expect(history().value).toBe("b");
});

test("consecutive changes of one kind are one step", () => {
  const { history, set } = start();
  set("ab", "typing");
  set("abc", "typing");
  set("x");
  set("xy", "typing");
  act(() => history().undo?.());
  expect(history().value).toBe("x");
  act(() => history().undo?.());
  expect(history().value).toBe("abc");
  act(() => history().undo?.());
  expect(history().value).toBe("a");
});

test("the same value is no step, and a reset has no way back", () => {
  const { history, set } = start();
  set("a");
  expect(history().undo).toBeNull();
  set("b");
  act(() => history().reset(""));
  expect(history().value).toBe("");
  expect(history().undo).toBeNull();
});
