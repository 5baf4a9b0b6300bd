import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import WebhookCard from "@/screens/gerenciar-apis/webhook-card";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const URL_THERE = "https://contas.example.com/api/webhooks/gameboost";

function show(url: string, saved: boolean): unknown[] {
  signIn({ ...ANA, id: 1, role: "admin" });
  const sent: unknown[] = [];
  const answer = { url, saved };
  server.use(
    http.get("/api/configs/gameboost/webhook", () => HttpResponse.json(answer)),
    http.put("/api/configs/gameboost/webhook", async ({ request }) => {
      const body = (await request.json()) as { secret: string };
      sent.push(body);
      answer.saved = body.secret !== "";
      return HttpResponse.json(answer);
    }),
  );
  renderScreen(<WebhookCard userId={7} />, {});
  return sent;
}

test("a first secret is kept at once, and not shown again", async () => {
  const sent = show(URL_THERE, false);
  expect(await screen.findByText(URL_THERE)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/^Segredo/), "abc-1");
  await userEvent.click(screen.getByRole("button", { name: "Guardar segredo" }));

  expect(await screen.findByText("Segredo guardado")).toBeInTheDocument();
  expect(sent).toEqual([{ userId: 7, secret: "abc-1" }]);
  expect(screen.getByLabelText(/^Novo segredo/)).toHaveValue("");
});

test("a secret that is typed and not saved is asked about before the page is left", async () => {
  show(URL_THERE, false);
  const leaving = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
  await userEvent.type(await screen.findByLabelText(/^Segredo/), "abc");
  expect(leaving()).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Guardar segredo" }));

  expect(await screen.findByText("Segredo guardado")).toBeInTheDocument();
  expect(leaving()).toBe(true);
});

test("another secret takes the place of the one kept after a yes", async () => {
  const sent = show(URL_THERE, true);
  await userEvent.type(await screen.findByLabelText(/^Novo segredo/), "abc-2");
  await userEvent.click(screen.getByRole("button", { name: "Trocar segredo" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(sent).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Trocar" }));

  await waitFor(() => expect(sent).toEqual([{ userId: 7, secret: "abc-2" }]));
});

test("without a public address people read that sales are looked for all the same", async () => {
  show("", false);
  expect(await screen.findByText(/buscadas a cada minuto/)).toBeInTheDocument();
});
