import { render } from "@testing-library/react";
import { lazy, Suspense, useState } from "react";
import { expect, test } from "vitest";
import { warnings } from "./warnings";

test("two keys alike are found", () => {
  render(["one", "two"].map((word) => <p key="same">{word}</p>));
  expect(warnings.splice(0).length).toBeGreaterThan(0);
});

test("a change that no test waits for is found", async () => {
  let change: (words: string) => void = () => undefined;
  function Words() {
    const [words, setWords] = useState("");
    change = setWords;
    return <p>{words}</p>;
  }
  render(<Words />);
  change("late");
  expect(warnings.splice(0)).toEqual([expect.stringContaining("not wrapped in act")]);
});

test("code that arrives after its page has gone is no fault of the test that runs then", async () => {
  let arrive: (page: { default: () => null }) => void = () => undefined;
  const Page = lazy(() => new Promise<{ default: () => null }>((done) => (arrive = done)));
  const { unmount } = render(
    <Suspense>
      <Page />
    </Suspense>,
  );
  unmount();
  arrive({ default: () => null });
  await new Promise((done) => setTimeout(done));
});

test("a request that no test answers is found", async () => {
  await expect(fetch("/api/nobody")).rejects.toThrow();
  expect(warnings.splice(0)).toEqual([expect.stringContaining("/api/nobody")]);
});
