import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { RunDetail, RunRow } from "@/api/runs";
import { aDetail } from "@/screens/run/fixtures";
import { RunScreen } from "@/screens/run/screen";
import { aRow } from "@/shared/creation/fixtures";
import { PageNotices } from "@/ui/page-notices";
import { ANA, renderScreen, signIn, toastText } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

const RUN = "/api/bulk/runs/31";
const ROWS = `${RUN}/rows?limit=50&offset=0`;

beforeEach(() => {
  history.replaceState(null, "", "/runs/31");
  const actions = document.createElement("div");
  actions.id = "page-actions";
  document.body.append(actions);
});
afterEach(() => focusManager.setFocused(undefined));

type Opened = { run?: RunDetail; rows?: RunRow[]; total?: number; path?: string; user?: typeof ANA };

/** As mount.tsx shows it. */
function Page() {
  return (
    <>
      <PageNotices />
      <RunScreen id={31} />
    </>
  );
}

async function open({ run = aDetail(), rows = [], total = rows.length, path = ROWS, user = ANA }: Opened = {}) {
  server.use(http.get(RUN, () => HttpResponse.json(run)));
  signIn(user);
  renderScreen(<Page />, { [RUN]: run, [path]: { rows, total } });
  await screen.findByRole("group", { name: "Mostrar contas por situação" });
}

/** What the run is once something was asked of it, and its rows from now on; what is posted is remembered. */
function serve(run: () => RunDetail, rows: () => RunRow[] = () => []) {
  const asked: string[] = [];
  const posted: { path: string; body: unknown; key: string | null }[] = [];
  server.use(
    http.get(RUN, () => (posted.length > 0 ? HttpResponse.json(run()) : undefined)),
    http.get(`${RUN}/rows`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(rows(), { headers: { "X-Total-Count": String(rows().length) } });
    }),
    http.post(`${RUN}/*`, async ({ request }) => {
      const text = await request.text();
      const path = new URL(request.url).pathname.replace(RUN, "");
      posted.push({ path, body: text && JSON.parse(text), key: request.headers.get("Idempotency-Key") });
      return HttpResponse.json(run());
    }),
  );
  return { asked, posted };
}

function counter(name: string) {
  return screen.getByRole("button", { name });
}

test("a run of one account says so in the singular", async () => {
  await open({ run: aDetail({ total: 1, settled: 0, counts: { queued: 1 } }) });

  expect(screen.getByText("0 de 1 conta processada")).toBeInTheDocument();
});

test("the overview says how far, whose, when and with which key", async () => {
  await open({ run: aDetail({ counts: { created: 2, failed: 1, queued: 5 }, systemKey: true }) });
  const overview = within(screen.getByRole("region", { name: "Andamento" }));

  expect(overview.getByText("37%")).toBeInTheDocument();
  expect(overview.getByText("Em andamento")).toBeInTheDocument();
  expect(overview.getByText("3 de 8 contas processadas")).toBeInTheDocument();
  expect(overview.getByText("cerca de 3 min")).toBeInTheDocument();
  expect(overview.getByText("Ana Souza")).toBeInTheDocument();
  expect(overview.getByText("api.gameboost.com")).toBeInTheDocument();
  expect(overview.getByText("Chave de API").nextSibling).toHaveTextContent("Padrão do sistema terminada em 1234••••1234");
});

test("the counters name every state and add up to the total", async () => {
  const counts = { queued: 1, sending: 1, verifying: 1, created: 2, failed: 1, duplicate: 1, uncertain: 0, unsent: 1 };
  await open({ run: aDetail({ counts }) });

  expect(counter("Total 8")).toHaveAttribute("aria-pressed", "true");
  const group = screen.getByRole("group", { name: "Mostrar contas por situação" });
  const figures = within(group)
    .getAllByRole("button")
    .map((button) => Number(button.lastChild?.textContent));
  expect(figures.slice(1).reduce((sum, figure) => sum + figure, 0)).toBe(figures[0]);
});

test("a counter narrows the list, and the address keeps it", async () => {
  const run = aDetail({ counts: { failed: 1 } });
  await open({ run, rows: [aRow({ id: 2, state: "created", line: 1 }), aRow()] });
  const { asked } = serve(
    () => run,
    () => [aRow({ error: "Preço baixo demais." })],
  );

  await userEvent.click(counter("Falhas 1"));

  expect(await screen.findByText("Preço baixo demais.")).toBeInTheDocument();
  expect(screen.getByText("1 conta · Falhas")).toBeInTheDocument();
  expect(counter("Falhas 1")).toHaveAttribute("aria-pressed", "true");
  expect(asked).toEqual(["?limit=50&offset=0&state=failed"]);
  expect(location.search).toBe("?state=failed");
});

