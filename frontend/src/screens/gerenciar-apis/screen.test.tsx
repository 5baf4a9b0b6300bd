import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Configuration, ConnectionTest } from "@/api/configs";
import { GerenciarApisScreen } from "@/screens/gerenciar-apis/screen";
import { CONFIGURATION, choiceOf } from "@/shared/marketplace/configuration.fixture";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const LZT: Configuration = {
  ...CONFIGURATION,
  service: "lztmarket",
  baseUrl: "https://prod-api.lzt.market",
  enabledEndpoints: ["listings"],
};

const SYSTEM: Configuration = { ...CONFIGURATION, userId: 9, apiKey: "••••1234", isSystemDefault: true };

const CHOICES = {
  gameboost: choiceOf(
    { accounts: "Listar e criar contas", games: "Lista de jogos", statistics: "Estatísticas", payments: "Pagamentos" },
    2,
  ),
  lztmarket: choiceOf({ listings: "Anúncios à venda", categories: "Categorias", messages: "Mensagens" }, 2),
};

beforeEach(() => {
  history.replaceState(null, "", "/gerenciar-apis");
  signIn({ ...ANA, id: 1, role: "admin" });
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(CONFIGURATION)));
});

function show(gameboost: Configuration | null = CONFIGURATION) {
  return renderScreen(<GerenciarApisScreen choices={CHOICES} />, {
    "/api/configs/gameboost?userId=1": gameboost,
    "/api/configs/lztmarket?userId=1": LZT,
  });
}

/** Save as the server does, and remember what was sent. */
function acceptSaving(): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/configs/gameboost/test", () => HttpResponse.json({ success: true, data: {} })),
    http.post("/api/configs/gameboost", async ({ request }) => {
      const body = (await request.json()) as Configuration;
      sent.push(body);
      return HttpResponse.json({ ...CONFIGURATION, ...body, apiKey: "outra-chave-5678", updatedAt: "2026-11-21T10:00Z" });
    }),
  );
  return sent;
}

/** Answer connection tests with `test`, and remember what was tried. */
function answerTests(test: ConnectionTest): unknown[] {
  const tried: unknown[] = [];
  server.use(
    http.post("/api/configs/gameboost/test", async ({ request }) => {
      tried.push(await request.json());
      return HttpResponse.json(test);
    }),
  );
  return tried;
}

const key = () => screen.findByLabelText("Chave da API");
const url = () => screen.getByLabelText("URL base");
const timeout = () => screen.getByLabelText("Timeout (ms)");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toastText = () => document.querySelector(".toast")?.textContent;

async function replace(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

it("opens what signs GameBoost's calls on a press", async () => {
  server.use(http.get("/api/configs/gameboost/webhook", () => HttpResponse.json({ url: "", saved: false })));
  show();
  await userEvent.click(screen.getByRole("button", { name: "Aviso de venda (webhook)" }));
  expect(await screen.findByRole("button", { name: "Guardar segredo" })).toBeInTheDocument();
});

describe("the form", () => {
  it("starts from what is saved, the key masked even for its owner", async () => {
    show();
    expect(await key()).toHaveValue("••••1234");
    expect(await key()).toHaveAttribute("readonly");
    expect(url()).toHaveValue("https://api.gameboost.com/v1");
    expect(timeout()).toHaveValue("5000");
    const offered = screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
    expect(offered).toEqual([
      "accountsListar e criar contas",
      "gamesLista de jogos",
      "statisticsEstatísticas",
      "paymentsPagamentos",
    ]);
    expect(screen.getByRole("checkbox", { name: /^accounts/ })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: /^statistics/ })).not.toBeChecked();
  });

  it("starts from the defaults where nothing is saved", async () => {
    show(null);
    expect(await key()).toHaveValue("");
    expect(await key()).not.toHaveAttribute("readonly");
    expect(url()).toHaveValue("https://api.gameboost.com/v1");
    expect(timeout()).toHaveValue("5000");
    const enabled = screen.getAllByRole("checkbox", { checked: true });
    expect(enabled).toHaveLength(2);
    expect(screen.getByText(/^Nenhuma API configurada/)).toBeInTheDocument();
  });

  it("has a tab for each marketplace, kept in the address", async () => {
    show();
    await userEvent.click(screen.getByRole("tab", { name: "LZT Market" }));
    expect(url()).toHaveValue("https://prod-api.lzt.market");
    expect(screen.getByRole("checkbox", { name: /^listings/ })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: /^categories/ })).not.toBeChecked();
    expect(location.search).toBe("?api=lztmarket");
  });

  it("offers another try when a configuration cannot be read", async () => {
    server.use(http.get("/api/configs/gameboost", () => HttpResponse.json({ message: "x" }, { status: 403 })));
    renderScreen(<GerenciarApisScreen choices={CHOICES} />);
    expect(await screen.findByText("Failed to load API configuration")).toBeInTheDocument();
    server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(CONFIGURATION)));
    await press("Tentar novamente");
    expect(await key()).toHaveValue("••••1234");
  });
});

