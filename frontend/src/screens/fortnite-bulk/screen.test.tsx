import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { QueueOutput } from "@/api/drafts";
import { keyOf } from "@/api/query";
import { FortniteBulk, type FortniteBulkProps } from "@/screens/fortnite-bulk/screen";
import { aRun, CONFIG, CONFIG_PATH, keepText } from "@/shared/creation/fixtures";
import { analysisOf, anEntry, aReading, FORTNITE, LIMITS, STANDARD } from "@/shared/queue/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

const TEXT = "Login: jogador17\nSenha: Exemplo#123\nSkins: 57\nVisuais: 14";
const EARNINGS = ["/api/earnings/7/pending", "/api/earnings/all"];
const MISSING = "Login, senha, preço e domínio de email são obrigatórios.";

const props: FortniteBulkProps = {
  activeRun: null,
  lastRun: null,
  defaults: { ...STANDARD, platform: "PC" },
  limits: LIMITS,
  options: FORTNITE,
};

/** What went to the server, by path. */
let asked: Record<string, unknown[]>;

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

beforeEach(() => {
  asked = {};
  history.replaceState(null, "", "/fortnite-bulk");
  const take = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const body = (await request.json()) as Record<string, unknown>;
    asked[pathname] = [...(asked[pathname] ?? []), body];
    return body;
  };
  server.use(
    http.put("/api/bulk/queue", async ({ request }) => {
      const { entries } = (await take(request)) as unknown as QueueOutput;
      return HttpResponse.json({
        game: "fortnite",
        version: 1,
        entries: entries.map((entry) => ({ ...anEntry(entry.id), ...entry, state: entry.sent && "queued" })),
      });
    }),
    http.post("/api/bulk/preview", async ({ request }) => {
      const { accounts } = (await take(request)) as { accounts: { login: string }[] };
      const rows = accounts.map(({ login }, index) => ({
        line: index + 1,
        login,
        verdict: "valid",
        error: "",
        messages: [],
      }));
      const totals = { total: rows.length, valid: rows.length, sendable: rows.length };
      return HttpResponse.json({ rows, totals, priceEur: "25.00", totalEur: "25.00", digest: "abc" });
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

function open(
  changes: Partial<FortniteBulkProps> = {},
  entries: QueueOutput["entries"] = [],
  config: object | null = CONFIG,
) {
  return openWith(changes, entries, config).user;
}

function openWith(
  changes: Partial<FortniteBulkProps> = {},
  entries: QueueOutput["entries"] = [],
  config: object | null = CONFIG,
  kept = keepText("fortnite"),
) {
  signIn(ANA);
  const seeds = {
    [CONFIG_PATH]: config,
    "/api/bulk/queue?game=fortnite": { game: "fortnite", version: 0, entries },
    "/api/bulk/text-draft?game=fortnite": kept.draft,
  };
  const { client } = renderScreen(<FortniteBulk {...props} {...changes} />, seeds);
  return { client, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

const toastText = () => document.getElementById("toasts")?.textContent ?? "";
const marks = () => [...document.querySelectorAll("mark[data-active]")].map((mark) => mark.textContent);

/** The queue as it was written last. */
function written(): QueueOutput {
  const last = asked["/api/bulk/queue"]?.at(-1);
  if (last === undefined) throw new Error("the queue was not written");
  return last as QueueOutput;
}

async function analyse(user: User, text = TEXT) {
  await user.click(screen.getByLabelText("Texto para análise"));
  await user.paste(text);
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  await screen.findByLabelText("Título gerado");
}

test("a text to analyse is kept on the server and comes back", async () => {
  const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const kept = keepText("fortnite");
  const { user } = openWith({}, [], CONFIG, kept);
  await user.click(screen.getByLabelText("Texto para análise"));
  await user.paste(`${TEXT}\n_|WARNING:-DO-NOT-SHARE-THIS`);
  expect(asksBeforeLeaving()).toBe(true);

  await waitFor(() => expect(kept.draft.text).toBe(TEXT));

  expect(screen.getByText(/Guardado por 7 dias.*Linhas com cookie de sessão não são guardadas\./)).toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(true);
  cleanup();
  openWith({}, [], CONFIG, kept);
  expect(screen.getByLabelText("Texto para análise")).toHaveValue(TEXT);
  expect(screen.getByText(/^Recuperamos o texto que você deixou aqui/)).toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(false);
  await user.click(screen.getByRole("button", { name: "Limpar" }));
  await waitFor(() => expect(kept.draft.text).toBe(""));
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
  expect(screen.getByText("Fila de criação (0)")).toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: "Conferi: a conta não está banida" }));
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));
  // The card that tells it is drawn anew with its first account.
  await waitFor(() => expect(screen.getByText("Fila de criação (1)")).toBeInTheDocument());
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
  const user = open();
  await analyse(user);
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));
  expect(toastText()).toBe(`Erro${MISSING}`);
  expect(screen.getByText("Fila de criação (0)")).toBeInTheDocument();

  await user.type(screen.getByLabelText("Preço (EUR)"), "25");
  await user.clear(screen.getByLabelText("Título gerado"));
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));

  await waitFor(() => expect(asked["/api/bulk/queue"]).toHaveLength(1));
  expect(screen.getByText("Fila de criação (1)")).toBeInTheDocument();
  expect(asked["/api/bulk/queue"]?.[0]).toMatchObject({
    entries: [
      {
        sent: null,
        account: {
          title: "Conta Fortnite | 57 skins",
          login: "jogador17",
          password: "Exemplo#123",
          email_domain: "firstmail",
          delivery_instructions: "1. Entre em epicgames.com.\n\nWebmail: https://firstmail.ltd/webmail/login",
          price: "25,00",
          account_data: { skins: 57 },
        },
      },
    ],
  });
  expect(screen.getByLabelText("Texto para análise")).toHaveValue("");
});

