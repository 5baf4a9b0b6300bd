import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as navigate from "@/lib/navigate";
import { OtherCreator } from "@/screens/criar/screen";
import { CONFIG, confirmRun, dryRun, keepDrafts, PAY, paste, seedsOf } from "@/shared/creation/fixtures";
import { type GameTemplate, keyOf } from "@/shared/creation/game";
import { MINECRAFT } from "@/shared/creation/golden.fixture";
import { ANA, renderScreen, signIn, toastText } from "../../../test/render";
import { server } from "../../../test/server";

const TEMPLATE: GameTemplate = { version: 1, known: true, notice: "", pinned: false, changes: [], changedAt: null };
const GAME = { ...MINECRAFT, template: TEMPLATE };
const CHANGES = ["O campo skyblock_coins passou a ser obrigatório.", "O campo with_cape deixou de existir."];
const PATH = "/api/bulk/games/minecraft";
const refused = (code: string, status: number, more = {}) =>
  HttpResponse.json({ message: "Recusado.", code, errors: {}, ...more }, { status });

let leave: MockInstance<typeof navigate.leaveFor>;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined; // jsdom has no layout
  leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
});

function open(game: typeof GAME | null = GAME, role: "admin" | "employee" = "employee"): UserEvent {
  history.replaceState(null, "", "/criar/minecraft");
  signIn({ ...ANA, role });
  document.body.insertAdjacentHTML("beforeend", '<div id="page-actions"></div>');
  const page = { slug: "minecraft", game, pay: PAY, usdEurRate: "0.8700", activeRun: null, lastRun: null };
  renderScreen(<OtherCreator {...page} />, seedsOf(keepDrafts("minecraft"), CONFIG));
  return userEvent.setup();
}

describe("a game that nobody has opened", () => {
  it("is asked of the marketplace at once and then shown", async () => {
    server.use(http.post(PATH, () => HttpResponse.json({ game: GAME })));
    open(null);
    expect(screen.getByText("Buscando os campos do jogo no GameBoost…")).toBeInTheDocument();
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/criar/minecraft"));
  });

  it("without a key leads to where one is saved", async () => {
    server.use(http.post(PATH, () => refused("configuration_missing", 400)));
    open(null);
    expect(await screen.findByRole("link", { name: "Configurar a chave" })).toHaveAttribute("href", "/profile?tab=api");
  });

  it("that the marketplace does not have leads back to the choice", async () => {
    server.use(http.post(PATH, () => refused("not_found", 404)));
    open(null);
    expect(await screen.findByText("O GameBoost não tem este jogo")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Escolher o jogo" })).toHaveAttribute("href", "/game-selection");
  });

  it("can be asked for again after a failure", async () => {
    server.use(http.post(PATH, () => refused("marketplace_refused", 422)));
    const user = open(null);
    const again = await screen.findByRole("button", { name: "Tentar novamente" });
    server.use(http.post(PATH, () => HttpResponse.json({ game: GAME })));
    await user.click(again);
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/criar/minecraft"));
  });
});

describe("the creator of another game", () => {
  it("sends its fields with the version of the template", async () => {
    const bodies: unknown[] = [];
    server.use(
      dryRun({}, {}, "war-thunder"),
      http.post(`${PATH}/create`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
      }),
      http.get("/api/bulk/runs/31", () => refused("not_found", 404)),
    );
    const user = open();
    await paste(user, "ana001:Senha#1");
    await user.click(screen.getByRole("button", { name: "Anúncio" }));
    const drawer = await screen.findByRole("complementary", { name: "Anúncio" });
    await user.type(within(drawer).getByLabelText(/^Preço/), "12,50");
    await user.click(within(drawer).getByRole("tab", { name: "Dados do jogo" }));
    expect(within(drawer).getByLabelText("With cape")).toHaveDisplayValue("Não informado");
    await user.type(within(drawer).getByLabelText("Hypixel level"), "40");
    await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
    await confirmRun(user);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({
      templateVersion: 1,
      accounts: [{ text: "ana001:Senha#1" }],
      settings: { price: "12.50", accountData: { hypixel_level: 40 } },
    });
  });

  it("marks what the marketplace asks of every account", async () => {
    const fields = GAME.fields.map((field) => (field.name === "hypixel_rank" ? { ...field, required: true } : field));
    const user = open({ ...GAME, fields });
    await user.click(screen.getByRole("button", { name: "Dados do jogo" }));

    expect(await screen.findByLabelText("Hypixel rank")).toBeRequired();
    expect(screen.getByLabelText("Hypixel level")).not.toBeRequired();
  });

  it("says for a week what the marketplace changed", () => {
    const template = { ...TEMPLATE, changes: CHANGES };
    open({ ...GAME, template: { ...template, changedAt: new Date().toISOString() } });
    expect(screen.getByText(/O modelo deste jogo mudou no marketplace em/)).toBeInTheDocument();
    expect(screen.getByText("O campo with_cape deixou de existir.")).toBeInTheDocument();
  });

  it("does not warn of what changed long ago", () => {
    open({ ...GAME, template: { ...TEMPLATE, changes: CHANGES, changedAt: "2020-01-01T10:00:00-03:00" } });
    expect(screen.queryByText(/O modelo deste jogo mudou/)).toBeNull();
  });
});