describe("saving", () => {
  it("keeps the stored key, and what other screens enabled", async () => {
    const sent = acceptSaving();
    show();
    await key();
    await userEvent.click(screen.getByRole("checkbox", { name: /^payments/ }));
    await replace(timeout(), "8000");
    await press("Salvar Configuração");
    await waitFor(() => expect(toastText()).toBe("SucessoConfiguração da API GameBoost salva com sucesso"));
    expect(sent).toEqual([
      {
        userId: 1,
        service: "gameboost",
        apiKey: "••••",
        baseUrl: "https://api.gameboost.com/v1",
        timeout: 8000,
        enabledEndpoints: ["accounts", "games", "payments", "accounts/{id}/delete"],
      },
    ]);
  });

  it("keeps what another screen enabled since this one was opened", async () => {
    const sent = acceptSaving();
    show();
    await key();
    const enabledEndpoints = [...CONFIGURATION.enabledEndpoints, "accounts/status/bulk"];
    server.use(http.get("/api/configs/gameboost", () => HttpResponse.json({ ...CONFIGURATION, enabledEndpoints })));
    await replace(timeout(), "8000");
    await press("Salvar Configuração");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([
      { enabledEndpoints: ["accounts", "games", "accounts/{id}/delete", "accounts/status/bulk"] },
    ]);
  });

  it("sends another key once it was typed, and masks that one then", async () => {
    const sent = acceptSaving();
    show();
    await key();
    await press("Trocar");
    expect(await key()).toHaveFocus();
    await userEvent.type(await key(), "outra-chave-5678");
    await press("Salvar Configuração");
    await waitFor(() => expect(screen.getByLabelText("Chave da API")).toHaveValue("••••5678"));
    expect(sent).toEqual([expect.objectContaining({ apiKey: "outra-chave-5678" })]);
  });

  it("forgets a key that was typed when the stored one is to stay", async () => {
    const sent = acceptSaving();
    show();
    await key();
    await press("Trocar");
    await userEvent.type(await key(), "engano");
    await press("Manter a atual");
    await press("Salvar Configuração");
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ apiKey: "••••" })]));
  });

  it("refuses an invalid form before anything is sent", async () => {
    const sent = acceptSaving();
    show(null);
    await key();
    await replace(url(), "gameboost");
    await replace(timeout(), "999");
    for (const box of screen.getAllByRole("checkbox", { checked: true })) await userEvent.click(box);
    await press("Salvar Configuração");
    for (const text of [
      "A chave de API é obrigatória",
      "Informe uma URL válida",
      "O tempo limite deve ser pelo menos 1000ms",
      "Selecione ao menos um endpoint",
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(sent).toEqual([]);
  });

  it("says that it failed, and beside the field why", async () => {
    answerTests({ success: true, data: {} });
    server.use(
      http.post("/api/configs/gameboost", () =>
        HttpResponse.json(
          { message: "Informe uma URL válida", errors: { baseUrl: ["Informe uma URL válida"] }, code: "invalid" },
          { status: 400 },
        ),
      ),
    );
    show();
    await key();
    await press("Salvar Configuração");
    expect(await screen.findByText("Informe uma URL válida")).toBeInTheDocument();
    expect(url()).toHaveAttribute("aria-invalid", "true");
    expect(toastText()).toBe("ErroFalha ao salvar configuração da API GameBoost");
  });
});

const REFUSED: ConnectionTest = { success: false, error: "Missing, invalid, or expired API key", status: 401 };
const GONE: ConnectionTest = { success: false, error: "O GameBoost desativou a versão 1 da API.", status: 410 };

