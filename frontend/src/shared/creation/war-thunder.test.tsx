import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { anEntry, aRun, CONFIG, cell, dryRun, keepDrafts, open, openForm, textArea } from "@/shared/creation/fixtures";
import { GAMES } from "@/shared/creation/golden.fixture";
import { server } from "../../../test/server";

const PASTE = "piloto01:a\npiloto02:b:c@exemplo.com:d\npiloto03:a:b";

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun({}, {}, "war-thunder")));

async function openWith(text: string) {
  const { user } = open("war-thunder");
  await user.type(textArea(), text);
  await user.click(screen.getByRole("button", { name: "Processar Contas" }));
  return user;
}

async function switchOn(user: UserEvent, ...names: RegExp[]) {
  const form = within(await openForm(user, "Configurações"));
  for (const name of names) await user.click(await form.findByRole("switch", { name }));
  await user.click(form.getByRole("button", { name: "Fechar anúncio" }));
}

/** Confirms, and answers the body that was sent. */
async function create(user: UserEvent, label: string) {
  const bodies: Record<string, unknown>[] = [];
  server.use(
    http.post("/api/war-thunder/bulk-create", async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun({ game: "war-thunder" }))),
  );
  await user.click(await screen.findByRole("button", { name: label }));
  await screen.findByText("Tudo conferido pelo servidor.");
  await user.click(screen.getByRole("button", { name: "Criar contas" }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  const { previewDigest, ...body } = bodies[0] ?? {};
  expect(previewDigest).toBe("d1");
  return body;
}

test("lines have two or four fields; another count keeps its number and says why", async () => {
  await openWith(PASTE);
  const table = await screen.findByRole("grid");
  expect(within(table).getByText("c@exemplo.com")).toBeInTheDocument();
  expect(cell(3)).toHaveAccessibleDescription(
    "Formato inválido. Use: login:senha ou login:senha:email:senhadoemail Há três partes: falta a senha do e-mail?",
  );
});

test("without switches every account goes out with the general settings", async () => {
  const user = await openWith(PASTE);
  const { rareList, ...general } = { rareList: [], ...GAMES["war-thunder"].defaults, cost: "" };
  expect(await create(user, "Criar 2 contas")).toEqual({
    accounts: [
      { line: 1, text: "piloto01:a" },
      { line: 2, text: "piloto02:b:c@exemplo.com:d" },
    ],
    settings: { ...general, rareList },
  });
});

test("one account's own title and settings open with Configurar and go with its line", async () => {
  const user = await openWith(PASTE);
  await switchOn(user, /Títulos personalizados/, /Configurações por conta/);
  const [, second] = await screen.findAllByRole("button", { name: "Configurar" });
  await user.click(second as HTMLElement);
  const table = within(await screen.findByRole("grid"));
  expect(await table.findByLabelText("Golden Eagles")).toHaveAttribute("placeholder", "500");
  await user.type(table.getByLabelText("Título"), "Só este");
  await user.type(table.getByLabelText("Golden Eagles"), "9");
  await user.type(table.getByLabelText("Preço (USD)"), "20");
  await user.click(table.getByLabelText("Italy"));
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(table.queryByLabelText("Golden Eagles")).not.toBeInTheDocument());

  const body = await create(user, "Criar 2 contas");

  expect(body.accounts).toEqual([
    { line: 1, text: "piloto01:a" },
    {
      line: 2,
      text: "piloto02:b:c@exemplo.com:d",
      title: "Só este",
      goldenEagles: 9,
      priceUsd: "20.00",
      nations: ["Italy"],
    },
  ]);
  expect(body.settings).toMatchObject({ customTitles: true });
});

test("a wrong value of one account is told in its row, and nothing of it is sent", async () => {
  const user = await openWith("piloto01:a");
  await switchOn(user, /Configurações por conta/);
  await user.click(await screen.findByRole("button", { name: "Configurar" }));
  await user.type(await within(await screen.findByRole("grid")).findByLabelText("Navios premium"), "x");
  await user.tab();

  expect(await screen.findAllByText("Informe um número inteiro de 0 a 999.999.999")).not.toHaveLength(0);
});

test("the images tab has its own switch, and an account then has images of its own", async () => {
  const user = await openWith(PASTE);
  const form = within(await openForm(user, "Imagens"));
  await user.click(await form.findByRole("switch", { name: /Imagens personalizadas/ }));
  await user.click((await screen.findAllByRole("button", { name: "Configurar" }))[0] as HTMLElement);
  await waitFor(() => expect(screen.getAllByLabelText("Adicionar imagens")).toHaveLength(2));
});

test("a price written for one account in the grid counts, and its switch shows it", async () => {
  const user = await openWith("piloto01:a");
  await screen.findByRole("grid");
  await user.click(cell(1, "Preço (USD)"));
  await user.keyboard("7{Enter}");
  const form = within(await openForm(user, "Configurações"));
  expect(await form.findByRole("switch", { name: /Configurações por conta/ })).toBeChecked();

  expect((await create(user, "Criar 1 conta")).accounts).toEqual([{ line: 1, text: "piloto01:a", priceUsd: "7.00" }]);
});

test("what accounts had of their own comes back, with its switches", async () => {
  const account = { line: 1, text: "piloto01:a", own: { title: "Meu piloto", goldenEagles: "9" } };
  const settings = { customTitles: "true", "#settings": "true" };
  const kept = keepDrafts("war-thunder", [anEntry("a", {}, { account })], { settings });
  const { user } = open("war-thunder", {}, CONFIG, kept);

  const body = await create(user, "Criar 1 conta");

  expect(body.accounts).toEqual([{ line: 1, text: "piloto01:a", title: "Meu piloto", goldenEagles: 9 }]);
});
