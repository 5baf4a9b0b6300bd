import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import ApiTab from "@/screens/profile/api-tab";
import { OWN_API, openProfile, PATHS, SYSTEM_API } from "@/screens/profile/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

/** What was sent to POST /api/configs/gameboost and its two neighbours, in order. */
let sent: unknown[];

beforeEach(() => {
  sent = [];
  const keep = async (request: Request) => sent.push(await request.json());
  server.use(
    http.post("/api/configs/gameboost", async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...OWN_API, updatedAt: "2026-11-20T12:00:00-03:00" });
    }),
    http.post("/api/configs/gameboost/reset", async ({ request }) => {
      await keep(request);
      return HttpResponse.json(SYSTEM_API);
    }),
    http.post("/api/configs/gameboost/test", async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ success: true, data: {} });
    }),
  );
});

const key = () => screen.getByLabelText<HTMLInputElement>("Chave da API");
const url = () => screen.getByLabelText<HTMLInputElement>("URL base");
const timeout = () => screen.getByLabelText<HTMLInputElement>("Timeout (ms)");
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const openSystemDefault = () => openProfile("api", { seeds: { [PATHS.api]: SYSTEM_API } });

async function retype(field: HTMLInputElement, text: string) {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

describe("what is shown", () => {
  it("one's own key as dots, readable on request, editable only in edit mode", async () => {
    await openProfile("api");
    expect(await screen.findByText("Última atualização: 17/11/2026 16:20")).toBeInTheDocument();
    expect(key()).toHaveAttribute("type", "password");
    await press("Mostrar chave");
    expect(key()).toHaveAttribute("type", "text");
    expect(key()).toHaveValue("chave-secreta-9876");
    expect(key()).toHaveAttribute("readonly");
    expect([url().value, timeout().value]).toEqual(["https://api.gameboost.com/v1", "8000"]);
    await press("Ocultar chave");
    expect(key()).toHaveAttribute("type", "password");
  });

  it("'a note that the system default API is in use', whose key is never told", async () => {
    await openSystemDefault();
    expect(await screen.findByText(/^A API padrão do sistema está em uso/)).toBeInTheDocument();
    await press("Mostrar chave");
    expect(key()).toHaveValue("••••1234");
    expect(screen.queryByText(/Última atualização/)).toBeNull();
  });

  it("user 1 is told that their API is everybody's default", async () => {
    signIn({ ...ANA, id: 1 });
    renderScreen(<ApiTab userId={1} />, { "/api/configs/gameboost?userId=1": { ...OWN_API, userId: 1 } });
    expect(await screen.findByText(/Esta é a API padrão do sistema/)).toBeInTheDocument();
    await press("Redefinir para Padrão");
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("nada muda nela");
  });

  it("no configuration at all is a warning and an empty form", async () => {
    await openProfile("api", { seeds: { [PATHS.api]: null } });
    expect(await screen.findByText(/^Nenhuma API configurada/)).toBeInTheDocument();
    expect([key().value, url().value, timeout().value]).toEqual(["", "https://api.gameboost.com/v1", "5000"]);
    expect(screen.getByRole("button", { name: "Testar Conexão" })).toBeDisabled();
  });

  it("'Não foi possível carregar suas configurações de API.'", async () => {
    server.use(http.get("/api/configs/gameboost", () => HttpResponse.json({}, { status: 403 })));
    await openProfile("api", { seeds: { [PATHS.api]: undefined } });
    expect(await screen.findByText("Não foi possível carregar suas configurações de API.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Tentar novamente" })).toBeInTheDocument();
  });
});

