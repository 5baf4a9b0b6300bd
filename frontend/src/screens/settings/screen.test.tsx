import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { GlobalSettings } from "@/api/configs";
import type { PayScheme } from "@/api/earnings";
import { today } from "@/lib/format";
import { SettingsScreen } from "@/screens/settings/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const SETTINGS: GlobalSettings = {
  retryAttempts: 3,
  cacheTime: 300,
  errorHandling: "Log and retry",
  enableCache: true,
  enableMetrics: true,
  enableRateLimiting: true,
  resumeRuns: true,
  authMethod: "API Key",
  tokenRotation: false,
  tokenStorage: "Encrypted",
  defaultDescription: "",
  defaultInstructions: "",
  defaultImageUrl: "",
  usdEurRate: "0.8700",
  credentialDays: 45,
  priceRulesStopped: false,
  priceChangesADay: 50,
  deductionPercent: 0,
  updatedAt: null,
};
const EARNING = "/api/settings/automatic-earning";
const SCHEMES = "/api/settings/pay-schemes";
const GAMES = { valorant: "Valorant", roblox: "Roblox" };
const VERSION: PayScheme = {
  id: 1,
  kind: "account",
  amount: "3.00",
  terms: {},
  text: "R$ 3,00 por conta",
  state: "current",
  validFrom: "2026-11-24",
  by: null,
  createdAt: "2026-11-24T10:00:00-03:00",
};

function show(role: "admin" | "employee" = "admin") {
  signIn({ ...ANA, id: 1, role });
  return renderScreen(<SettingsScreen games={GAMES} />, {
    "/api/settings?userId=1": SETTINGS,
    [EARNING]: { amount: "3.00" },
    [SCHEMES]: { rows: [VERSION], total: 1 },
  });
}

/** Save as the server does, and remember the bodies. */
function acceptSaving(): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/settings", async ({ request }) => {
      const body = (await request.json()) as { settings: Partial<GlobalSettings> };
      sent.push(body);
      return HttpResponse.json({ ...SETTINGS, ...body.settings });
    }),
  );
  return sent;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toastText = () => document.querySelector(".toast")?.textContent;

