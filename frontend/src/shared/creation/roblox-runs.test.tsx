import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { aRow, aRun, cell, dryRun, open as openCreator, paste } from "@/shared/creation/fixtures";
import { toastText } from "../../../test/render";
import { server } from "../../../test/server";

const GROUP = [
  { id: 31, market: "GameBoost" },
  { id: 32, market: "LZT Market" },
];

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun()));

const open = (changes = {}) => openCreator("roblox", changes).user;

test("a run under way is shown at once, polled, and its end is toasted", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(
    http.get("/api/bulk/runs/31", () =>
      HttpResponse.json(aRun({ state: "finished_with_errors", settled: 8, counts: { created: 7, failed: 1 } })),
    ),
    http.get("/api/bulk/runs/31/rows", ({ request }) => {
      expect(new URL(request.url).searchParams.get("state")).toBe("failed");
      return HttpResponse.json([aRow({ errors: { price: ["The minimum price is 0.99 €."] } })]);
    }),
  );
  open({ activeRun: aRun() });
  expect(screen.getByText("3 de 8")).toBeInTheDocument();
  expect(screen.getByText("cerca de 3 min")).toBeInTheDocument();

  await act(() => vi.advanceTimersByTimeAsync(1100));

  await waitFor(() => expect(toastText()).toBe("Erro7 contas criadas com sucesso. 1 falhas."));
  expect(document.querySelector("#toasts [data-kind]")).toHaveAttribute("data-kind", "error");
  expect(await screen.findByText("Preço: The minimum price is 0.99 €.")).toBeInTheDocument();
});

test("what is sent leaves the list; what was refused comes back and says why", async () => {
  let run = aRun({ total: 2, settled: 0 });
  server.use(
    http.post("/api/roblox/bulk-create", () => HttpResponse.json({ success: true, runId: 31 }, { status: 202 })),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(run)),
    http.get("/api/bulk/runs/31/rows", () => HttpResponse.json([aRow()])),
  );
  const { user, kept } = openCreator("roblox");
  await paste(user, "jogador01:a\njogador02:b\nruim\njogador01:c");
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));
  await screen.findByText("Tudo conferido pelo servidor.");
  await user.click(screen.getByRole("button", { name: "Criar contas" }));
  await screen.findByText("0 de 2");
  // The line that repeats one of them goes with it.
  await waitFor(() => expect(screen.getByRole("tab", { name: "Resultado da análise (1)" })).toBeInTheDocument());
  await waitFor(() => expect(kept.accounts().map(({ sent }) => sent?.line ?? null)).toEqual([1, 2, null, 1]));

  const [, second, wrong] = kept.queue.entries;
  const failed = { ...second, state: "failed", error: "Recusada pelo marketplace." };
  kept.queue = { ...kept.queue, version: kept.queue.version + 1, entries: [failed, wrong] as never };
  run = aRun({ state: "finished_with_errors", total: 2, settled: 2, counts: { created: 1, failed: 1 }, earned: "3.15" });

  await waitFor(() => expect(toastText()).toBe("Erro1 contas criadas com sucesso. 1 falhas."));
  expect(screen.getByText("1 conta criada. Você ganhou R$ 3,15.")).toBeInTheDocument();
  expect(await screen.findByText("Falhou: Recusada pelo marketplace.")).toBeInTheDocument();
  expect(cell(2, "Login")).toHaveTextContent("jogador02");
  expect(cell(3, "Linha")).toHaveTextContent("ruim");
});

test("a run can be paused, resumed and, after a question, cancelled", async () => {
  const asked: string[] = [];
  let state: "running" | "paused" | "cancelled" = "running";
  server.use(
    http.post("/api/bulk/runs/31/:verb", ({ params }) => {
      asked.push(String(params.verb));
      state = params.verb === "pause" ? "paused" : params.verb === "resume" ? "running" : "cancelled";
      return HttpResponse.json(aRun({ state }));
    }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun({ state, counts: { created: 3 } }))),
  );
  const user = open({ activeRun: aRun() });
  await user.click(screen.getByRole("button", { name: "Pausar" }));
  await user.click(await screen.findByRole("button", { name: "Retomar" }));
  await screen.findByRole("button", { name: "Pausar" });
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  await user.click(await screen.findByRole("button", { name: "Cancelar criação" }));
  expect(await screen.findByText("Cancelada")).toBeInTheDocument();
  expect(asked).toEqual(["pause", "resume", "cancel"]);
});