describe("'Alterar' and 'Salvar'", () => {
  it("sends what was typed, and leaves what is enabled to the server", async () => {
    await openProfile("api");
    await press("Alterar");
    expect(key()).toHaveFocus();
    await retype(key(), "outra-chave-0001");
    await retype(timeout(), "9000");
    await press("Salvar");
    expect(await screen.findByText("Configuração da API GameBoost salva com sucesso")).toBeInTheDocument();
    expect(sent).toEqual([
      { userId: 7, apiKey: "outra-chave-0001", baseUrl: "https://api.gameboost.com/v1", timeout: 9000 },
      {
        userId: 7,
        service: "gameboost",
        apiKey: "outra-chave-0001",
        baseUrl: "https://api.gameboost.com/v1",
        timeout: 9000,
      },
    ]);
    expect(screen.getByText("Última atualização: 20/11/2026 12:00")).toBeInTheDocument();
  });

  it("'saving a masked value back keeps the stored key'", async () => {
    await openSystemDefault();
    await press("Alterar");
    expect(key()).toHaveAccessibleDescription("Deixe vazio para manter a atual.");
    await retype(timeout(), "7000");
    await press("Salvar");
    await waitFor(() => expect(sent).toMatchObject([{}, { apiKey: "••••", timeout: 7000 }]));
  });

  it("'non-numeric falls back to 5000'", async () => {
    await openProfile("api");
    await press("Alterar");
    await retype(timeout(), "abc");
    await userEvent.tab();
    expect(timeout()).toHaveValue("5000");
  });

  it("names what is wrong before anything is sent", async () => {
    await openProfile("api");
    await press("Alterar");
    await retype(url(), "nada");
    await retype(timeout(), "999");
    await press("Salvar");
    expect(url()).toHaveAccessibleDescription("Informe uma URL válida");
    expect(timeout()).toHaveAccessibleDescription("O tempo limite deve ser pelo menos 1000ms");
    await retype(timeout(), "300001");
    await press("Testar Conexão");
    expect(timeout()).toHaveAccessibleDescription("O tempo limite deve ser no máximo 300000ms");
    expect(sent).toEqual([]);
  });

  it("a refusal is told and stands beside its field", async () => {
    const refusal = { message: "Informe uma URL válida", errors: { baseUrl: ["Informe uma URL válida"] } };
    server.use(http.post("/api/configs/gameboost", () => HttpResponse.json(refusal, { status: 400 })));
    await openProfile("api");
    await press("Alterar");
    await retype(url(), "https://intranet.local");
    await press("Salvar");
    expect(await screen.findByText("Não foi possível salvar as configurações da API GameBoost")).toBeInTheDocument();
    expect(url()).toHaveAccessibleDescription("Informe uma URL válida");
  });

  it("'Cancelar' puts back what is saved", async () => {
    await openProfile("api");
    await press("Alterar");
    await retype(url(), "https://outra.example");
    await press("Cancelar");
    expect(url()).toHaveValue("https://api.gameboost.com/v1");
  });
});

describe("a key whose test failed", () => {
  const gone = { success: false, error: "O GameBoost desativou a versão 1 da API.", status: 410 };

  it("is saved on 'Salvar mesmo assim' alone", async () => {
    server.use(
      http.post("/api/configs/gameboost/test", () =>
        HttpResponse.json({ success: false, error: "Unauthenticated.", status: 401 }),
      ),
    );
    await openProfile("api");
    await press("Alterar");
    await press("Salvar");
    const dialog = await screen.findByRole("alertdialog", { name: "Este teste falhou. Salvar mesmo assim?" });
    expect(dialog).toHaveTextContent("Unauthenticated.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Voltar" }));
    expect(await screen.findByRole("button", { name: "Salvar" })).toBeInTheDocument();
    expect(sent).toEqual([]);

    await press("Salvar");
    await userEvent.click(await screen.findByRole("button", { name: "Salvar mesmo assim" }));
    expect(await screen.findByText("Configuração da API GameBoost salva com sucesso")).toBeInTheDocument();
    expect(sent).toHaveLength(1);
    expect(await screen.findByRole("button", { name: "Alterar" })).toBeInTheDocument();
  });

  it("of a version that is gone is one press away from version 2", async () => {
    server.use(
      http.post("/api/configs/gameboost/test", async ({ request }) => {
        const { baseUrl } = (await request.json()) as { baseUrl?: string };
        return HttpResponse.json(baseUrl?.endsWith("/v2") ? { success: true, data: {} } : gone);
      }),
    );
    await openProfile("api");
    await press("Testar Conexão");
    await press("Usar a versão 2");
    expect(await screen.findByText("Configuração da API GameBoost salva com sucesso")).toBeInTheDocument();
    expect(sent).toMatchObject([{ apiKey: "••••", baseUrl: "https://api.gameboost.com/v2" }]);
    expect(screen.queryByRole("button", { name: "Usar a versão 2" })).not.toBeInTheDocument();
  });

  it("offers an employee no version for the system's key", async () => {
    server.use(http.post("/api/configs/gameboost/test", () => HttpResponse.json(gone)));
    await openSystemDefault();
    await press("Testar Conexão");
    expect(await screen.findAllByText("O GameBoost desativou a versão 1 da API.")).not.toHaveLength(0);
    expect(screen.queryByRole("button", { name: "Usar a versão 2" })).not.toBeInTheDocument();
  });
});

