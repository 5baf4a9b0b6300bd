import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { Run } from "@/api/runs";
import { RunsScreen } from "@/screens/runs/screen";
import { aRun } from "@/shared/creation/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const PATH = "/api/bulk/runs?limit=20&offset=0";
const GAMES = [{ value: "roblox", label: "Roblox" }];

function open(runs: Run[], { total = runs.length, path = PATH, role = ANA.role } = {}) {
  signIn({ ...ANA, role });
  renderScreen(<RunsScreen games={GAMES} />, { [path]: { rows: runs, total } });
}

/** Answer the list, and remember what was asked for. */
function serveList(answer: () => Run[], total = 1): string[] {
  const asked: string[] = [];
  server.use(
    http.get("/api/bulk/runs", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(answer(), { headers: { "X-Total-Count": String(total) } });
    }),
  );
  return asked;
}

beforeEach(() => history.replaceState(null, "", "/runs"));
afterEach(() => focusManager.setFocused(undefined));

test("a run shows its state in words, its counters, when, and the key it uses", () => {
  open([aRun({ counts: { created: 2, failed: 1, queued: 5 } })]);
  const row = within(screen.getAllByRole("row")[1] as HTMLElement);

  expect(row.getByRole("link", { name: "Execução 31" })).toHaveAttribute("href", "/runs/31");
  expect(row.getByText("Roblox · Conta Roblox - Robux e Itens")).toBeInTheDocument();
  expect(row.getByText("Em andamento")).toHaveAttribute("data-tone", "accent");
  expect(row.getByText("3 de 8")).toBeInTheDocument();
  expect(row.getByText("cerca de 3 min")).toBeInTheDocument();
  expect(row.getByText("2 criadas · 1 falha")).toBeInTheDocument();
  expect(row.getByRole("progressbar", { name: "Progresso da execução 31" })).toHaveAttribute("aria-valuenow", "37");
  expect(row.getByText("20/11/2026 10:00")).toBeInTheDocument();
  expect(row.getByText("Própria")).toBeInTheDocument();
  expect(row.getByText("••••1234")).toBeInTheDocument();
});

test("whose run it is, and a search by person, are for admins", () => {
  open([aRun({ systemKey: true })], { role: "admin" });

  expect(screen.getByRole("columnheader", { name: "Pessoa" })).toBeInTheDocument();
  expect(screen.getByText("@ana.souza")).toBeInTheDocument();
  expect(screen.getByText("Padrão do sistema")).toBeInTheDocument();
  expect(screen.getByRole("searchbox", { name: "Buscar pessoa" })).toBeInTheDocument();
});

test("an employee is not asked whose runs to show", () => {
  open([aRun()]);

  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  expect(screen.queryByRole("columnheader", { name: "Pessoa" })).not.toBeInTheDocument();
});

test("filters ask the server, and the address keeps them", async () => {
  open([aRun({ state: "finished" })]);
  const asked = serveList(() => [aRun({ state: "paused" })]);

  await userEvent.selectOptions(screen.getByLabelText("Situação"), "Pausada");
  await userEvent.selectOptions(screen.getByLabelText("Jogo"), "Roblox");
  await userEvent.type(screen.getByLabelText("De"), "2026-11-01");

  await waitFor(() => expect(asked.at(-1)).toBe("?limit=20&offset=0&game=roblox&state=paused&start=2026-11-01"));
  expect(location.search).toBe("?state=paused&game=roblox&start=2026-11-01");
});

test("an address with filters and a page starts from what came with it", () => {
  history.replaceState(null, "", "/runs?state=finished&pagina=2");
  open([aRun({ state: "finished" })], { path: "/api/bulk/runs?limit=20&offset=20&state=finished", total: 21 });

  expect(screen.getByLabelText("Situação")).toHaveValue("finished");
  expect(screen.getByText("21–21 de 21")).toBeInTheDocument();
});

test("a moving run is asked for every second, and not in a hidden tab", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open([aRun()]);
  const asked = serveList(() => [aRun({ settled: 4, counts: { created: 4 } })]);

  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(await screen.findByText("4 de 8")).toBeInTheDocument();
  focusManager.setFocused(false);
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(5000));

  expect(asked.length).toBe(before);
});

test("runs that are over are asked for seldom", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open([aRun({ state: "finished" })]);
  const asked = serveList(() => [aRun({ state: "finished" })]);

  await act(() => vi.advanceTimersByTimeAsync(14_000));
  expect(asked).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(asked).toHaveLength(1));
});

test("without any run there is a way to make one", () => {
  open([]);

  expect(screen.getByText("Nenhuma execução ainda")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Criar contas" })).toHaveAttribute("href", "/game-selection");
});

test("filters that match nothing can be cleared", async () => {
  history.replaceState(null, "", "/runs?state=queued");
  open([], { path: `${PATH}&state=queued` });
  serveList(() => [aRun({ state: "finished" })]);

  await userEvent.click(screen.getByRole("button", { name: "Limpar filtros" }));

  expect(await screen.findByText("Execução 31")).toBeInTheDocument();
  expect(location.search).toBe("");
});

test("a list that cannot be read says why and can be asked for again", async () => {
  server.use(http.get("/api/bulk/runs", () => HttpResponse.json({ message: "Sem acesso." }, { status: 403 })));
  signIn(ANA);
  renderScreen(<RunsScreen games={GAMES} />);

  expect(await screen.findByRole("note")).toHaveTextContent("Você não tem permissão para realizar esta ação.");
  serveList(() => [aRun({ state: "finished" })]);
  await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));

  expect(await screen.findByText("Execução 31")).toBeInTheDocument();
});
