import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { Row } from "@/api/client";
import type { SavedRule } from "@/api/stock";
import { StockScreen } from "@/screens/contas/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type Proposal = Row<"/api/stock/proposals">;

const RULE: SavedRule = {
  id: 3,
  name: "Anúncios antigos",
  kind: "age",
  mode: "propose",
  game: "",
  service: "",
  threshold: 30,
  percentage: "10.00",
  rounding: "cents",
  cost: "2.00",
  feePercentage: null,
  daily: 1,
  restDays: 3,
  proposals: 1,
};

const PROPOSAL: Proposal = {
  id: 8,
  rule: "Anúncios antigos",
  title: "Conta Roblox",
  gameTitle: "Roblox",
  market: "GameBoost",
  url: "/runs/3?line=1",
  before: "14.99",
  after: "13.49",
  floor: "2.78",
  reason: "Anunciada há 40 dias",
  unknown: "Falta a taxa do marketplace.",
  open: true,
  batch: null,
  askedAt: "2026-11-20T13:00:00Z",
  dueAt: null,
  appliedAt: null,
  error: "",
};
const APPLIED: Proposal = {
  ...PROPOSAL,
  id: 7,
  title: "Outra conta",
  open: false,
  batch: "b-1",
  appliedAt: "2026-11-20T13:00:00Z",
};

/** What was sent, by path. */
function serve(): Record<string, unknown[]> {
  const sent: Record<string, unknown[]> = {};
  const take =
    (answer: object | null) =>
    async ({ request }: { request: Request }) => {
      const { pathname } = new URL(request.url);
      sent[pathname] = [...(sent[pathname] ?? []), await request.json()];
      return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 204 });
    };
  const list = (rows: object[]) => () => HttpResponse.json(rows, { headers: { "X-Total-Count": String(rows.length) } });
  server.use(
    http.get("/api/stock", list([])),
    http.get("/api/stock/rules", list([RULE])),
    http.get("/api/stock/proposals", list([PROPOSAL, APPLIED])),
    http.get("/api/settings", () => HttpResponse.json({ priceRulesStopped: false, priceChangesADay: 50 })),
    http.post("/api/settings", take({})),
    http.post("/api/stock/rules", take(RULE)),
    http.put("/api/stock/rules/3", take(RULE)),
    http.post("/api/stock/proposals/apply", take({ batch: "b-2", applied: 1 })),
    http.post("/api/stock/proposals/decline", take(null)),
    http.post("/api/stock/prices/undo", take({ undone: 1 })),
  );
  return sent;
}

async function open() {
  signIn({ ...ANA, role: "admin" });
  const sent = serve();
  renderScreen(<StockScreen games={[{ value: "roblox", label: "Roblox" }]} services={[]} />, {
    "/api/stock?limit=20&offset=0": { rows: [], total: 0 },
  });
  await userEvent.click(screen.getByRole("button", { name: "Regras de preço" }));
  return { sent, dialog: within(await screen.findByRole("dialog", { name: "Regras de preço" })) };
}

beforeEach(() => history.replaceState(null, "", "/contas"));

test("employees have no rules of prices", () => {
  signIn(ANA);
  renderScreen(<StockScreen games={[]} services={[]} />, { "/api/stock?limit=20&offset=0": { rows: [], total: 0 } });
  expect(screen.queryByRole("button", { name: "Regras de preço" })).not.toBeInTheDocument();
});

