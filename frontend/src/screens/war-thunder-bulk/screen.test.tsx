import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import { WarThunderBulk } from "@/screens/war-thunder-bulk/screen";
import { aRun, CONFIG, CONFIG_PATH, cell, dryRun, keepText, LIMITS, PROVIDERS } from "@/shared/creation/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const defaults = {
  title: "Conta War Thunder - Premium",
  customTitles: false,
  description: "Conta War Thunder pronta para jogar.",
  priceUsd: "15.00",
  emailDomain: "firstmail",
  accountLevel: 50,
  totalVehicles: 30,
  premiumPlanes: 5,
  premiumTanks: 3,
  premiumHelicopters: 2,
  premiumShips: 1,
  goldenEagles: 500,
  silverLions: 100000,
  researchPoints: 0,
  nations: ["United States", "Germany", "USSR"],
  deliveryInstructions: "Abra https://firstmail.ltd/webmail/login",
  imageUrls: [],
};
const NATIONS = ["United States", "Germany", "USSR", "Japan", "Italy"];
const PASTE = "piloto01:a\npiloto02:b:c@exemplo.com:d\npiloto03:a:b";

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun({}, {}, warThunderLine)));

async function openWith(text: string) {
  const user = openScreen(keepText("war-thunder"));
  await user.click(screen.getByLabelText("Detalhes das contas"));
  await user.paste(text);
  await user.click(screen.getByRole("button", { name: "Processar Contas" }));
  return user;
}

function openScreen(kept: ReturnType<typeof keepText>) {
  signIn(ANA);
  renderScreen(
    <WarThunderBulk
      activeRun={null}
      lastRun={null}
      defaults={defaults}
      usdEurRate="0.87"
      limits={LIMITS}
      options={{ providers: PROVIDERS, nations: NATIONS }}
    />,
    { [CONFIG_PATH]: CONFIG, "/api/bulk/text-draft?game=war-thunder": kept.draft },
  );
  return userEvent.setup();
}

/** Confirms, and answers the body that was sent. */
async function create(user: ReturnType<typeof userEvent.setup>, label: string) {
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
  expect(cell(3, 0)).toHaveAccessibleDescription(
    "Formato inválido. Use: login:senha ou login:senha:email:senhadoemail",
  );
  expect(screen.queryByRole("button", { name: "Configurar" })).not.toBeInTheDocument();
});

test("without switches every account goes out with the general settings", async () => {
  const user = await openWith(PASTE);
  expect(await create(user, "Criar 2 contas")).toEqual({
    text: PASTE,
    skipLines: [3],
    settings: {
      ...defaults,
      accountLevel: "50",
      totalVehicles: "30",
      premiumPlanes: "5",
      premiumTanks: "3",
      premiumHelicopters: "2",
      premiumShips: "1",
      goldenEagles: "500",
      silverLions: "100000",
      researchPoints: "0",
    },
    overrides: {},
  });
});

test("one account's own title and settings open with Configurar and go with its line", async () => {
  const user = await openWith(PASTE);
  await user.click(screen.getByRole("switch", { name: /Títulos personalizados/ }));
  await user.click(screen.getByRole("switch", { name: /Configurações por conta/ }));
  const [, second] = await screen.findAllByRole("button", { name: "Configurar" });
  await user.click(second as HTMLElement);
  const table = screen.getByRole("grid");
  expect(await within(table).findByLabelText("Título da conta")).toHaveAttribute(
    "placeholder",
    "Conta War Thunder - piloto02",
  );
  expect(within(table).getByLabelText("Golden Eagles")).toHaveAttribute("placeholder", "500");

  await user.type(within(table).getByLabelText("Golden Eagles"), "9");
  await user.type(within(table).getByLabelText("Preço (USD)"), "20");
  await user.click(within(table).getByLabelText("Italy"));
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(within(table).queryByLabelText("Golden Eagles")).not.toBeInTheDocument());

  const body = await create(user, "Criar 2 contas");

  expect(body?.overrides).toEqual({
    "2": { priceUsd: "20.00", goldenEagles: "9", nations: ["United States", "Germany", "USSR", "Italy"] },
  });
  expect(body?.settings).toMatchObject({ customTitles: true });
});

test("a wrong value of one account names its line and nothing is sent", async () => {
  const user = await openWith(PASTE);
  await user.click(screen.getByRole("switch", { name: /Configurações por conta/ }));
  const [first] = await screen.findAllByRole("button", { name: "Configurar" });
  await user.click(first as HTMLElement);
  await user.type(await within(screen.getByRole("grid")).findByLabelText("Navios premium"), "x");
  await user.click(screen.getByRole("button", { name: "Criar 2 contas" }));
  expect(document.getElementById("toasts")).toHaveTextContent("Linha 1: Informe um número inteiro de 0 a 999.999.999");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("the images tab has its own switch, and an account then has images of its own", async () => {
  const user = await openWith(PASTE);
  await user.click(screen.getByRole("tab", { name: "Imagens" }));
  await user.click(screen.getByRole("switch", { name: /Imagens personalizadas/ }));
  await user.click((await screen.findAllByRole("button", { name: "Configurar" }))[0] as HTMLElement);
  await waitFor(() => expect(screen.getAllByLabelText("Adicionar imagens")).toHaveLength(2));
});

test("what accounts had of their own comes back with their text, and with its switches", async () => {
  const own = { piloto01: { title: "Meu piloto", goldenEagles: "9" } };
  const user = openScreen(keepText("war-thunder", PASTE, own));
  expect(screen.getByLabelText("Detalhes das contas")).toHaveValue(PASTE);
  expect(screen.getByRole("switch", { name: /Títulos personalizados/ })).toBeChecked();
  expect(screen.getByRole("switch", { name: /Configurações por conta/ })).toBeChecked();
  await user.click(screen.getByRole("button", { name: "Processar Contas" }));

  const body = await create(user, "Criar 2 contas");

  expect(body.overrides).toEqual({ "1": { title: "Meu piloto", goldenEagles: "9" } });
});
