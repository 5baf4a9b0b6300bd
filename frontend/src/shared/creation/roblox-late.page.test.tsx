import { act, screen } from "@testing-library/react";
import { dryRun, open, paste } from "@/shared/creation/fixtures";
import { server } from "../../../test/server";

const code = vi.hoisted((): { arrives: () => void } => ({ arrives: () => undefined }));
vi.mock("@/shared/sheet/preview-panel", async (load) => {
  await new Promise<void>((arrived) => (code.arrives = arrived));
  return load();
});

test("a button that is reached before the grid's code has come stays the one in use", async () => {
  server.use(dryRun());
  const { user } = open("roblox");
  await paste(user, "jogador01:a");
  const create = await screen.findByRole("button", { name: "Criar 1 conta" });
  act(() => create.focus());
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();

  code.arrives();

  await screen.findByRole("grid");
  expect(create).toBeInTheDocument();
  expect(create).toHaveFocus();
});