test("a proposal shows its floor and what is missing, and is applied or declined", async () => {
  const { sent, dialog } = await open();
  const row = await dialog.findByRole("row", { name: /Conta Roblox/ });
  expect(row).toHaveTextContent(
    /14,99.*13,49.*2,78.*Anunciada há 40 dias.*Falta a taxa do marketplace\. Só um administrador aplica/,
  );

  await userEvent.click(dialog.getByRole("checkbox", { name: "Selecionar Conta Roblox" }));
  await userEvent.click(dialog.getByRole("button", { name: "Aplicar" }));
  await waitFor(() => expect(sent["/api/stock/proposals/apply"]).toEqual([{ ids: [8] }]));
  await waitFor(() => expect(dialog.queryByRole("button", { name: "Recusar" })).not.toBeInTheDocument());

  await userEvent.click(dialog.getByRole("button", { name: "Selecionar todas da página" }));
  await userEvent.click(dialog.getByRole("button", { name: "Recusar" }));
  await waitFor(() => expect(sent["/api/stock/proposals/decline"]).toEqual([{ ids: [8] }]));
});

test("what a rule changed is undone, and one switch stops all rules", async () => {
  const { sent, dialog } = await open();
  await userEvent.click(await dialog.findByRole("button", { name: "Desfazer Outra conta" }));
  await waitFor(() => expect(sent["/api/stock/prices/undo"]).toEqual([{ batch: "b-1" }]));

  await userEvent.click(dialog.getByRole("switch", { name: "Parar todas as regras de preço" }));
  await waitFor(() => expect(sent["/api/settings"]).toEqual([{ userId: ANA.id, settings: { priceRulesStopped: true } }]));
});

test("a rule is written anew and changed", async () => {
  const { sent, dialog } = await open();
  await userEvent.click(dialog.getByRole("button", { name: "Nova regra" }));
  const form = within(await screen.findByRole("dialog", { name: "Nova regra" }));
  await userEvent.click(form.getByRole("button", { name: "Salvar" }));
  expect(form.getByText("Campo Nome é obrigatório")).toBeInTheDocument();
  await userEvent.type(form.getByLabelText(/^Nome/), "Sugestões");
  await userEvent.selectOptions(form.getByLabelText("Olha para"), "Sugestão do LZT Market");
  await userEvent.type(form.getByLabelText(/^Taxa/), "12,5");
  await userEvent.click(form.getByRole("button", { name: "Salvar" }));
  await waitFor(() =>
    expect(sent["/api/stock/rules"]).toEqual([
      expect.objectContaining({
        name: "Sugestões",
        kind: "ai_price",
        percentage: "0",
        feePercentage: "12.50",
        cost: null,
      }),
    ]),
  );

  await userEvent.click(dialog.getByRole("button", { name: "Editar Anúncios antigos" }));
  const edited = within(await screen.findByRole("dialog", { name: "Editar regra" }));
  await userEvent.selectOptions(edited.getByLabelText("O que faz"), "Aplica");
  await userEvent.click(edited.getByRole("button", { name: "Salvar" }));
  const { id: _, proposals: __, ...values } = RULE;
  await waitFor(() => expect(sent["/api/stock/rules/3"]).toEqual([{ ...values, mode: "apply" }]));
});

test("a rule saved again after a lost answer is known to be the same one", async () => {
  const { dialog } = await open();
  const keys: (string | null)[] = [];
  server.use(
    http.post("/api/stock/rules", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(RULE);
    }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Nova regra" }));
  const window = await screen.findByRole("dialog", { name: "Nova regra" });
  const save = within(window).getByRole("button", { name: "Salvar" });
  await userEvent.type(within(window).getByLabelText(/^Nome/), "Antigas");

  await userEvent.click(save);
  await waitFor(() => expect(save).not.toHaveAttribute("aria-busy"));
  await userEvent.click(save);

  await waitFor(() => expect(window).not.toBeInTheDocument());
  expect(keys[0]).toBeTruthy();
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("a rule is deleted after a yes", async () => {
  let deleted = "";
  const { dialog } = await open();
  server.use(
    http.delete("/api/stock/rules/:id", ({ params }) => {
      deleted = String(params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Excluir Anúncios antigos" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Excluir regra" }));
  expect(deleted).toBe("");
  await userEvent.click(asked.getByRole("button", { name: "Excluir" }));
  expect(await screen.findByText("Regra excluída.")).toBeInTheDocument();
  expect(deleted).toBe("3");
});