describe("'Redefinir para Padrão'", () => {
  it("asks under 'Confirmar Redefinição', then the system default is in use", async () => {
    await openProfile("api");
    await press("Redefinir para Padrão");
    const dialog = await screen.findByRole("alertdialog", { name: "Confirmar Redefinição" });
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Redefinir para Padrão" }));
    expect(await screen.findByText("Configuração redefinida para o padrão do sistema")).toBeInTheDocument();
    expect(sent).toEqual([{ userId: 7 }]);
    expect(await screen.findByText(/^A API padrão do sistema está em uso/)).toBeInTheDocument();
  });

  it("says why it cannot", async () => {
    const text = "Não há configuração padrão do sistema para este serviço.";
    server.use(http.post("/api/configs/gameboost/reset", () => HttpResponse.json({ message: text }, { status: 404 })));
    await openProfile("api");
    await press("Redefinir para Padrão");
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Redefinir para Padrão" }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe("'Testar Conexão'", () => {
  it("tries what is stored, or in edit mode what is typed", async () => {
    await openProfile("api");
    await press("Testar Conexão");
    expect(await screen.findByText("API connection successful")).toBeInTheDocument();
    await press("Alterar");
    await retype(key(), "nova-chave");
    await press("Testar Conexão");
    await waitFor(() =>
      expect(sent).toEqual([
        { userId: 7, apiKey: "", baseUrl: "https://api.gameboost.com/v1", timeout: 8000 },
        { userId: 7, apiKey: "nova-chave", baseUrl: "https://api.gameboost.com/v1", timeout: 8000 },
      ]),
    );
  });

  it.each([
    [500, { message: "x" }, "Failed to test API connection"],
    [400, { message: "Informe uma URL válida" }, "Failed to test API connection"],
    [429, { message: "x" }, "Muitas tentativas. Aguarde um momento e tente novamente."],
  ])("that could not be made: %i", async (status, answer, text) => {
    server.use(http.post("/api/configs/gameboost/test", () => HttpResponse.json(answer, { status })));
    await openProfile("api");
    await press("Testar Conexão");
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it.each([
    [{ error: "Unauthenticated.", status: 401 }, "Unauthenticated."],
    [{ error: "", status: null }, "Could not connect to API"],
    [{ error: "Failed to connect to GameBoost API", status: null, detail: "tempo esgotado" }, "tempo esgotado"],
  ])("'Connection Failed' with why: %j", async (answer, text) => {
    server.use(http.post("/api/configs/gameboost/test", () => HttpResponse.json({ success: false, ...answer })));
    await openProfile("api");
    await press("Testar Conexão");
    expect(await screen.findByText("Connection Failed")).toBeInTheDocument();
    expect(screen.getByRole("note")).toHaveTextContent(text);
  });
});