describe("saving a key whose test failed", () => {
  const question = () => screen.findByRole("alertdialog", { name: "Este teste falhou. Salvar mesmo assim?" });

  it("asks first, and saves on 'Salvar mesmo assim'", async () => {
    const sent = acceptSaving();
    answerTests(REFUSED);
    show();
    await key();
    await press("Salvar Configuração");
    expect(await question()).toHaveTextContent("Missing, invalid, or expired API key");
    expect(sent).toEqual([]);
    await press("Salvar mesmo assim");
    await waitFor(() => expect(toastText()).toBe("SucessoConfiguração da API GameBoost salva com sucesso"));
    expect(sent).toHaveLength(1);
  });

  it("saves nothing on 'Voltar', and keeps what was typed", async () => {
    const sent = acceptSaving();
    answerTests(REFUSED);
    show();
    await key();
    await replace(timeout(), "8000");
    await press("Salvar Configuração");
    await question();
    await press("Voltar");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(timeout()).toHaveValue("8000");
    expect(sent).toEqual([]);
  });

  it("asks as well when the test could not be made", async () => {
    const sent = acceptSaving();
    server.use(http.post("/api/configs/gameboost/test", () => HttpResponse.json({ message: "x" }, { status: 429 })));
    show();
    await key();
    await press("Salvar Configuração");
    expect(await question()).toHaveTextContent("Muitas tentativas. Aguarde um momento e tente novamente.");
    expect(sent).toEqual([]);
  });

  it("does not ask about values that were just seen to work", async () => {
    const sent = acceptSaving();
    const tried = answerTests({ success: true, data: {} });
    show();
    await key();
    await press("Testar Conexão");
    await screen.findByText(/GameBoost respondeu/);
    await press("Salvar Configuração");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(tried).toHaveLength(1);
  });
});

describe("a version 1 that is gone", () => {
  /** Version 1 answers 410 and version 2 works. */
  function answerByVersion(): string[] {
    const tried: string[] = [];
    server.use(
      http.post("/api/configs/gameboost/test", async ({ request }) => {
        const { baseUrl } = (await request.json()) as Configuration;
        tried.push(baseUrl);
        return HttpResponse.json(baseUrl.endsWith("/v2") ? { success: true, data: {} } : GONE);
      }),
    );
    return tried;
  }

  it("is told on saving, and version 2 is one press away", async () => {
    const sent = acceptSaving();
    const tried = answerByVersion();
    show();
    await key();
    await press("Salvar Configuração");
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("O GameBoost desativou a versão 1 da API.");
    await press("Usar a versão 2");
    await waitFor(() => expect(url()).toHaveValue("https://api.gameboost.com/v2"));
    expect(tried).toEqual(["https://api.gameboost.com/v1", "https://api.gameboost.com/v2"]);
    expect(sent).toEqual([expect.objectContaining({ apiKey: "••••", baseUrl: "https://api.gameboost.com/v2" })]);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("is told on a test, and version 2 is one press away", async () => {
    const sent = acceptSaving();
    answerByVersion();
    show();
    await key();
    await press("Testar Conexão");
    await userEvent.click(await screen.findByRole("button", { name: "Usar a versão 2" }));
    await waitFor(() => expect(url()).toHaveValue("https://api.gameboost.com/v2"));
    expect(sent).toHaveLength(1);
  });

  it("of the system's key is moved where that key was saved", async () => {
    const moved: unknown[] = [];
    answerByVersion();
    server.use(
      http.post("/api/configs/gameboost/use-v2", async ({ request }) => {
        moved.push(await request.json());
        return HttpResponse.json({ ...CONFIGURATION, baseUrl: "https://api.gameboost.com/v2" });
      }),
      http.get("/api/configs/gameboost", () =>
        HttpResponse.json(moved.length > 0 ? { ...SYSTEM, baseUrl: "https://api.gameboost.com/v2" } : SYSTEM),
      ),
    );
    signIn({ ...ANA, id: 9, role: "admin" });
    renderScreen(<GerenciarApisScreen choices={CHOICES} />, { "/api/configs/gameboost?userId=9": SYSTEM });
    await key();
    await press("Testar Conexão");
    await userEvent.click(await screen.findByRole("button", { name: "Usar a versão 2" }));
    await waitFor(() => expect(toastText()).toBe("SucessoA chave usa a versão 2 da API do GameBoost."));
    expect(moved).toEqual([{ userId: 1 }]);
    await waitFor(() => expect(url()).toHaveValue("https://api.gameboost.com/v2"));
  });

  it("stays, and says why, while an outcome is open", async () => {
    const text = "Esta chave tem 1 conta enviada sem resultado confirmado.";
    answerByVersion();
    server.use(http.post("/api/configs/gameboost", () => HttpResponse.json({ message: text }, { status: 409 })));
    show();
    await key();
    await press("Salvar Configuração");
    await userEvent.click(await screen.findByRole("button", { name: "Usar a versão 2" }));
    await waitFor(() => expect(toastText()).toBe(`Erro${text}`));
    expect(url()).toHaveValue("https://api.gameboost.com/v1");
  });
});

it("opens the refused key for another one, and closes it once saved", async () => {
  const sent = acceptSaving();
  renderScreen(<GerenciarApisScreen choices={CHOICES} refused={["gameboost"]} />, {
    "/api/configs/gameboost?userId=1": CONFIGURATION,
  });
  expect(await key()).toHaveFocus();
  expect(await key()).toHaveAccessibleDescription("O marketplace recusa a atual (••••1234). Deixe vazio para mantê-la.");
  await userEvent.type(await key(), "outra-chave-5678");
  await press("Salvar Configuração");
  await waitFor(() => expect(screen.getByLabelText("Chave da API")).toHaveValue("••••5678"));
  expect(sent).toEqual([expect.objectContaining({ apiKey: "outra-chave-5678" })]);
});

it("opens the tab of the marketplace that refuses the key", async () => {
  renderScreen(<GerenciarApisScreen choices={CHOICES} refused={["lztmarket"]} />, {
    "/api/configs/lztmarket?userId=1": LZT,
  });
  expect(await key()).toHaveFocus();
  expect(url()).toHaveValue("https://prod-api.lzt.market");
});

it("shows the configurations of the person that an admin mends", async () => {
  const sent = acceptSaving();
  const theirs = { ...CONFIGURATION, userId: 7, apiKey: "••••4321" };
  renderScreen(<GerenciarApisScreen choices={CHOICES} person={{ id: 7, fullName: "Ana Souza" }} />, {
    "/api/configs/gameboost?userId=7": theirs,
  });
  expect(await screen.findByText("API GameBoost de Ana Souza")).toBeInTheDocument();
  expect(await key()).toHaveValue("••••4321");
  await press("Salvar Configuração");
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ userId: 7 })]));
});