async function replace(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

describe("global options", () => {
  it("start from what is saved", async () => {
    show();
    expect(await screen.findByLabelText("Tentativas de repetição")).toHaveValue(3);
    expect(screen.getByLabelText("Tempo de cache (segundos)")).toHaveValue(300);
    expect(screen.getByLabelText("Câmbio: euros por dólar")).toHaveValue("0,87");
    expect(screen.getByLabelText("Tratamento de erros")).toHaveDisplayValue("Log and retry");
    expect(screen.getByRole("switch", { name: /^Cache/ })).toBeChecked();
  });

  it("are saved together, and nothing else with them", async () => {
    const sent = acceptSaving();
    show();
    await replace("Tentativas de repetição", "5");
    await replace("Câmbio: euros por dólar", "0,9125");
    await userEvent.selectOptions(screen.getByLabelText("Tratamento de erros"), "Log and throw");
    expect(screen.getByText("Não reenvia: a primeira falha pausa a execução até alguém decidir.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("switch", { name: /^Métricas/ }));
    expect(screen.getByText("Alterações não salvas")).toBeInTheDocument();
    await press("Salvar Opções");
    await waitFor(() => expect(toastText()).toBe("SucessoConfigurações globais salvas com sucesso"));
    expect(sent).toEqual([
      {
        userId: 1,
        settings: { retryAttempts: 5, errorHandling: "Log and throw", enableMetrics: false, usdEurRate: "0.9125" },
      },
    ]);
    expect(screen.queryByText("Alterações não salvas")).not.toBeInTheDocument();
  });

  it("leave what a colleague has saved meanwhile as it is, and show it then", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/settings", async ({ request }) => {
        sent.push(((await request.json()) as { settings: object }).settings);
        return HttpResponse.json({ ...SETTINGS, usdEurRate: "0.9500", enableCache: false });
      }),
    );
    show();
    await userEvent.click(await screen.findByRole("switch", { name: /^Cache/ }));
    await press("Salvar Opções");
    await waitFor(() => expect(sent).toEqual([{ enableCache: false }]));
    await waitFor(() => expect(screen.getByLabelText("Câmbio: euros por dólar")).toHaveValue("0,95"));
    expect(screen.queryByText("Alterações não salvas")).not.toBeInTheDocument();
  });

  it.each([
    ["Tentativas de repetição", "-1", "Tentativas de repetição deve ser pelo menos 0"],
    ["Tentativas de repetição", "1.5", "Tentativas de repetição deve ser pelo menos 0"],
    ["Tempo de cache (segundos)", "-1", "Tempo de cache deve ser pelo menos 0"],
    ["Tempo de cache (segundos)", "", "Tempo de cache deve ser pelo menos 0"],
    ["Câmbio: euros por dólar", "0", "Informe uma taxa de câmbio válida"],
    ["Guarda das credenciais (dias)", "0", "Informe de 1 a 365 dias"],
    ["Guarda das credenciais (dias)", "366", "Informe de 1 a 365 dias"],
    ["Câmbio: euros por dólar", "muito", "Informe uma taxa de câmbio válida"],
  ])("'%s' is not saved as '%s'", async (label, typed, text) => {
    const sent = acceptSaving();
    show();
    await replace(label, typed);
    await press("Salvar Opções");
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText(label)).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
  });

  it("say when they were not saved, and why beside the field", async () => {
    const errors = { retryAttempts: ["Tentativas de repetição deve ser no máximo 20"] };
    server.use(http.post("/api/settings", () => HttpResponse.json({ message: "x", errors }, { status: 400 })));
    show();
    await replace("Tentativas de repetição", "21");
    await press("Salvar Opções");
    expect(await screen.findByText("Tentativas de repetição deve ser no máximo 20")).toBeInTheDocument();
    expect(toastText()).toBe("ErroFalha ao salvar configurações globais");
  });
});

it("the authentication form saves its own settings and says which header is sent", async () => {
  const sent = acceptSaving();
  show();
  await userEvent.selectOptions(await screen.findByLabelText("Método de autenticação"), "Basic Auth");
  expect(screen.getByText(/como Basic/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("switch", { name: /^Rotação de token/ }));
  await press("Salvar Autenticação");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ userId: 1, settings: { authMethod: "Basic Auth", tokenRotation: true } });
});

it("the default content form saves its own settings", async () => {
  const sent = acceptSaving();
  show();
  await replace("Descrição padrão", "Conta com acesso completo.");
  await replace("Imagem padrão (URL)", " https://cdn.example.com/a.png ");
  await press("Salvar Conteúdo");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    userId: 1,
    settings: { defaultDescription: "Conta com acesso completo.", defaultImageUrl: "https://cdn.example.com/a.png" },
  });
});

it("says when the settings cannot be read, and tries again", async () => {
  server.use(http.get("/api/settings", () => HttpResponse.json({ message: "x" }, { status: 403 })));
  signIn({ ...ANA, id: 1, role: "admin" });
  renderScreen(<SettingsScreen games={GAMES} />, {
    [EARNING]: { amount: "3.00" },
    [SCHEMES]: { rows: [VERSION], total: 1 },
  });
  expect(await screen.findByText("Falha ao carregar configurações globais")).toBeInTheDocument();
  server.use(http.get("/api/settings", () => HttpResponse.json(SETTINGS)));
  await press("Tentar novamente");
  expect(await screen.findByLabelText("Tentativas de repetição")).toHaveValue(3);
});