const openTwo = async () => {
  const two = [
    aReading({ credentials: { login: "um17", password: "Exemplo#1" } }),
    aReading({ credentials: { login: "dois17", password: "Exemplo#2" }, title: "Conta Fortnite | dois" }),
  ];
  server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf(two))));
  const user = open();
  await analyse(user);
  return user;
};

test("a price typed for one account of a text is not that of the others", async () => {
  const user = await openTwo();
  await user.type(screen.getByLabelText("Preço (EUR)"), "89,90");
  await user.click(screen.getByRole("button", { name: /Conta 2/ }));
  expect(screen.getByLabelText("Título gerado")).toHaveValue("Conta Fortnite | dois");
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("");

  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));
  expect(toastText()).toBe(`Conta 2${MISSING}`);
  expect(screen.getByText("Fila de criação (0)")).toBeInTheDocument();
  expect(asked["/api/bulk/queue"]).toBeUndefined();

  await user.type(screen.getByLabelText("Preço (EUR)"), "35");
  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));
  await waitFor(() => expect(asked["/api/bulk/queue"]).toHaveLength(1));
  expect(written().entries.map(({ account }) => account.price)).toEqual(["89,90", "35,00"]);
});

test("'Aplicar a todas' gives a text's accounts one price and queues them together", async () => {
  const user = await openTwo();
  await user.type(screen.getByLabelText("Preço (EUR)"), "12,5");
  await user.click(screen.getByRole("button", { name: "Aplicar a todas" }));
  await user.click(screen.getByRole("button", { name: /Conta 2/ }));
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("12,50");

  await user.click(screen.getByRole("button", { name: "Adicionar todas" }));

  await waitFor(() => expect(asked["/api/bulk/queue"]).toHaveLength(1));
  const { entries } = written();
  expect(entries.map(({ account }) => [account.login, account.price])).toEqual([
    ["um17", "12,50"],
    ["dois17", "12,50"],
  ]);
  await screen.findByText(/2 contas prontas para criar/);
  expect(screen.queryByTitle("Ainda não conferida pelo servidor")).not.toBeInTheDocument();
});

test("the manual form tells each field's own text", async () => {
  const user = open();
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  const form = within(screen.getByRole("tabpanel"));
  await user.type(form.getByLabelText("Login"), "ab");
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
  expect(asked["/api/bulk/queue"]).toBeUndefined();
});

test("a typed account enters the queue; price and provider stay for the next one", async () => {
  const user = open();
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  const form = within(screen.getByRole("tabpanel"));
  await user.type(form.getByLabelText("Login"), "manual17");
  await user.type(form.getByLabelText("Senha"), "Exemplo#123");
  await user.type(form.getByLabelText("Preço (EUR)"), "30");
  await user.type(form.getByLabelText("Skins"), "1.250");
  await user.selectOptions(form.getByLabelText("Domínio de email"), "Rambler");
  await user.click(form.getByRole("button", { name: "Adicionar à fila" }));

  await waitFor(() => expect(asked["/api/bulk/queue"]).toHaveLength(1));
  const { entries } = written();
  expect(entries[0]?.account).toMatchObject({ login: "manual17", account_data: { skins: 1250, platform: "PC" } });
  expect(form.getByLabelText("Login")).toHaveValue("");
  expect(form.getByLabelText("Preço (EUR)")).toHaveValue("30,00");
  expect(form.getByLabelText("Domínio de email")).toHaveValue("rambler");
});