describe("the connection test", () => {
  it("is made with what was typed, and tells what was answered until something changes", async () => {
    const tried = answerTests({ success: true, data: { accounts: 1234 } });
    show();
    await key();
    await replace(url(), "https://api.gameboost.com/v2");
    await press("Testar Conexão");
    expect(await screen.findByText("GameBoost respondeu: 1.234 contas nesta chave.")).toBeInTheDocument();
    expect(toastText()).toBe("SucessoAPI connection successful");
    expect(tried).toEqual([{ userId: 1, apiKey: "", baseUrl: "https://api.gameboost.com/v2", timeout: 5000 }]);
    await replace(timeout(), "6000");
    expect(screen.queryByText(/GameBoost respondeu/)).not.toBeInTheDocument();
  });

  it("tells with the save how many paused runs go on by it", async () => {
    acceptSaving();
    answerTests({ success: true, data: {}, resumedRuns: 2 });
    server.use(http.post("/api/configs/gameboost", () => HttpResponse.json({ ...CONFIGURATION, resumedRuns: 1 })));
    show();
    await key();
    await press("Testar Conexão");
    await waitFor(() => expect(toastText()).toBe("SucessoAPI connection successful. 2 execuções continuam."));
    await replace(timeout(), "8000");
    await press("Salvar Configuração");
    const saved = "SucessoConfiguração da API GameBoost salva com sucesso. 3 execuções continuam.";
    await waitFor(() => expect(toastText()).toBe(saved));
  });

  it("names the account behind the key", async () => {
    server.use(
      http.post("/api/configs/lztmarket/test", () =>
        HttpResponse.json({ success: true, data: { userId: 7001, username: "vendedor" } }),
      ),
    );
    show();
    await userEvent.click(screen.getByRole("tab", { name: "LZT Market" }));
    await press("Testar Conexão");
    expect(await screen.findByText("LZT Market respondeu: a chave é de vendedor.")).toBeInTheDocument();
  });

  it("tells the marketplace's own reason", async () => {
    answerTests({ success: false, error: "Missing, invalid, or expired API key", status: 401 });
    show();
    await key();
    await press("Testar Conexão");
    expect(await screen.findByRole("note")).toHaveTextContent(
      "Chave ausente, inválida ou expirada.Missing, invalid, or expired API keyHTTP 401",
    );
    expect(toastText()).toBe("Connection FailedMissing, invalid, or expired API key");
  });

  it("tells why there was no answer at all", async () => {
    answerTests({ success: false, error: "Failed to connect to GameBoost API", status: null, detail: "Tempo esgotado." });
    show();
    await key();
    await press("Testar Conexão");
    expect(await screen.findByRole("note")).toHaveTextContent("Failed to connect to GameBoost APITempo esgotado.");
  });

  it("says when it could not be made", async () => {
    server.use(http.post("/api/configs/gameboost/test", () => HttpResponse.json({ message: "x" }, { status: 429 })));
    show();
    await key();
    await press("Testar Conexão");
    await waitFor(() => expect(toastText()).toBe("ErroMuitas tentativas. Aguarde um momento e tente novamente."));
  });
});