it("tells what a suggested deduction would have come to before it is saved", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/api/orders/effect", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ orders: 2, total: "3.00", people: [{ name: "Ana Souza", amount: "3.00" }] });
    }),
  );
  show();
  await replace("Desconto sugerido em reembolsos e multas (%)", "50");
  expect(
    await screen.findByText(/Nos últimos 90 dias: 2 pedidos e R\$\s3,00 \(Ana Souza R\$\s3,00\)/),
  ).toBeInTheDocument();
  expect(asked.at(-1)).toBe("?percent=50");
});

it("says when the effect of a deduction cannot be read", async () => {
  server.use(http.get("/api/orders/effect", () => new HttpResponse(null, { status: 403 })));
  show();
  await replace("Desconto sugerido em reembolsos e multas (%)", "50");
  expect(await screen.findByText("Não foi possível calcular o efeito nos últimos 90 dias.")).toBeInTheDocument();
});

describe("the automatic earning", () => {
  beforeEach(() =>
    server.use(http.get(SCHEMES, () => HttpResponse.json([VERSION], { headers: { "X-Total-Count": "1" } }))),
  );

  it("is 'rendered only for role admin'", async () => {
    show("employee");
    await screen.findByLabelText("Tentativas de repetição");
    expect(screen.queryByLabelText("Valor por conta criada")).not.toBeInTheDocument();
  });

  it("is saved as a decimal", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(EARNING, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ amount: "1250.50" });
      }),
    );
    show();
    await replace("Valor por conta criada", "1.250,5");
    await press("Salvar Valor");
    await waitFor(() => expect(toastText()).toBe("SucessoValor automático de ganhos atualizado com sucesso!"));
    expect(sent).toEqual([{ amount: "1250.50", userId: 1 }]);
    expect(screen.getByLabelText("Valor por conta criada")).toHaveValue("1.250,50");
  });

  it.each([
    ["", "Por favor, insira um valor válido (maior ou igual a 0)"],
    ["-1", "Por favor, insira um valor válido (maior ou igual a 0)"],
    ["três", "Por favor, insira um valor válido (maior ou igual a 0)"],
    ["0,001", "Informe um valor com no máximo duas casas decimais."],
    ["10.001", "O valor máximo é R$ 10.000"],
  ])("is not '%s'", async (typed, problem) => {
    show();
    await replace("Valor por conta criada", typed);
    await press("Salvar Valor");
    expect(screen.getByText(problem)).toBeInTheDocument();
  });

  it.each([
    ["the server's error", { error: "Valor alto demais" }, "Valor alto demais"],
    ["its own words without one", {}, "Erro ao atualizar valor"],
  ])("tells %s when it is refused", async (_name, body, text) => {
    server.use(http.put(EARNING, () => HttpResponse.json(body, { status: 400 })));
    show();
    await replace("Valor por conta criada", "4,00");
    await press("Salvar Valor");
    await waitFor(() => expect(toastText()).toBe(`Erro${text}`));
  });

  it("says so when the server is not there", async () => {
    server.use(http.put(EARNING, () => HttpResponse.error()));
    show();
    const card = (await screen.findByLabelText("Valor por conta criada")).closest("form");
    await userEvent.click(within(card as HTMLElement).getByRole("button", { name: "Salvar Valor" }));
    await waitFor(() => expect(toastText()).toBe("ErroFalha ao atualizar valor"));
  });
});

