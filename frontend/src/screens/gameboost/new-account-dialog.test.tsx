import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { account, serveProxy, VALORANT } from "@/screens/gameboost/gameboost.fixture";
import NewAccountDialog from "@/screens/gameboost/new-account-dialog";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  signIn({ ...ANA, id: 1, role: "admin" });
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1600, height: 1200, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as unknown as ImageBitmapRenderingContext);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["jpeg"])));
  server.use(
    http.get("/api/marketplace/templates", () => HttpResponse.json([VALORANT])),
    http.post("/api/upload/images", () =>
      HttpResponse.json({ success: true, files: [{ url: "https://app.example/a.jpg" }], count: 1, message: "" }),
    ),
  );
});

async function open() {
  renderScreen(<NewAccountDialog open onClose={onClose} />);
  return screen.findByRole("dialog", { name: "Nova Conta" });
}

/** At once: key by key takes long in a form of this size. */
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = (label: string, option: string) => userEvent.selectOptions(screen.getByLabelText(label), option);
const submit = () => userEvent.click(screen.getByRole("button", { name: "Criar Conta" }));
const toastText = () => document.querySelector(".toast")?.textContent;

/** What every account needs, for a game without fields of its own. */
async function fillIn(game = "Counter-Strike 2") {
  await choose("Jogo", game);
  type("Título", "Conta com faca rara");
  type("Preço (EUR)", "19,9");
  type("Descrição", "Conta com acesso completo.");
  type("Login", "jogador1");
  type("Senha", "Exemplo#123");
}

describe("what is sent", () => {
  it("is the account as it was typed, with what its game adds", async () => {
    const calls = serveProxy("accounts", () => ({ status: 201, body: { data: { id: "100001" } } }));
    await open();
    await fillIn("Valorant");
    type("E-mail da conta", "conta@example.com");
    await userEvent.click(screen.getByLabelText("Tem verificação em duas etapas"));
    await screen.findByLabelText("Servidor");
    await choose("Servidor", "Brazil");
    type("Nível", "84");
    await choose("Divisão atual", "2");
    type("Valorant Points", "425");
    await userEvent.click(screen.getByLabelText("Pronta para ranqueada"));
    await userEvent.click(screen.getByLabelText("PC"));
    await userEvent.click(screen.getByLabelText("XBOX"));
    type("Agentes", "Sova\nJett");
    await choose("Como foi evoluída", "Por bot");
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toastText()).toBe("SucessoConta criada com sucesso");
    expect(calls).toEqual([
      {
        userId: 1,
        method: "POST",
        data: {
          game: "valorant",
          title: "Conta com faca rara",
          description: "Conta com acesso completo.",
          price: "19.90",
          login: "jogador1",
          password: "Exemplo#123",
          email_login: "conta@example.com",
          has_2fa: true,
          server: "Brazil",
          level_up_method: "by_bot",
          delivery_time: { duration: 0, unit: "minutes" },
          image_urls: [],
          account_data: {
            level: "84",
            current_division: "2",
            valorant_points: 425,
            is_ranked_ready: true,
            platforms: ["PC", "XBOX"],
          },
          game_items: { agents: ["Sova", "Jett"] },
        },
      },
    ]);
  });

  it("marks what is required, the game's own fields included", async () => {
    await open();
    await fillIn("Valorant");
    for (const name of ["Servidor", "Nível"]) {
      const field = await screen.findByLabelText(name);
      expect(field).toBeRequired();
      expect(document.querySelector(`label[for="${field.id}"]`)).toHaveAttribute("data-required", "true");
    }
    expect(screen.getByLabelText("Slug")).not.toBeRequired();
    await submit();
    expect(screen.getByLabelText("Servidor")).toHaveAccessibleDescription("Servidor é obrigatório para este jogo.");
    expect(screen.getByLabelText("Servidor")).toHaveFocus();
  });

  it("has the pictures that were chosen, not placeholders", async () => {
    const calls = serveProxy("accounts", () => ({ status: 201, body: { data: { id: "1" } } }));
    await open();
    await fillIn();
    const picture = new File(["png"], "foto.png", { type: "image/png" });
    await userEvent.upload(screen.getByLabelText("Adicionar imagens"), picture);
    await screen.findByAltText("Imagem 1");
    await submit();
    await waitFor(() => expect(calls[0]?.data?.image_urls).toEqual(["https://app.example/a.jpg"]));
  });

  it("says nothing of what was left empty", async () => {
    const calls = serveProxy("accounts", () => ({ status: 201, body: { data: { id: "1" } } }));
    await open();
    await fillIn();
    expect(await screen.findByText("O GameBoost não descreve campos próprios para este jogo.")).toBeInTheDocument();
    await submit();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(Object.keys(calls[0]?.data ?? {}).sort()).toEqual([
      "account_data",
      "delivery_time",
      "description",
      "game",
      "game_items",
      "has_2fa",
      "image_urls",
      "level_up_method",
      "login",
      "password",
      "price",
      "title",
    ]);
    expect(calls[0]?.data).toMatchObject({ account_data: {}, game_items: {}, image_urls: [], has_2fa: false });
  });
});