test("how many accounts a counter means is not told of those that were shown before", async () => {
  const run = aDetail({ counts: { failed: 1 } });
  await open({ run, rows: [aRow({ id: 1, state: "created", line: 1 }), aRow({ id: 2 })] });
  server.use(http.get(`${RUN}/rows`, () => new Promise(() => undefined)));
  expect(screen.getByText("2 contas")).toBeInTheDocument();

  await userEvent.click(counter("Falhas 1"));

  expect(screen.getByText("… · Falhas")).toBeInTheDocument();
  expect(screen.queryByText(/2 contas/)).not.toBeInTheDocument();
});

test("a link to one line shows it alone until all are asked for", async () => {
  history.replaceState(null, "", "/runs/31?line=4");
  await open({ rows: [aRow({ line: 4 })], path: `${ROWS}&line=4` });
  serve(aDetail, () => [aRow({ line: 1 }), aRow({ id: 2, line: 4 })]);
  expect(screen.getByText("Só a linha 4")).toBeInTheDocument();
  expect(counter("Total 8")).toHaveAttribute("aria-pressed", "false");

  await userEvent.click(screen.getByRole("button", { name: "Mostrar todas" }));

  expect(await screen.findByText("2 contas")).toBeInTheDocument();
  expect(location.search).toBe("");
});

test("a row shows its masked login, listing, refusal and where the login already is", async () => {
  await open({
    rows: [
      aRow({ id: 1, line: 1, state: "created", remoteId: "777", error: "", earning: { id: 5, amount: "3.15" } }),
      aRow({ id: 2, line: 2, errors: { price: ["The minimum price is 0.99 €."] } }),
      aRow({ id: 3, line: 3, state: "duplicate", duplicateOf: "linha 1", duplicateUrl: "/runs/31?line=1" }),
      aRow({ id: 4, line: 4, state: "created", remoteId: "778", withdrawnAt: "2026-11-21T10:00:00-03:00" }),
    ],
  });
  const [, first, second, third, fourth] = screen.getAllByRole("row") as HTMLElement[];

  expect(first).toHaveTextContent("jo••••02");
  expect(first).toHaveTextContent("777");
  expect(first).toHaveTextContent("R$ 3,15");
  expect(second).toHaveTextContent("Preço: The minimum price is 0.99 €.");
  expect(second).not.toHaveTextContent("Recusada pelo marketplace.");
  expect(within(third as HTMLElement).getByRole("link", { name: "Ver linha 1" })).toHaveAttribute(
    "href",
    "/runs/31?line=1",
  );
  expect(fourth).toHaveTextContent("Retirado em 21/11/2026 10:00");
});

test("a moving run is asked for every second; when it changed its rows are read anew", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open({ run: aDetail({ counts: { queued: 1 } }), rows: [aRow({ state: "queued", error: "" })] });
  const { asked } = serve(aDetail, () => [aRow({ state: "created", error: "", remoteId: "901" })]);
  server.use(http.get(RUN, () => HttpResponse.json(aDetail({ settled: 4, counts: { created: 1 } }))));

  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(await screen.findByText("901")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(3000));

  expect(screen.getByText("4 de 8 contas processadas")).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

test("a hidden tab asks for nothing", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  focusManager.setFocused(false);
  await open();
  const asked = vi.fn();
  server.use(http.get(RUN, asked));

  await act(() => vi.advanceTimersByTimeAsync(5000));

  expect(asked).not.toHaveBeenCalled();
});

test("what cannot be read again is said, and what was known stays", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  server.use(http.get(RUN, () => HttpResponse.json({ message: "x" }, { status: 403 })));

  await act(() => vi.advanceTimersByTimeAsync(1100));

  expect(await screen.findByText(/Não foi possível atualizar/)).toBeInTheDocument();
  expect(screen.getByText("3 de 8 contas processadas")).toBeInTheDocument();
});

