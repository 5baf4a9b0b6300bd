import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import {
  aRun,
  CONFIG,
  cell,
  confirmRun,
  dryRun,
  linesSent,
  open as openCreator,
  openForm,
  paste,
  previewOf,
  textArea,
} from "@/shared/creation/fixtures";
import { GAMES } from "@/shared/creation/golden.fixture";
import { toastText } from "../../../test/render";
import { server } from "../../../test/server";

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun()));

const open = (changes = {}, config: object | null = CONFIG) => openCreator("roblox", changes, config).user;

test("without an API key nothing is sent and the documented text says why", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(null)));
  const user = open({}, null);
  await paste(user, "jogador01:a");
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await waitFor(() =>
    expect(toastText()).toBe(
      "Configuração incompletaChave de API do GameBoost não encontrada. Configure-a nas configurações.",
    ),
  );
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("a key saved in another tab since is found", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(CONFIG)));
  const user = open({}, null);
  await paste(user, "jogador01:a");
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("••••1234");
});

test("without a valid line nothing is sent", async () => {
  const user = open();
  await paste(user, "ruim");
  await user.click(await screen.findByRole("button", { name: "Criar Contas" }));
  expect(toastText()).toContain("Sem contas válidas");
});

test("what the server says of a line counts, not what this page's own reading does", async () => {
  const told = { verdict: "valid" as const, error: "", duplicateOf: null, priceEur: "8.70" };
  server.use(dryRun({ 2: told }));
  const user = open();
  await paste(user, "jogador01:a\njogador01:b");
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));
  await screen.findByText("Tudo conferido pelo servidor.");
  let sent: unknown;
  server.use(
    http.post("/api/roblox/bulk-create", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun())),
  );

  await user.click(screen.getByRole("button", { name: "Criar contas" }));

  await waitFor(() =>
    expect(sent && linesSent(sent)).toEqual([
      [1, "jogador01:a"],
      [2, "jogador01:b"],
    ]),
  );
});

test("a line with a session cookie never leaves the browser", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("/api/bulk/preview", async ({ request }) => {
      asked.push(await request.clone().json());
    }),
  );
  const { user, kept } = openCreator("roblox");
  await paste(user, "jogador01:a\nana:_|WARNING:-DO-NOT-\u017fHARE-THIS\njogador03:c");
  await screen.findByRole("button", { name: "Criar 2 contas" });

  expect(textArea()).toHaveValue("ana:_|WARNING:-DO-NOT-\u017fHARE-THIS");
  expect(screen.getByText(/^Linha recusada: contém um cookie de sessão do Roblox/)).toBeInTheDocument();
  await waitFor(() => expect(kept.accounts()).toHaveLength(2));
  expect(JSON.stringify([asked, kept.queue, kept.draft])).not.toMatch(/warning/i);
  expect(linesSent(asked.at(-1))).toEqual([
    [1, "jogador01:a"],
    [3, "jogador03:c"],
  ]);
});

test("the confirmation says count, total and key; excluded lines are not sent", async () => {
  const sent: { body: unknown; key: string | null; prefer: string | null }[] = [];
  server.use(
    http.post("/api/roblox/bulk-create", async ({ request }) => {
      sent.push({
        body: await request.json(),
        key: request.headers.get("Idempotency-Key"),
        prefer: request.headers.get("Prefer"),
      });
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun())),
  );
  const user = open();
  await paste(user, "jogador01:a\nruim\n\nJOGADOR01:b\njogador05:c");
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));

  const dialog = await screen.findByRole("alertdialog", { name: "Criar 2 contas?" });
  expect(dialog).toHaveTextContent("€ 8,70 (US$ 10,00)");
  await within(dialog).findByText("Tudo conferido pelo servidor.");
  expect(dialog).toHaveTextContent("Total€ 17,40");
  expect(dialog).toHaveTextContent("••••1234 · sua configuração");
  expect(dialog).not.toHaveTextContent("chave-secreta");
  expect(dialog).toHaveTextContent("2 linhas com problema ficam na lista e não são enviadas.");
  expect(sent).toHaveLength(0);

  await user.click(within(dialog).getByRole("button", { name: "Criar contas" }));

  expect(await screen.findByRole("progressbar", { name: "Progresso da criação" })).toHaveAttribute("aria-valuenow", "37");
  expect(sent).toEqual([
    {
      body: {
        accounts: [
          { line: 1, text: "jogador01:a" },
          { line: 5, text: "jogador05:c" },
        ],
        settings: { ...GAMES.roblox.defaults, rareList: [], cost: "" },
        previewDigest: "d1",
      },
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      prefer: "respond-async",
    },
  ]);
  expect(screen.getByRole("tab", { name: "Resultado da análise (1)" })).toBeInTheDocument();
  expect(cell(2, "Linha")).toHaveTextContent("ruim");
});

