import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { queryKeyOf } from "@/api/client";
import { analysisOf, aReading } from "@/shared/analysis/fixtures";
import { anEntry, aRun, CONFIG, keepDrafts, open as openCreator, openForm, previewOf } from "@/shared/creation/fixtures";
import type { CreatorPage } from "@/shared/creation/game";
import { GAMES } from "@/shared/creation/golden.fixture";
import { toastText } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

const TEXT = "Login: jogador17\nSenha: Exemplo#123\nSkins: 57\nVisuais: 14";
const EARNINGS = ["/api/earnings/7/pending", "/api/earnings/all"];
const MISSING = "Login, senha, preço e domínio de email são obrigatórios.";

/** What went to the server, by path. */
let asked: Record<string, unknown[]>;

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

beforeEach(() => {
  asked = {};
  const take = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const body = (await request.json()) as Record<string, unknown>;
    asked[pathname] = [...(asked[pathname] ?? []), body];
    return body;
  };
  server.use(
    http.post("/api/bulk/preview", async ({ request }) => {
      const { accounts } = (await take(request)) as { accounts: { line: number; login: string }[] };
      const rows = accounts.map(({ line, login }) => ({ line, login }));
      return HttpResponse.json(previewOf(rows, { totalEur: "25.00", totalPay: "3.00", digest: "abc" }));
    }),
    http.post("/api/fortnite/analyze", async ({ request }) => {
      await take(request);
      const learned = (asked["/api/analysis/labels"] ?? []).length > 0;
      const account = learned ? aReading({ account_data: { skins: 57, vbucks: 14 } }) : aReading();
      return HttpResponse.json(
        analysisOf([account], { unrecognized: learned ? [] : [{ line: 4, text: "Visuais: 14" }] }),
      );
    }),
    http.post("/api/analysis/labels", async ({ request }) => {
      await take(request);
      return HttpResponse.json({ id: 1 }, { status: 201 });
    }),
    http.post("/api/fortnite/bulk-create", async ({ request }) => {
      await take(request);
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
  );
});

function openWith(
  entries: ReturnType<typeof anEntry>[] = [],
  changes: Partial<CreatorPage> = {},
  config: object | null = CONFIG,
) {
  return openCreator("fortnite", changes, config, keepDrafts("fortnite", entries));
}

const open = (...args: Parameters<typeof openWith>) => openWith(...args).user;
const list = (count: number) => screen.getByRole("tab", { name: `Fila de criação (${count})` });

const marks = () => [...document.querySelectorAll("mark[data-active]")].map((mark) => mark.textContent);

async function analyse(user: UserEvent, text = TEXT) {
  await user.click(screen.getByLabelText("Texto para análise"));
  await user.paste(text);
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  await screen.findByLabelText("Título gerado");
}

test("a text to analyse is kept on the server and comes back", async () => {
  const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { user, kept } = openWith();
  await user.click(screen.getByLabelText("Texto para análise"));
  await user.paste(`${TEXT}\n_|WARNING:-DO-NOT-SHARE-THIS`);
  expect(asksBeforeLeaving()).toBe(true);

  await waitFor(() => expect(kept.draft.text).toBe(TEXT));

  expect(screen.getByText(/Guardado por 7 dias.*Linhas com cookie de sessão não são guardadas\./)).toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(true);
  cleanup();
  openCreator("fortnite", {}, CONFIG, kept);
  expect(screen.getByLabelText("Texto para análise")).toHaveValue(TEXT);
});

test("a short text is refused in the documented words, and nothing is asked", async () => {
  const user = open();
  await user.type(screen.getByLabelText("Texto para análise"), "curto");
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  expect(screen.getByLabelText("Texto para análise")).toHaveAccessibleDescription(
    "O texto deve ter pelo menos 10 caracteres",
  );
  expect(asked["/api/fortnite/analyze"]).toBeUndefined();
});

test("an analysis that fails is told in the documented words", async () => {
  server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json({ message: "x" }, { status: 500 })));
  const user = open();
  await user.type(screen.getByLabelText("Texto para análise"), TEXT);
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  await waitFor(() => expect(toastText()).toBe("ErroNão foi possível analisar o texto. Tente novamente."));
});