test("a pause is asked for at once, and a paused run can go on", async () => {
  await open();
  const { posted } = serve(() => aDetail({ state: "paused", counts: { queued: 4, sending: 1 } }));

  expect(spoken()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Pausar" }));

  await waitFor(() => expect(spoken().join()).toContain("Pausada: 25%"));
  // Not on 'Cancelar', which stands beside it.
  expect(await screen.findByRole("button", { name: "Retomar" })).toHaveFocus();
  expect(screen.getByText(/^Uma conta já estava sendo enviada e ainda é concluída/)).toBeInTheDocument();
  expect(posted.map(({ path }) => path)).toEqual(["/pause"]);
});

test("cancelling says what becomes of the account in flight before it is asked for", async () => {
  await open({ run: aDetail({ counts: { created: 3, queued: 4, sending: 1 } }) });
  const { posted } = serve(() => aDetail({ state: "cancelled", settled: 8, counts: { created: 4, unsent: 4 } }));

  await userEvent.click(screen.getByRole("button", { name: "Cancelar" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Cancelar a criação?" });
  expect(dialog).toHaveTextContent("4 contas na fila não serão enviadas.");
  expect(dialog).toHaveTextContent("A conta que está sendo enviada agora não pode ser interrompida");
  expect(posted).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancelar criação" }));

  expect(await screen.findByText("Cancelada")).toBeInTheDocument();
  expect(posted.map(({ path }) => path)).toEqual(["/cancel"]);
  expect(screen.queryByRole("button", { name: "Pausar" })).not.toBeInTheDocument();
});

test("failures that can be sent again are repeated; the others are said to be hopeless", async () => {
  const over = aDetail({ state: "finished_with_errors", settled: 8, retryable: 2, counts: { created: 5, failed: 3 } });
  await open({ run: over });
  expect(screen.getByText(/^1 falha não pode ser repetida/)).toBeInTheDocument();
  const { posted } = serve(() => aDetail({ counts: { created: 5, failed: 1, queued: 2 } }));

  await userEvent.click(screen.getByRole("button", { name: "Repetir falhas (2)" }));

  expect(await screen.findByText("Em andamento")).toBeInTheDocument();
  expect(posted.map(({ path }) => path)).toEqual(["/retry"]);
});

test("a refusal of the server is toasted", async () => {
  await open({ run: aDetail({ state: "paused" }) });
  serve(() => aDetail({ state: "paused" }));
  server.use(
    http.post(`${RUN}/resume`, () => HttpResponse.json({ message: "A chave mudou.", code: "x" }, { status: 409 })),
  );

  await userEvent.click(screen.getByRole("button", { name: "Retomar" }));

  await waitFor(() => expect(toastText()).toBe("ErroA chave mudou."));
});

test("what comes while a run goes on has its place from the start", async () => {
  await open({ run: aDetail({ state: "queued", startedAt: null, finishedAt: null, listed: 0 }) });

  expect(screen.getByText("Primeiro envio").nextElementSibling).toHaveTextContent("—");
  expect(screen.getByText("Terminada em").nextElementSibling).toHaveTextContent("—");
  expect(screen.getByRole("button", { name: "Retirar anúncios" })).toBeDisabled();
});

test("a run whose listings were made drafts says how many are", async () => {
  await open({ run: aDetail({ state: "finished", listed: 3, drafts: 2, counts: { created: 3 } }) });

  expect(screen.getByText("2 anúncios desta execução são rascunhos.")).toBeInTheDocument();
});

test("a run that is over and listed nothing offers no withdrawal", async () => {
  await open({ run: aDetail({ state: "cancelled", listed: 0 }) });

  expect(screen.queryByRole("button", { name: "Retirar anúncios" })).not.toBeInTheDocument();
});

test("withdrawing wants the words typed, and says what it does", async () => {
  await open({ run: aDetail({ state: "finished", listed: 3, counts: { created: 3 } }) });
  const { posted } = serve(() => aDetail({ state: "finished", listed: 3, withdrawing: 3, counts: { created: 3 } }));

  await userEvent.click(screen.getByRole("button", { name: "Retirar anúncios" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Retirar 3 anúncios?" }));
  const confirm = dialog.getByRole("button", { name: "Retirar anúncios" });
  await userEvent.click(dialog.getByRole("radio", { name: /^Excluir/ }));
  expect(confirm).toBeDisabled();
  await userEvent.type(dialog.getByLabelText("Digite retirar 31 para confirmar"), "Retirar 31");
  await userEvent.click(confirm);

  expect(await screen.findByText("Falta retirar 3 anúncios.")).toBeInTheDocument();
  expect(posted).toEqual([
    { path: "/withdraw", body: { action: "delete" }, key: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
  expect(screen.queryByRole("button", { name: "Retirar anúncios" })).not.toBeInTheDocument();
});

describe("an uncertain account", () => {
  async function decide() {
    await open({
      run: aDetail({ state: "finished_with_errors", counts: { uncertain: 1 } }),
      rows: [aRow({ id: 9, line: 2, state: "uncertain" })],
    });
    expect(screen.getByRole("link", { name: "Ver incertas" })).toHaveAttribute("href", "/runs/31?state=uncertain");
    await userEvent.click(screen.getByRole("button", { name: "Decidir a linha 2" }));
    return within(await screen.findByRole("dialog", { name: "Decidir a linha 2" }));
  }

  test("'Foi criada' wants the listing's id", async () => {
    const dialog = await decide();
    const { posted } = serve(() => aDetail({ state: "finished" }));

    await userEvent.click(dialog.getByRole("button", { name: "Confirmar" }));
    expect(dialog.getByLabelText("Número do anúncio")).toHaveAccessibleDescription("Informe o número do anúncio.");
    expect(posted).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Número do anúncio"), " 777 ");
    await userEvent.click(dialog.getByRole("button", { name: "Confirmar" }));

    await waitFor(() => expect(toastText()).toBe("SucessoConta marcada como criada; o ganho foi creditado."));
    expect(posted).toEqual([
      {
        path: "/rows/9/resolve",
        body: { outcome: "created", remoteId: "777" },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  test("'Não foi criada' needs nothing more", async () => {
    const dialog = await decide();
    const { posted } = serve(() => aDetail({ state: "finished_with_errors" }));

    const answer = dialog.getByRole("radio", { name: "Não foi criada" });
    expect(answer).toHaveAccessibleDescription("O anúncio não existe: a conta passa a falha e pode ser repetida.");
    await userEvent.click(answer);
    expect(dialog.queryByLabelText("Número do anúncio")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Confirmar" }));

    await waitFor(() => expect(toastText()).toBe("SucessoConta marcada como falha."));
    expect(posted.map(({ body }) => body)).toEqual([{ outcome: "failed" }]);
  });

  test("a listing that another line answers for is refused, and the dialog stays", async () => {
    const dialog = await decide();
    serve(() => aDetail());
    server.use(
      http.post(`${RUN}/rows/9/resolve`, () =>
        HttpResponse.json({ message: "Este anúncio já está ligado a outra linha.", code: "x" }, { status: 409 }),
      ),
    );

    await userEvent.type(dialog.getByLabelText("Número do anúncio"), "777");
    await userEvent.click(dialog.getByRole("button", { name: "Confirmar" }));

    await waitFor(() => expect(toastText()).toBe("ErroEste anúncio já está ligado a outra linha."));
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });
});

const FOUND_THERE = aRow({ id: 9, state: "duplicate", duplicateOf: null, duplicateUrl: null });

test("an admin decides a duplicate that was found on the marketplace", async () => {
  await open({ rows: [FOUND_THERE], user: { ...ANA, role: "admin" } });
  await userEvent.click(screen.getByRole("button", { name: "Decidir a linha 2" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decidir a linha 2" }));
  expect(dialog.getByLabelText("Número do anúncio")).toBeInTheDocument();
  expect(dialog.queryByRole("radio", { name: /Não foi criada/ })).not.toBeInTheDocument();
});

test("nobody else decides a duplicate that was found on the marketplace", async () => {
  await open({ rows: [FOUND_THERE], user: { ...ANA, role: "employee" } });
  expect(screen.queryByRole("button", { name: "Decidir a linha 2" })).not.toBeInTheDocument();
});

test("an admin's decision against the marketplace needs a reason", async () => {
  const reason = "Informe o motivo para decidir sem a confirmação do marketplace.";
  await open({ rows: [aRow({ id: 9, state: "uncertain" })], user: { ...ANA, role: "admin" } });
  await userEvent.click(screen.getByRole("button", { name: "Decidir a linha 2" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decidir a linha 2" }));
  const { posted } = serve(() => aDetail({ state: "finished" }));
  server.use(
    http.post(
      `${RUN}/rows/9/resolve`,
      () =>
        HttpResponse.json(
          { message: "O marketplace não tem o anúncio 777.", code: "not_confirmed", errors: { reason: [reason] } },
          { status: 409 },
        ),
      { once: true },
    ),
  );
  expect(dialog.queryByLabelText("Motivo")).not.toBeInTheDocument();

  await userEvent.type(dialog.getByLabelText("Número do anúncio"), "777");
  await userEvent.click(dialog.getByRole("button", { name: "Confirmar" }));
  await waitFor(() => expect(dialog.getByLabelText("Motivo")).toHaveAccessibleDescription(reason));

  await userEvent.type(dialog.getByLabelText("Motivo"), "Vi no painel.");
  await userEvent.click(dialog.getByRole("button", { name: "Confirmar" }));
  await waitFor(() =>
    expect(posted.at(-1)?.body).toEqual({ outcome: "created", remoteId: "777", reason: "Vi no painel." }),
  );
});

describe("credentials", () => {
  async function look(user: typeof ANA) {
    await open({ rows: [aRow({ id: 9 })], user });
    await userEvent.click(screen.getByRole("button", { name: "Mostrar credenciais da linha 2" }));
    return screen.findByRole("dialog", { name: "Credenciais da linha 2" });
  }

  test("are fetched when asked for, after the trace that it leaves was told", async () => {
    const dialog = await look({ ...ANA, id: 99, role: "admin" });
    expect(dialog).toHaveTextContent("Ana Souza pode vê-la no Perfil, em Atividade.");
    expect(dialog).toHaveTextContent("jo••••02");
    server.use(
      http.post(`${RUN}/rows/9/reveal`, () =>
        HttpResponse.json({ login: "jogador02", password: "Exemplo#123", emailLogin: "", emailPassword: "" }),
      ),
    );

    await userEvent.click(within(dialog).getByRole("button", { name: "Mostrar credenciais" }));

    expect(await within(dialog).findByText("Exemplo#123")).toBeInTheDocument();
    expect(dialog).toHaveTextContent("jogador02");
    expect(dialog).toHaveTextContent("Esta consulta foi registrada.");
    expect(within(dialog).queryByText("Senha do e-mail")).not.toBeInTheDocument();
  });

  test("of one's own run leave their trace with oneself", async () => {
    expect(await look(ANA)).toHaveTextContent("você pode vê-la no Perfil");
  });

  test("that were purged are not offered", async () => {
    await open({ rows: [aRow({ canReveal: false })] });

    expect(screen.queryByRole("button", { name: /^Mostrar credenciais/ })).not.toBeInTheDocument();
  });
});

test("the receipt shows counts, listings and the seal, and can be downloaded", async () => {
  await open({ run: aDetail({ state: "finished", counts: { created: 1, failed: 2 } }) });
  const { counts } = aDetail({ counts: { created: 1, failed: 2 } });
  server.use(
    http.get(`${RUN}/receipt.json`, () =>
      HttpResponse.json({
        receipt: { run: 31, total: 3, counts, listings: [{ line: 4, remoteId: "777", withdrawnAt: null }] },
        sha256: "ab12".repeat(16),
      }),
    ),
  );

  await userEvent.click(screen.getByRole("button", { name: "Recibo" }));
  const dialog = await screen.findByRole("dialog", { name: "Recibo da execução 31" });

  expect(await within(dialog).findByText("ab12".repeat(16))).toBeInTheDocument();
  expect(dialog).toHaveTextContent("Criadas1Falhas2Total3");
  expect(dialog).toHaveTextContent("Linha 4777");
  expect(within(dialog).getByRole("link", { name: "Baixar recibo" })).toHaveAttribute("href", `${RUN}/receipt.json`);
});

test("the run leads to its report and to its creator", async () => {
  await open();

  expect(screen.getByRole("link", { name: "Relatório CSV" })).toHaveAttribute("href", `${RUN}/report.csv`);
  expect(screen.getByRole("link", { name: "Criar contas Roblox" })).toHaveAttribute("href", "/roblox-bulk");
});

test("a run with failures offers them as a file to mend and upload again", async () => {
  await open({ run: aDetail({ state: "finished_with_errors", counts: { created: 1, failed: 2 } }) });

  expect(screen.getByRole("link", { name: "Corrigir em planilha" })).toHaveAttribute("href", `${RUN}/corrections.csv`);
});

test("an earning opens the chain that led to it", async () => {
  await open({ rows: [aRow({ state: "created", remoteId: "1", earning: { id: 5, amount: "3.15" } })] });
  server.use(http.get("/api/earnings/5/why", () => HttpResponse.json({ message: "x" }, { status: 403 })));

  await userEvent.click(screen.getByRole("button", { name: /^R\$\s3,15: por que este valor/ }));

  const dialog = await screen.findByRole("dialog", { name: "Por que este valor?" });
  expect(dialog).toHaveTextContent("Conta Roblox - Robux e Itens · Ana Souza");
});

test("an earning of a run that was handed on is told with who earned it", async () => {
  await open({ rows: [aRow({ state: "created", remoteId: "1", earning: { id: 5, amount: "3.15" } })] });
  const user = { id: 8, fullName: "Bruno Lima", username: "bruno.lima" };
  const earning = { id: 5, user, bonusPercentage: "0.00", sourceKind: "bulk_row" };
  const why = { earning, pieces: [], payouts: [], cause: null, entries: [] };
  server.use(http.get("/api/earnings/5/why", () => HttpResponse.json(why)));

  await userEvent.click(screen.getByRole("button", { name: /^R\$\s3,15: por que este valor/ }));

  expect(await screen.findByText("Conta Roblox - Robux e Itens · Bruno Lima")).toBeInTheDocument();
});