const faults = {
  1: { verdict: "duplicate", error: "Login duplicado: já está na execução 3, linha 1.", duplicateUrl: "/runs/3?line=1" },
  2: { verdict: "invalid", error: "O preço mínimo é € 0,99" },
  3: {
    verdict: "warning",
    findings: [{ rule: "forbidden_words", field: "title", message: "Palavra proibida: “refund”.", fine: "5.00" }],
  },
} as const;

test("the dry run's findings are told before sending, the fines with what they come to", async () => {
  server.use(dryRun({ ...faults, 4: faults[3] } as never));
  const user = open();
  await paste(user, "jogador01:a\njogador02:b\njogador03:c\njogador04:d\njogador05:e");
  await user.click(await screen.findByRole("button", { name: "Criar 3 contas" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Criar 3 contas?" });
  expect(within(dialog).getByText("1 já foi criada antes e não será repetida.")).toBeInTheDocument();
  expect(within(dialog).getByText("O preço mínimo é € 0,99")).toBeInTheDocument();
  expect(within(dialog).getByText(/Palavra proibida: “refund”/)).toHaveTextContent(
    "Palavra proibida: “refund”. (2 contas)Multa: € 5,00 por anúncio, até € 10,00",
  );
});

test("rows show the server's verdicts, a duplicate with a link to the earlier run", async () => {
  server.use(dryRun(faults as never));
  const user = open();
  await paste(user, "jogador01:a\njogador02:b\njogador03:c\njogador04:d");
  const rows = within(await screen.findByRole("grid")).getAllByRole("row");
  await waitFor(() => expect(rows[1]).toHaveTextContent("Duplicada"));
  expect(rows[1]).toHaveTextContent("Login duplicado: já está na execução 3, linha 1.");
  expect(within(rows[1] as HTMLElement).getByRole("link", { name: "Ver execução" })).toHaveAttribute(
    "href",
    "/runs/3?line=1",
  );
  expect(rows[2]).toHaveTextContent("O preço mínimo é € 0,99");
  expect(rows[3]).toHaveTextContent("Palavra proibida: “refund”.Multa: € 5,00 por anúncio");
  expect(rows[4]).toHaveTextContent("4Válida");

  await user.click(screen.getByRole("button", { name: "Duplicadas 1" }));
  expect(within(screen.getByRole("grid")).getAllByRole("row")).toHaveLength(2);
});

test("images that the marketplace cannot fetch are told before the run starts", async () => {
  const text = "O marketplace não consegue buscar as imagens: elas estão em http://127.0.0.1:8000.";
  server.use(dryRun({}, { warnings: [text] }));
  const user = open();
  await paste(user, "jogador01:a");
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(await within(dialog).findByText(text)).toBeInTheDocument();
  expect(within(dialog).queryByText("Tudo conferido pelo servidor.")).not.toBeInTheDocument();
});

test("a field that the server refuses is told beside it before anything is sent", async () => {
  server.use(
    http.post("/api/bulk/preview", () =>
      HttpResponse.json({ message: "Dados inválidos.", errors: { title: ["Título recusado"] } }, { status: 400 }),
    ),
  );
  const user = open();
  await paste(user, "jogador01:a");
  expect(await screen.findByRole("button", { name: "Conteúdo 1" })).toBeInTheDocument();
  await openForm(user, "Conteúdo 1");
  expect(await screen.findByText("Título recusado")).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByRole("button", { name: "Criar contas" })).toBeDisabled();
});

test("a field refused at creation closes the confirmation and lands beside the field", async () => {
  server.use(
    http.post("/api/roblox/bulk-create", () =>
      HttpResponse.json(
        { message: "Dados inválidos.", code: "settings_invalid", errors: { title: ["Título recusado"] } },
        { status: 400 },
      ),
    ),
  );
  const user = open();
  await paste(user, "jogador01:a");
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  const dialog = await screen.findByRole("alertdialog");
  await within(dialog).findByText("Tudo conferido pelo servidor.");
  await user.click(within(dialog).getByRole("button", { name: "Criar contas" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await openForm(user, "Conteúdo 1");
  expect(await screen.findByLabelText("Título")).toHaveAccessibleDescription("Título recusado");
  expect(toastText()).toBe("Erro no processamentoCorrija os campos destacados antes de criar as contas.");
});

test("with nothing to send the button answers with the documented text", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Criar Contas" }));
  expect(toastText()).toBe("Texto vazioPor favor, insira os detalhes das contas para análise.");
});

test("a preview of which nothing is left says so, and sends nothing", async () => {
  server.use(
    http.post("/api/roblox/bulk-create", () => {
      server.use(dryRun({ 1: faults[1] } as never, { digest: "d2", totalEur: "0.00" }));
      return HttpResponse.json({ message: "A prévia mudou.", code: "preview_changed" }, { status: 409 });
    }),
    dryRun({}, { totalEur: "8.70" }),
  );
  const user = open();
  await paste(user, "jogador01:a");
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await confirmRun(user);

  const dialog = await screen.findByRole("alertdialog", { name: "Nenhuma conta para criar" });
  expect(within(dialog).getByRole("button", { name: "Criar assim mesmo" })).toBeDisabled();
});

test("an outdated preview shows what changed, and only a second confirmation sends", async () => {
  const digests: (string | undefined)[] = [];
  const keys: (string | null)[] = [];
  server.use(
    http.post("/api/roblox/bulk-create", async ({ request }) => {
      const { previewDigest } = (await request.json()) as { previewDigest?: string };
      digests.push(previewDigest);
      keys.push(request.headers.get("Idempotency-Key"));
      if (previewDigest === "d1") {
        server.use(dryRun({ 1: faults[1] } as never, { digest: "d2", totalEur: "8.70" }));
        return HttpResponse.json({ message: "A prévia mudou.", code: "preview_changed" }, { status: 409 });
      }
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
    dryRun({}, { totalEur: "17.40" }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun())),
  );
  const user = open();
  await paste(user, "jogador01:a\njogador02:b");
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Criar 2 contas?" });
  await confirmRun(user);

  expect(await within(dialog).findByText("A prévia mudou desde que você a viu. Nada foi enviado.")).toBeInTheDocument();
  expect(within(dialog).getByText("Contas a criar: de 2 para 1.")).toBeInTheDocument();
  expect(dialog).toHaveTextContent("Total: de € 17,40 para € 8,70.");
  expect(dialog).toHaveTextContent("Linha 1: agora é duplicada: Login duplicado");
  expect(toastText()).toBe("");

  await user.click(within(dialog).getByRole("button", { name: "Criar assim mesmo" }));

  expect(await screen.findByRole("progressbar", { name: "Progresso da criação" })).toBeInTheDocument();
  expect(digests).toEqual(["d1", "d2"]);
  expect(new Set(keys).size).toBe(2);
});

test("cells are edited as in a spreadsheet: the line, its own title and price", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post("/api/bulk/preview", async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(previewOf([]));
    }),
  );
  const user = open();
  await paste(user, "jogador01:a | Robux: 350\njogador02:b");
  const grid = await screen.findByRole("grid");
  await user.click(cell(1, "Login"));
  await user.keyboard("novo01{Enter}");
  expect(cell(1, "Login")).toHaveTextContent("novo01");
  expect(cell(1, "Robux")).toHaveTextContent("350");

  await user.click(cell(2, "Preço (USD)"));
  await user.keyboard("abc{Enter}");
  expect(screen.getByText(/^Preço deve ser um valor positivo/)).toBeVisible();
  await user.keyboard("{Control>}a{/Control}12,5{Enter}");
  expect(cell(2, "Preço (USD)")).toHaveTextContent("12,50");

  await user.click(cell(1, "Título"));
  await user.keyboard("{F2}{Control>}a{/Control}Só esta{Tab}");
  await waitFor(() =>
    expect(bodies.at(-1)).toMatchObject({
      accounts: [
        { line: 1, login: "novo01", password: "a", robux: 350, title: "Só esta" },
        { line: 2, text: "jogador02:b", priceUsd: "12.50" },
      ],
    }),
  );

  expect(grid).toHaveFocus();
  await user.keyboard("{Control>}zzz{/Control}");
  expect(cell(1, "Login")).toHaveTextContent("jogador01");
  expect(cell(2, "Preço (USD)")).toHaveTextContent("10,00");
});