describe("what is refused before it is sent", () => {
  it("is named beside its field, and the first comes into focus", async () => {
    const calls = serveProxy("accounts", () => ({}));
    await open();
    type("E-mail da conta", "sem arroba");
    await submit();
    for (const text of [
      "Jogo é obrigatório",
      "Título deve ter pelo menos 3 caracteres",
      "Preço deve ser um valor positivo",
      "Login é obrigatório",
      "Senha é obrigatória",
      "E-mail inválido",
      "Descrição deve ter pelo menos 10 caracteres",
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByLabelText("Jogo")).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it("is also what the game's own template asks", async () => {
    const calls = serveProxy("accounts", () => ({}));
    await open();
    await fillIn("Valorant");
    await screen.findByLabelText("Servidor");
    type("Valorant Points", "muitos");
    await submit();
    expect(screen.getByText("Servidor é obrigatório para este jogo.")).toBeInTheDocument();
    expect(screen.getByText("Campo obrigatório para este jogo.")).toBeInTheDocument();
    expect(screen.getByText("Informe um número inteiro")).toBeInTheDocument();
    expect(calls).toEqual([]);
  });
});

describe("a refusal", () => {
  it("that names fields lists them, 'field: messages' per line, and beside them", async () => {
    const errors = {
      image_urls: ["Adicione ao menos uma imagem"],
      login: ["already listed with this login", "too short"],
    };
    serveProxy("accounts", () => ({ status: 422, body: { message: "x", errors } }));
    await open();
    await fillIn();
    await submit();
    await waitFor(() =>
      expect(toastText()).toBe(
        "Erro de validaçãoimage_urls: Adicione ao menos uma imagem\nlogin: already listed with this login, too short",
      ),
    );
    expect(await screen.findByText("Adicione ao menos uma imagem")).toBeInTheDocument();
    expect(screen.getByText("already listed with this login")).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Título")).toHaveValue("Conta com faca rara");
  });

  it("without fields is told in the server's words", async () => {
    serveProxy("accounts", () => ({ status: 403, body: { message: "Este endpoint não está habilitado." } }));
    await open();
    await fillIn();
    await submit();
    await waitFor(() => expect(toastText()).toBe("ErroFalha ao criar conta: Este endpoint não está habilitado."));
    expect(screen.getByRole("button", { name: "Criar Conta" })).toBeEnabled();
  });
});

describe("an answer that did not come", () => {
  function lose() {
    serveProxy("accounts", () => ({
      status: 502,
      body: { message: "Tempo limite esgotado.", code: "marketplace_unavailable" },
    }));
  }

  it("is not followed by another try until the login was looked up", async () => {
    lose();
    serveProxy("accounts/by-login/jogador1", () => ({ status: 404, body: { code: "marketplace_not_found" } }));
    await open();
    await fillIn();
    await submit();
    const doubt = await screen.findByText("Não se sabe se a conta foi criada: a resposta não chegou.");
    expect(toastText()).toBe("ErroFalha ao criar conta: Tempo limite esgotado.");
    expect(screen.getByRole("button", { name: "Criar Conta" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Verificar pelo login" }));
    await waitFor(() => expect(doubt).not.toBeInTheDocument());
    expect(toastText()).toBe("AvisoNão existe conta com o login jogador1. Você pode tentar de novo.");
    expect(screen.getByRole("button", { name: "Criar Conta" })).toBeEnabled();
  });

  it("turns into success when the account is there", async () => {
    lose();
    serveProxy("accounts/by-login/jogador1", () => ({ data: account(9) }));
    await open();
    await fillIn();
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Verificar pelo login" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toastText()).toBe("SucessoConta criada com sucesso");
  });
});

it("says that the game's fields could not be loaded, and tries again", async () => {
  server.use(http.get("/api/marketplace/templates", () => HttpResponse.json({ message: "x" }, { status: 403 })));
  const dialog = await open();
  await choose("Jogo", "Valorant");
  expect(await within(dialog).findByText("Não foi possível carregar os campos deste jogo.")).toBeInTheDocument();
  server.use(http.get("/api/marketplace/templates", () => HttpResponse.json([VALORANT])));
  await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(await screen.findByLabelText("Servidor")).toBeInTheDocument();
});