test("the result shows each value with the piece of text it came from", async () => {
  const user = open();
  await analyse(user);

  expect(screen.getByLabelText("Título gerado")).toHaveValue("Conta Fortnite | 57 skins");
  expect(screen.getByLabelText("Skins")).toHaveValue("57");
  expect(screen.getByLabelText("Skins")).toHaveAccessibleDescription("“Skins: 57” · linha 3");
  expect(screen.getByLabelText("V-Bucks")).toHaveValue("");
  expect(marks()).toEqual([]);

  act(() => screen.getByLabelText("Skins").focus());
  await waitFor(() => expect(marks()).toEqual(["Skins: 57"]));
  await user.hover(screen.getByLabelText("Login"));
  await waitFor(() => expect(marks()).toEqual(["jogador17"]));
});

test("a session cookie is warned of, and a banned account is added only when confirmed", async () => {
  const warnings = [
    { code: "banned" as const, message: "O texto diz que a conta está banida ou suspensa.", line: 2 },
    { code: "session_cookie" as const, message: "O texto traz um cookie de sessão.", line: 3 },
  ];
  server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf([aReading({ warnings })]))));
  const user = open();
  await analyse(user);
  expect(screen.getAllByRole("note").map((alert) => alert.textContent)).toEqual([
    "Linha 2: O texto diz que a conta está banida ou suspensa.",
    "Linha 3: O texto traz um cookie de sessão.",
  ]);

  await user.type(screen.getByLabelText("Preço (EUR)"), "25");
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));
  expect(toastText()).toBe("ErroO texto diz que a conta está banida: confira antes de adicionar.");
  expect(list(0)).toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: "Conferi: a conta não está banida" }));
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));
  await waitFor(() => expect(list(1)).toBeInTheDocument());
});

test("that a text was read is said, with how much it gave and leaves open", async () => {
  const held: (() => void)[] = [];
  const unrecognized = [{ line: 4, text: "Visuais: 14" }];
  server.use(
    http.post("/api/fortnite/analyze", async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return HttpResponse.json(analysisOf([aReading(), aReading()], { unrecognized }));
    }),
  );
  const user = open();
  await user.type(screen.getByLabelText("Texto para análise"), "uma conta qualquer");
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  await waitFor(() => expect(held).toHaveLength(1));
  held[0]?.();
  await waitFor(() => expect(spoken()).toContain("Análise pronta: 2 contas, 1 linha a conferir."));
  expect(screen.getByRole("button", { name: "Mostrar senha do e-mail" })).toBeInTheDocument();
});

test("naming an unrecognised line teaches its label, and the text is read again", async () => {
  const user = open();
  await analyse(user);
  await user.selectOptions(screen.getByLabelText("Campo da linha 4"), "V-Bucks");
  await user.click(screen.getByRole("button", { name: "Ensinar" }));

  await waitFor(() => expect(screen.getByLabelText("V-Bucks")).toHaveValue("14"));
  expect(asked["/api/analysis/labels"]).toEqual([{ game: "fortnite", label: "Visuais", field: "vbucks" }]);
  expect(screen.queryByText(/Linhas não reconhecidas/)).not.toBeInTheDocument();
  expect(toastText()).toContain("“Visuais” agora é lido como V-Bucks.");
});

test("correcting a value with that of an unrecognised line teaches the line's label", async () => {
  const user = open();
  await analyse(user);
  await user.type(screen.getByLabelText("V-Bucks"), "14");
  await user.tab();

  await waitFor(() =>
    expect(asked["/api/analysis/labels"]).toEqual([{ game: "fortnite", label: "Visuais", field: "vbucks" }]),
  );
});

test("an analysed account needs log-in, password, price and provider, but no title", async () => {
  const { user, kept } = openWith();
  await analyse(user);
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));
  expect(toastText()).toBe(`Erro${MISSING}`);
  expect(list(0)).toBeInTheDocument();
  // What lacks is marked, and has the focus.
  expect(screen.getByLabelText("Preço (EUR)")).toHaveFocus();
  expect(screen.getByLabelText("Preço (EUR)")).toHaveAccessibleDescription("Preço deve ser maior que 0");

  await user.type(screen.getByLabelText("Preço (EUR)"), "25");
  await user.clear(screen.getByLabelText("Título gerado"));
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));

  await waitFor(() => expect(kept.accounts()).toHaveLength(1));
  expect(list(1)).toBeInTheDocument();
  expect(kept.accounts()[0]).toMatchObject({
    sent: null,
    own: {
      title: "Conta Fortnite | 57 skins",
      login: "jogador17",
      password: "Exemplo#123",
      emailDomain: "firstmail",
      deliveryInstructions: "1. Entre em epicgames.com.\n\nWebmail: https://firstmail.ltd/webmail/login",
      price: "25,00",
      "account_data.skins": "57",
    },
  });
  await user.click(screen.getByRole("tab", { name: "Analisar com IA" }));
  expect(screen.getByLabelText("Texto para análise")).toHaveValue("");
});

