import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { aRun } from "@/shared/creation/fixtures";
import { PauseNote } from "@/shared/run/run-controls";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const refused = (keyUserId: number | null) =>
  aRun({ state: "paused", pauseCode: "key_refused", pauseReason: "O marketplace recusou a chave.", keyUserId });

test.each([
  ["their owner to the profile", { ...ANA, id: 7 }, 7, "/profile?tab=api"],
  ["an admin to their own", { ...ANA, id: 9, role: "admin" as const }, 9, "/gerenciar-apis"],
  ["an admin to that of another", { ...ANA, id: 9, role: "admin" as const }, 7, "/gerenciar-apis?userId=7"],
])("a refused key leads %s", (_who, user, keyUserId, address) => {
  signIn(user);
  renderScreen(<PauseNote run={refused(keyUserId)} />);
  expect(screen.getByRole("link", { name: "Corrigir a chave" })).toHaveAttribute("href", address);
});

test("who cannot mend the key is offered nothing", () => {
  signIn(ANA);
  renderScreen(<PauseNote run={refused(null)} />);
  expect(screen.getByRole("note")).toHaveTextContent("O marketplace recusou a chave.");
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("version 2 is one press away, and what stands in its way is told", async () => {
  const text = "Esta chave tem 1 conta enviada sem resultado confirmado.";
  const asked: unknown[] = [];
  let status = 409;
  server.use(
    http.get("/api/configs/gameboost", () => HttpResponse.json(null)),
    http.post("/api/configs/gameboost/use-v2", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(status === 409 ? { message: text } : { resumedRuns: 2 }, { status });
    }),
  );
  signIn(ANA);
  renderScreen(<PauseNote run={{ ...refused(7), pauseCode: "version_gone" }} />);
  const press = () => userEvent.click(screen.getByRole("button", { name: "Usar a versão 2" }));
  await press();
  await waitFor(() => expect(document.getElementById("toasts")).toHaveTextContent(text));
  status = 200;
  await press();
  const told = "A chave usa a versão 2 da API do GameBoost. 2 execuções continuam.";
  await waitFor(() => expect(document.getElementById("toasts")).toHaveTextContent(told));
  expect(asked).toEqual([{ userId: 7 }, { userId: 7 }]);
});