describe("a template that changed meanwhile", () => {
  const renewed = {
    ...GAME,
    fields: GAME.fields.filter((field) => keyOf(field) !== "account_data.with_cape"),
    template: { ...TEMPLATE, version: 2 },
  };

  /** A server that by now has another template than the form. */
  function change() {
    const stale = () => refused("template_changed", 409, { message: "O modelo mudou.", changes: CHANGES });
    const versions: unknown[] = [];
    server.use(
      http.post("/api/bulk/preview", async ({ request }) => {
        const { templateVersion } = (await request.clone().json()) as { templateVersion: number };
        versions.push(templateVersion);
        if (templateVersion !== 2) return stale();
      }),
      http.post(`${PATH}/create`, stale),
      http.post(PATH, () => HttpResponse.json({ game: renewed })),
    );
    return versions;
  }

  async function fill(user: UserEvent) {
    await paste(user, "ana001:Senha#1");
    await user.click(screen.getByRole("button", { name: "Anúncio" }));
    await user.type(within(await screen.findByRole("complementary")).getByLabelText(/^Preço/), "12,50");
  }

  it("is told with what changed, and one press goes on with what was typed", async () => {
    server.use(dryRun({}, {}, "war-thunder"));
    const versions = change();
    const user = open();
    await fill(user);

    const goOn = await screen.findByRole("button", { name: "Continuar com o novo formulário" });
    for (const text of CHANGES) expect(screen.getByText(text)).toBeInTheDocument();
    await user.click(goOn);

    await waitFor(() => expect(versions.at(-1)).toBe(2));
    await waitFor(() => expect(screen.queryByText(CHANGES[0] ?? "")).toBeNull());
    const drawer = screen.getByRole("complementary", { name: "Anúncio" });
    expect(within(drawer).getByLabelText(/^Preço/)).toHaveValue("12,50");
    await user.click(within(drawer).getByRole("tab", { name: "Dados do jogo" }));
    expect(within(drawer).queryByLabelText("With cape")).toBeNull();
    expect(await screen.findByRole("button", { name: "Criar 1 conta" })).toBeEnabled();
  });

  it("found only when the run starts, closes the question and says what changed", async () => {
    server.use(dryRun({}, {}, "war-thunder"));
    const user = open();
    await fill(user);
    await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
    await screen.findByText("Tudo conferido pelo servidor.");
    change();
    await confirmRun(user);

    expect(await screen.findByRole("button", { name: "Continuar com o novo formulário" })).toBeInTheDocument();
    expect(screen.getByText(CHANGES[0] ?? "")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});

describe("what admins decide of a game", () => {
  it("nobody else is offered to", () => {
    open();
    expect(screen.queryByRole("button", { name: "Ajustar jogo" })).toBeNull();
  });

  it("a field is called otherwise for everybody, and its form says so at once", async () => {
    const sent: unknown[] = [];
    const label = "Nível no Hypixel";
    const fields = GAME.fields.map((field) => (field.name === "hypixel_level" ? { ...field, label } : field));
    server.use(
      http.patch(PATH, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ game: { ...GAME, fields } });
      }),
    );
    const user = open(GAME, "admin");
    await user.click(screen.getByRole("button", { name: "Ajustar jogo" }));
    const field = await screen.findByLabelText("hypixel_level");
    expect(field).toHaveValue("Hypixel level");
    await user.clear(field);
    await user.type(field, label);
    await user.click(screen.getByRole("button", { name: "Salvar" }));

    await waitFor(() => expect(sent).toEqual([{ labels: { hypixel_level: label } }]));
    await waitFor(() => expect(toastText()).toContain("Nomes salvos para toda a equipe."));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Dados do jogo" }));
    expect(await screen.findByLabelText(label)).toBeInTheDocument();
    expect(leave).not.toHaveBeenCalled();
  });

  it("a pinned game is in the menu of the page that comes next", async () => {
    const sent: unknown[] = [];
    server.use(
      http.patch(PATH, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ game: { ...GAME, template: { ...TEMPLATE, pinned: true } } });
      }),
    );
    const user = open(GAME, "admin");
    await user.click(screen.getByRole("button", { name: "Ajustar jogo" }));
    await user.click(await screen.findByRole("switch", { name: "Fixar no menu" }));
    await user.click(screen.getByRole("button", { name: "Salvar" }));

    await waitFor(() => expect(leave).toHaveBeenCalledWith("/criar/minecraft"));
    expect(sent).toEqual([{ pinned: true }]);
    expect(sessionStorage.getItem("toast")).toContain("Jogo fixado no menu da equipe.");
  });
});
