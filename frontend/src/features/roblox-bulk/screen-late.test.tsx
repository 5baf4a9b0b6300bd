import { screen } from "@testing-library/react";
import { dryRun } from "@/features/bulk/fixtures";
import { open, paste } from "@/features/roblox-bulk/screen.fixture";
import { server } from "../../../test/server";

const code = vi.hoisted((): { arrives: () => void } => ({ arrives: () => undefined }));
vi.mock("@/features/bulk/preview/preview-panel", async (load) => {
  await new Promise<void>((arrived) => (code.arrives = arrived));
  return load();
});

test("a button that is reached before the grid's code has come stays the one in use", async () => {
  server.use(dryRun());
  const user = open();
  await paste(user, "jogador01:a");
  const create = await screen.findByRole("button", { name: "Criar 1 conta" });
  create.focus();
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();

  code.arrives();

  await screen.findByRole("grid");
  expect(create).toBeInTheDocument();
  expect(create).toHaveFocus();
});