test("Limpar Resultados takes the last run away for good", async () => {
  const lastRun = aRun({ state: "finished", settled: 8, counts: { created: 8 } });
  const user = open({ lastRun });
  expect(screen.getByText(/8 contas criadas com sucesso. 0 falhas./)).toBeInTheDocument();
  expect(toastText()).toBe("");

  await user.click(screen.getByRole("button", { name: "Limpar Resultados" }));

  expect(screen.queryByText("Resultados")).not.toBeInTheDocument();
  expect(localStorage.getItem("cleared-run:roblox")).toBe("31");
});

test("the button to create waits while a run goes, and no longer once it is paused", async () => {
  const reason =
    "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2. Se a execução não continuar sozinha, retome-a.";
  const paused = aRun({ state: "paused", pauseCode: "version_gone", pauseReason: reason, keyUserId: 7 });
  let run = aRun({ state: "running" });
  server.use(http.get(`/api/bulk/runs/${run.id}`, () => HttpResponse.json(run)));
  const user = open({ activeRun: run });
  await paste(user, "jogador09:a");
  expect(await screen.findByRole("button", { name: "Criando contas" })).toHaveAttribute("aria-busy", "true");

  run = paused;
  expect(await screen.findByRole("button", { name: "Criar 1 conta" })).toBeEnabled();
  expect(screen.getByText(reason)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Usar a versão 2" })).toBeInTheDocument();
}, 30_000);

test("two marketplaces are shown and end as one, and both are asked to pause", async () => {
  const here = {
    group: GROUP,
    state: "finished",
    total: 8,
    settled: 8,
    counts: { created: 8 },
    earned: "24.00",
  } as const;
  const there = { ...here, id: 32, market: "lztmarket:https://prod-api.lzt.market", earned: "0.00" };
  let other = aRun({ ...there, state: "running", settled: 2, counts: { created: 2, queued: 6 } });
  const asked: string[] = [];
  server.use(
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun(here))),
    http.get("/api/bulk/runs/32", () => HttpResponse.json(other)),
    http.get("/api/bulk/runs/:id/rows", ({ params }) => HttpResponse.json(params.id === "32" ? [aRow()] : [])),
    http.post("/api/bulk/runs/:id/pause", ({ params }) => {
      asked.push(String(params.id));
      return params.id === "31"
        ? HttpResponse.json({ message: "Já terminou." }, { status: 409 })
        : HttpResponse.json(other);
    }),
  );
  const user = open({ activeRun: aRun({ ...here, state: "running", settled: 7 }) });
  expect(await screen.findByText("10 de 16")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Pausar" }));
  await waitFor(() => expect(asked.sort()).toEqual(["31", "32"]));
  expect(toastText()).toBe("");

  other = aRun({ ...there, state: "finished_with_errors", counts: { created: 7, failed: 1 } });
  await waitFor(() => expect(toastText()).toBe("Erro2 marketplaces: 15 de 16 anúncios foram criados. 1 falha."));
  expect(screen.getByText("Você ganhou R$ 24,00.")).toBeInTheDocument();
  expect(await screen.findByText(/LZT Market · Linha/)).toBeInTheDocument();
});

test("a marketplace that could not be paused is told, though the other one was", async () => {
  const running = { group: GROUP, settled: 2, counts: { created: 2, queued: 6 } };
  let here = aRun(running);
  server.use(
    http.get("/api/bulk/runs/31", () => HttpResponse.json(here)),
    http.get("/api/bulk/runs/32", () => HttpResponse.json(aRun({ ...running, id: 32 }))),
    http.post("/api/bulk/runs/31/pause", () => {
      here = aRun({ ...running, state: "paused" });
      return HttpResponse.json(here);
    }),
    http.post("/api/bulk/runs/32/pause", () => HttpResponse.json({ message: "x" }, { status: 503 })),
  );
  const user = open({ activeRun: here });
  expect(await screen.findByText("4 de 16")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Pausar" }));
  expect(await screen.findByRole("button", { name: "Retomar" })).toBeInTheDocument();
  await waitFor(() => expect(toastText()).toBe("ErroServiço em manutenção."));
});