const openTwo = async (changes: Parameters<typeof aReading>[0] = {}) => {
  const two = [
    aReading({ credentials: { login: "um17", password: "Exemplo#1" }, ...changes }),
    aReading({ credentials: { login: "dois17", password: "Exemplo#2" }, title: "Conta Fortnite | dois", ...changes }),
  ];
  server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf(two))));
  const opened = openWith();
  await analyse(opened.user);
  return opened;
};

test("a price typed for one account of a text is not that of the others", async () => {
  const { user, kept } = await openTwo();
  await user.type(screen.getByLabelText("Preço (EUR)"), "89,90");
  await user.click(screen.getByRole("button", { name: /Conta 2/ }));
  expect(screen.getByLabelText("Título gerado")).toHaveValue("Conta Fortnite | dois");
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("");

  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));
  expect(toastText()).toBe("Conta 2Falta preencher: Preço (EUR).");
  expect(list(0)).toBeInTheDocument();
  expect(screen.getByLabelText("Preço (EUR)")).toHaveFocus();
  expect(kept.accounts()).toEqual([]);

  await user.type(screen.getByLabelText("Preço (EUR)"), "35");
  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));
  await waitFor(() => expect(kept.accounts().map(({ own }) => own.price)).toEqual(["89,90", "35,00"]));
});

test("the other accounts of a text stay, as corrected, when one of them is added", async () => {
  const { user } = await openTwo();
  await user.click(screen.getByRole("button", { name: /Conta 2/ }));
  await user.type(screen.getByLabelText("Preço (EUR)"), "35");
  await user.click(screen.getByRole("button", { name: /Conta 1/ }));
  await user.type(screen.getByLabelText("Preço (EUR)"), "25");
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));

  expect(list(1)).toBeInTheDocument();
  expect(screen.getByText("Contas encontradas no texto (1)")).toBeInTheDocument();
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("35,00");
});

test("the price that a text states is its account's, with the line it stands on", async () => {
  const price = { amount: "35.00", currency: "EUR", provenance: { text: "57 skins", line: 3 } } as const;
  const { user, kept } = await openTwo({ price });
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("35,00");
  expect(screen.getByLabelText("Preço (EUR)")).toHaveAccessibleDescription("“57 skins” · linha 3");

  await user.clear(screen.getByLabelText("Preço (EUR)"));
  await user.type(screen.getByLabelText("Preço (EUR)"), "89,90");
  expect(screen.getByLabelText("Preço (EUR)")).toHaveAccessibleDescription("Corrigido · no texto, linha 3");
  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));

  await waitFor(() => expect(kept.accounts().map(({ own }) => own.price)).toEqual(["89,90", "35,00"]));
  expect((await screen.findAllByText(/O texto diz €\s35,00: confira o preço/)).length).toBe(1);
});

test("'Aplicar a todas' gives a text's accounts one price and queues them together", async () => {
  const { user, kept } = await openTwo();
  await user.type(screen.getByLabelText("Preço (EUR)"), "12,5");
  await user.click(screen.getByRole("button", { name: "Aplicar a todas" }));
  await user.click(screen.getByRole("button", { name: /Conta 2/ }));
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("12,50");

  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));

  await waitFor(() =>
    expect(kept.accounts().map(({ own }) => [own.login, own.price])).toEqual([
      ["um17", "12,50"],
      ["dois17", "12,50"],
    ]),
  );
  await screen.findByText(/2 contas prontas para criar/);
  await waitFor(() => expect(screen.queryAllByTitle("Ainda não conferida pelo servidor")).toEqual([]));
});