describe("the pay scheme", () => {
  const TOLD = { text: "R$ 3,00 por conta; Valorant, R$ 4,00", example: "Uma conta de € 10,00 rende …" };

  async function open(kind: string) {
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Novo esquema" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Novo esquema de pagamento" }));
    await userEvent.selectOptions(dialog.getByLabelText("O valor depende"), kind);
    return dialog;
  }

  it("is told in words, reviewed, and saved once with its day though unanswered", async () => {
    const [sent, keys]: [unknown[], unknown[]] = [[], []];
    server.use(
      http.post(`${SCHEMES}/preview`, () => HttpResponse.json(TOLD)),
      http.post(SCHEMES, async ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        if (keys.length === 1) return HttpResponse.error();
        sent.push(await request.json());
        return HttpResponse.json(TOLD, { status: 201 });
      }),
      http.get(SCHEMES, () =>
        HttpResponse.json([{ ...VERSION, id: 2, state: "next", text: TOLD.text }, VERSION], {
          headers: { "X-Total-Count": "2" },
        }),
      ),
      http.get(EARNING, () => HttpResponse.json({ amount: "3.00" })),
    );
    const dialog = await open("Do jogo");
    await userEvent.type(dialog.getByLabelText("Valorant"), "4");
    await userEvent.click(dialog.getByRole("button", { name: "Revisar" }));
    const review = within(await screen.findByRole("alertdialog", { name: "Salvar este esquema?" }));
    expect(review.getByText(TOLD.example)).toBeInTheDocument();
    expect(sent).toEqual([]);
    const save = review.getByRole("button", { name: "Salvar esquema" });
    await userEvent.click(save);
    await waitFor(() => expect(toastText()).toMatch(/^ErroErro de conexão/));
    await waitFor(() => expect(save).not.toHaveAttribute("aria-busy"));
    await userEvent.click(save);
    await waitFor(() => expect(toastText()).toBe("SucessoEsquema de pagamento salvo"));
    expect(sent).toEqual([{ kind: "game", amount: "3.00", terms: { valorant: "4.00" }, validFrom: today() }]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
    expect(await screen.findByText("Agendado")).toBeInTheDocument();
  });

  it("takes a share of the profit instead of an amount", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${SCHEMES}/preview`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(TOLD);
      }),
    );
    const dialog = await open("Do lucro");
    expect(dialog.queryByLabelText("Valor por conta")).not.toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText("Percentual do lucro (%)"), "12,5");
    await userEvent.click(dialog.getByRole("button", { name: "Revisar" }));
    expect(await screen.findByRole("alertdialog", { name: "Salvar este esquema?" })).toBeInTheDocument();
    expect(sent).toEqual([{ kind: "profit", amount: "0.00", terms: { percent: "12.50" }, validFrom: today() }]);
  });

  it("takes a band of prices whole, and another one after it", async () => {
    const errors = { "terms.20.00": ["Informe um valor válido."] };
    server.use(http.post(`${SCHEMES}/preview`, () => HttpResponse.json({ message: "x", errors }, { status: 400 })));
    const dialog = await open("Do preço");
    await userEvent.type(dialog.getByLabelText("Preço a partir de (faixa 1)"), "20");
    await userEvent.click(dialog.getByRole("button", { name: "Revisar" }));
    await waitFor(() => expect(dialog.getByLabelText("Valor por conta (faixa 1)")).toBeInvalid());
    expect(dialog.getByLabelText("Preço a partir de (faixa 2)")).toBeInTheDocument();
    expect(dialog.queryByLabelText("Preço a partir de (faixa 3)")).not.toBeInTheDocument();
  });

  it("refuses two bands from one price, of which only one would be kept", async () => {
    const dialog = await open("Do preço");
    await userEvent.type(dialog.getByLabelText("Preço a partir de (faixa 1)"), "20");
    await userEvent.type(dialog.getByLabelText("Preço a partir de (faixa 2)"), "20,00");
    await userEvent.click(dialog.getByRole("button", { name: "Revisar" }));
    expect(await dialog.findByText("Outra faixa já começa neste preço.")).toBeInTheDocument();
    expect(dialog.getByLabelText("Preço a partir de (faixa 2)")).toBeInvalid();
  });

  it("says that a kind wants amounts when the server says so", async () => {
    const text = "Informe ao menos um valor.";
    server.use(
      http.post(`${SCHEMES}/preview`, () =>
        HttpResponse.json({ message: text, errors: { terms: [text] } }, { status: 400 }),
      ),
    );
    const dialog = await open("Do jogo");
    await userEvent.click(dialog.getByRole("button", { name: "Revisar" }));
    expect(await dialog.findByText(text)).toBeInTheDocument();
  });
});
