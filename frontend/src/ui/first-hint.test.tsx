import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FirstHint } from "@/ui/first-hint";
import { PageHint } from "@/ui/page-notices";

const HINT = { cookie: "hint-7-dashboard", text: "Comece por aqui." };

function open(hint: typeof HINT | null = HINT) {
  return render(
    <PageHint value={hint}>
      <main id="content" tabIndex={-1}>
        <FirstHint />
      </main>
    </PageHint>,
  );
}

const button = () => screen.getByRole("button", { name: "Dispensar dica" });

function setCookie(name: string, rest: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: as the hint itself does
  document.cookie = `${name}${rest}`;
}

const OTHERS = ["hint-8-dashboard", "hint-7-dashboards", "hint-7-runs"];

afterEach(() => {
  for (const name of [HINT.cookie, ...OTHERS]) setCookie(name, "=; Path=/; Max-Age=0");
});

test("a hint goes away when it is dismissed, and does not come back for that person", async () => {
  const { unmount } = open();
  expect(screen.getByRole("note")).toHaveTextContent(HINT.text);

  await userEvent.click(button());

  expect(screen.queryByRole("note")).not.toBeInTheDocument();
  unmount();
  open();
  expect(screen.queryByRole("note")).not.toBeInTheDocument();
});

test("a hint dismissed by key leaves the focus in the content", async () => {
  open();

  await userEvent.tab();
  expect(button()).toHaveFocus();
  await userEvent.keyboard("{Enter}");

  expect(screen.queryByRole("note")).not.toBeInTheDocument();
  expect(screen.getByRole("main")).toHaveFocus();
});

test("what is remembered is a same-site cookie of the whole site for a year", async () => {
  const written = vi.spyOn(document, "cookie", "set");
  open();

  await userEvent.click(button());

  expect(written.mock.calls).toEqual([["hint-7-dashboard=gone; Path=/; Max-Age=31536000; SameSite=Lax"]]);
});

test("over https that cookie is secure and this host's alone, by its name", async () => {
  vi.stubGlobal("location", { protocol: "https:" });
  const written = vi.spyOn(document, "cookie", "set");
  open();

  await userEvent.click(button());

  expect(written.mock.calls).toEqual([["__Host-hint-7-dashboard=gone; Path=/; Max-Age=31536000; SameSite=Lax; Secure"]]);
  vi.unstubAllGlobals();
});

test("what another person dismissed, or this one on another screen, is still there", () => {
  for (const name of OTHERS) setCookie(name, "=gone; Path=/");

  open();

  expect(screen.getByText(HINT.text)).toBeVisible();
});

test("a page whose hint was dismissed has none", () => {
  open(null);

  expect(screen.queryByRole("note")).not.toBeInTheDocument();
});