test("the manual form tells each field's own text", async () => {
  const user = open();
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  const form = within(screen.getByRole("tabpanel"));
  await user.type(await form.findByLabelText("Login"), "ab");
  await user.type(form.getByLabelText("Senha"), "x1");
  await user.type(form.getByLabelText("Skins"), "-3");
  await user.type(form.getByLabelText("Nível da conta"), "0");
  await user.click(form.getByRole("button", { name: "Adicionar à fila" }));

  const said = (label: string) => form.getByLabelText(label).getAttribute("aria-describedby");
  const text = (label: string) => document.getElementById(said(label) ?? "")?.textContent;
  expect(text("Login")).toBe("Login deve ter pelo menos 3 caracteres");
  expect(text("Senha")).toBe("Senha deve ter pelo menos 3 caracteres");
  expect(text("Preço (EUR)")).toBe("Preço deve ser maior que 0");
  expect(text("Skins")).toBe("Skins deve ser pelo menos 0");
  expect(text("Nível da conta")).toBe("Nível da conta deve ser pelo menos 1");
  expect(toastText()).toBe(`Erro${MISSING}`);
  expect(list(0)).toBeInTheDocument();
});

test("a typed account enters the queue; price and provider stay for the next one", async () => {
  const { user, kept } = openWith();
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  const form = within(screen.getByRole("tabpanel"));
  await user.type(await form.findByLabelText("Login"), "manual17");
  await user.type(form.getByLabelText("Senha"), "Exemplo#123");
  await user.type(form.getByLabelText("Preço (EUR)"), "30");
  await user.type(form.getByLabelText("Skins"), "1.250");
  await user.selectOptions(form.getByLabelText("Domínio de email"), "Rambler");
  await user.click(form.getByRole("button", { name: "Adicionar à fila" }));

  await waitFor(() =>
    expect(kept.accounts()[0]?.own).toMatchObject({ login: "manual17", "account_data.skins": "1.250" }),
  );
  expect(form.getByLabelText("Login")).toHaveValue("");
  expect(form.getByLabelText("Preço (EUR)")).toHaveValue("30,00");
  expect(form.getByLabelText("Domínio de email")).toHaveValue("rambler");
});

test("choosing a provider rewrites the webmail address of the standard instructions", async () => {
  const user = open();
  const form = within(await openForm(user, "Configuração em lote"));
  await user.selectOptions(await form.findByLabelText("Domínio de email"), "Rambler");
  expect(form.getByLabelText<HTMLTextAreaElement>("Instruções de entrega").value).toContain("https://mail.rambler.ru");
});