test("choosing a provider rewrites the webmail address of the standard instructions", async () => {
  const user = open();
  await user.selectOptions(screen.getByLabelText("Domínio de email"), "Rambler");
  expect(screen.getByLabelText("Instruções de entrega")).toHaveValue("Abra https://mail.rambler.ru");
});

test("an earlier visit's queue is created as previewed, and leaves when it is sent", async () => {
  const running = aRun({ id: 31, game: "fortnite", total: 2, settled: 0, counts: { queued: 2 } });
  const finished = aRun({ id: 31, game: "fortnite", state: "finished", total: 2, settled: 2, counts: { created: 2 } });
  let polls = 0;
  server.use(
    http.get("/api/bulk/runs/31", () => HttpResponse.json(polls++ === 0 ? running : finished)),
    http.get("/api/bulk/queue", () => HttpResponse.json({ game: "fortnite", version: 2, entries: [] })),
  );
  const { user, client } = openWith({}, [anEntry("a"), anEntry("b", {}, { price: "12,50" })]);
  for (const path of EARNINGS) client.setQueryData(keyOf(path), []);
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
    settings: { description: STANDARD.description, emailDomain: "firstmail", platform: "PC" },
  });
  await waitFor(() =>
    expect(asked["/api/bulk/queue"]?.at(-1)).toMatchObject({
      entries: [{ sent: { runId: 31, line: 1 } }, { sent: { runId: 31, line: 2 } }],
    }),
  );
  expect(
    await screen.findByText("2 contas estão sendo criadas; as que falharem voltam para a fila."),
  ).toBeInTheDocument();
  await waitFor(() => expect(toastText()).toBe("Sucesso2 de 2 contas foram criadas com sucesso."));
  await screen.findByText("A fila está vazia");
  // 'Earnings queries (pending and all) are refreshed after at least one success'.
  expect(EARNINGS.map((path) => client.getQueryState(keyOf(path))?.isInvalidated)).toEqual([true, true]);
});

test("an account that failed stays and says why, until it is changed", async () => {
  const failed = { sent: { runId: 12, line: 4 }, state: "failed" as const, error: "Recusada pelo marketplace." };
  const user = open({}, [anEntry("a", { ...failed, errors: { title: ["Muito longo."] } })]);

  expect(await screen.findByText(/Recusada pelo marketplace. · Título: Muito longo./)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "execução 12" })).toHaveAttribute("href", "/runs/12?line=4");

  await user.click(screen.getByRole("button", { name: "Editar conta login-a" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.clear(dialog.getByLabelText("Título da conta"));
  await user.type(dialog.getByLabelText("Título da conta"), "Título curto");
  await user.click(dialog.getByRole("button", { name: "Salvar conta" }));

  await waitFor(() =>
    expect(asked["/api/bulk/queue"]?.at(-1)).toMatchObject({
      entries: [{ sent: null, account: { title: "Título curto" } }],
    }),
  );
  expect(screen.queryByText(/Recusada pelo marketplace/)).not.toBeInTheDocument();
});

test("without a key nothing is created", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(null)));
  const user = open({}, [anEntry("a")], null);
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await waitFor(() =>
    expect(toastText()).toBe(
      "Configuração incompletaChave de API do GameBoost não encontrada. Configure-a nas configurações.",
    ),
  );
});

test("a creation that could not begin is told in the documented words; nothing leaves", async () => {
  server.use(http.post("/api/fortnite/bulk-create", () => HttpResponse.json({}, { status: 500 })));
  const user = open({}, [anEntry("a")]);
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Criar contas" })).toBeEnabled());
  await user.click(dialog.getByRole("button", { name: "Criar contas" }));
  await waitFor(() =>
    expect(toastText()).toContain("Não foi possível criar as contas. Verifique os detalhes e tente novamente."),
  );
  expect(asked["/api/bulk/queue"]).toBeUndefined();
});

test("results are told in the documented words and can be cleared", async () => {
  const lastRun = aRun({ game: "fortnite", state: "finished", total: 3, settled: 3, counts: { created: 3 } });
  const user = open({ lastRun });
  expect(screen.getByText("3 de 3 contas foram criadas com sucesso.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Limpar Resultados" }));
  expect(screen.queryByText("3 de 3 contas foram criadas com sucesso.")).not.toBeInTheDocument();
});
