import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FirstHint } from "@/ui/first-hint";
import { ANA, signIn } from "../../test/render";

const HINT = "Comece por aqui.";

function open() {
  signIn(ANA);
  return render(
    <main id="content" tabIndex={-1}>
      <FirstHint name="dashboard">{HINT}</FirstHint>
    </main>,
  );
}

const dismiss = () => userEvent.click(screen.getByRole("button", { name: "Dispensar dica" }));

beforeEach(() => localStorage.clear());

test("a hint goes away when it is dismissed, and does not come back for that person", async () => {
  const { unmount } = open();
  expect(screen.getByRole("note")).toHaveTextContent(HINT);

  await dismiss();

  expect(screen.queryByText(HINT)).not.toBeInTheDocument();
  unmount();
  open();
  expect(screen.queryByText(HINT)).not.toBeInTheDocument();
});

test("a dismissed hint leaves the focus in the content", async () => {
  open();

  await dismiss();

  expect(screen.getByRole("main")).toHaveFocus();
});

test("what another person dismissed, or this one on another screen, is still there", () => {
  localStorage.setItem(`hint:${ANA.id + 1}:dashboard`, "gone");
  localStorage.setItem(`hint:${ANA.id}:runs`, "gone");

  open();

  expect(screen.getByText(HINT)).toBeVisible();
});