test("an earlier visit's queue is created as previewed, and leaves when it is sent", async () => {
  const running = aRun({ id: 31, game: "fortnite", total: 2, settled: 0, counts: { queued: 2 } });
  const finished = aRun({ id: 31, game: "fortnite", state: "finished", total: 2, settled: 2, counts: { created: 2 } });
  let polls = 0;
  const { user, client, kept } = openWith([anEntry("a"), anEntry("b", { price: "12,50" })]);
  server.use(
    http.get("/api/bulk/runs/31", () => {
      polls += 1;
      if (polls === 1) return HttpResponse.json(running);
      kept.queue = { ...kept.queue, version: 9, entries: [] };
      return HttpResponse.json(finished);
    }),
  );
  for (const path of EARNINGS) client.setQueryData(queryKeyOf(path), []);
  await screen.findByText("login-a");

  await user.click(screen.getByRole("button", { name: "Criar 2 contas" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Criar contas" })).toBeEnabled());
  await user.click(dialog.getByRole("button", { name: "Criar contas" }));

  await waitFor(() => expect(asked["/api/fortnite/bulk-create"]).toHaveLength(1));
  expect(asked["/api/fortnite/bulk-create"]?.[0]).toMatchObject({
    previewDigest: "abc",
    accounts: [
      { login: "login-a", price: "25.00" },
      { login: "login-b", price: "12.50" },
    ],
    settings: { description: GAMES.fortnite.defaults.description, emailDomain: "firstmail", platform: "PC" },
  });
  await waitFor(() =>
    expect(kept.writes.at(-1)).toMatchObject({
      entries: [{ sent: { runId: 31, line: 1 } }, { sent: { runId: 31, line: 2 } }],
    }),
  );
  await waitFor(() => expect(toastText()).toBe("Sucesso2 de 2 contas foram criadas com sucesso."));
  await user.click(list(0));
  await screen.findByText("A fila está vazia");
  expect(EARNINGS.map((path) => client.getQueryState(queryKeyOf(path))?.isInvalidated)).toEqual([true, true]);
});

test("an account that failed stays and says why, until it is changed", async () => {
  const failed = { sent: { runId: 12, line: 4 }, state: "failed" as const, error: "Recusada pelo marketplace." };
  const { user, kept } = openWith([anEntry("a", {}, { ...failed, errors: { title: ["Muito longo."] } })]);

  expect(await screen.findByText(/Recusada pelo marketplace. · Título: Muito longo./)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Ver execução" })).toHaveAttribute("href", "/runs/12?line=4");

  await user.click(screen.getByRole("button", { name: "Configurar" }));
  const panel = within(await screen.findByRole("grid"));
  await user.clear(await panel.findByLabelText("Título"));
  await user.type(panel.getByLabelText("Título"), "Título curto");
  await user.click(panel.getByRole("button", { name: "Fechar" }));

  await waitFor(() => expect(kept.accounts()[0]).toMatchObject({ sent: null, own: { title: "Título curto" } }));
  expect(screen.queryByText(/Recusada pelo marketplace/)).not.toBeInTheDocument();
});

test("what an earlier release kept of the queue is read", async () => {
  const account = {
    title: "Antiga",
    login: "login-z",
    password: "x12",
    email_login: "z@a.b",
    price: "25",
    image_urls: ["/i.jpg"],
    account_data: { skins: 57, rare_items: ["IKONIK"] },
  };
  openWith([anEntry("z", {}, { account })]);
  expect(await screen.findByText("login-z")).toBeInTheDocument();
  await waitFor(() =>
    expect(asked["/api/bulk/preview"]?.at(-1)).toMatchObject({
      accounts: [
        {
          line: 1,
          login: "login-z",
          emailLogin: "z@a.b",
          price: "25.00",
          imageUrls: ["/i.jpg"],
          account_data: { skins: 57, rare_items: ["IKONIK"] },
        },
      ],
    }),
  );
});

test("a price far from the one that the text states is warned of", async () => {
  openWith([anEntry("a", { price: "89,90", "#statedPrice": "35" }), anEntry("b", { "#statedPrice": "20" })]);
  expect(await screen.findByText("O texto diz € 35,00: confira o preço.")).toBeInTheDocument();
  expect(screen.getAllByText(/confira o preço/)).toHaveLength(1);
});

test("what the analysis was unsure of is asked to be looked at in the grid", async () => {
  openWith([anEntry("a", { "account_data.skins": "57", "#unsure": ["login", "account_data.skins"] }), anEntry("b")]);
  expect(await screen.findByText("Confira o que foi lido: Login, Skins.")).toBeInTheDocument();
  expect(screen.getAllByText(/Confira o que foi lido/)).toHaveLength(1);
});

test("without a key nothing is created", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(null)));
  const user = open([anEntry("a")], {}, null);
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await waitFor(() =>
    expect(toastText()).toBe(
      "Configuração incompletaChave de API do GameBoost não encontrada. Configure-a nas configurações.",
    ),
  );
});

test("a creation that could not begin is told in the documented words; nothing leaves", async () => {
  server.use(http.post("/api/fortnite/bulk-create", () => HttpResponse.json({}, { status: 500 })));
  const { user, kept } = openWith([anEntry("a")]);
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Criar contas" })).toBeEnabled());
  await user.click(dialog.getByRole("button", { name: "Criar contas" }));
  await waitFor(() =>
    expect(toastText()).toContain("Não foi possível criar as contas. Verifique os detalhes e tente novamente."),
  );
  expect(kept.accounts()).toMatchObject([{ sent: null }]);
});

test("results are told in the documented words and can be cleared", async () => {
  const lastRun = aRun({ game: "fortnite", state: "finished", total: 3, settled: 3, counts: { created: 3 } });
  const user = open([], { lastRun });
  expect(screen.getByText(/3 de 3 contas foram criadas com sucesso./)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Limpar Resultados" }));
  expect(screen.queryByText(/3 de 3 contas foram criadas com sucesso./)).not.toBeInTheDocument();
});
