import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Budget } from "@/api/configs";
import type { Activity, CallFigures } from "@/api/marketplace";
import { IntegrationsScreen } from "@/screens/integrations/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const CALL: Activity = {
  id: 1,
  userId: 1,
  service: "gameboost",
  endpoint: "accounts",
  method: "GET",
  status: "200",
  success: true,
  timestamp: "2026-11-21T09:00:00-03:00",
  responseTime: 1215,
  requestId: "",
};
const FIGURES: CallFigures = {
  requestsToday: 1247,
  successRate: 98.5,
  averageResponseTime: 215,
  quotaLimit: 500,
  quotaRemaining: 480,
};
const BUDGET: Budget = {
  configured: true,
  enabled: true,
  limit: 450,
  used: 30,
  left: 420,
  yourLeft: 190,
  people: 1,
  blockedUntil: null,
  reported: null,
  reportedResetAt: null,
  buckets: [],
};
const calls = (count: number): Activity[] =>
  Array.from({ length: count }, (_, index) => ({ ...CALL, id: count - index, endpoint: `accounts/${index + 1}` }));

type Page = { figures?: CallFigures; budget?: Budget; rows?: Activity[]; total?: number };

function show({ figures = FIGURES, budget = BUDGET, rows = [CALL], total = rows.length }: Page = {}) {
  return renderScreen(<IntegrationsScreen />, {
    "/api/activities/figures": figures,
    "/api/activities?limit=50&offset=0": { rows, total },
    "/api/activities?limit=1&offset=0&service=gameboost": { rows: rows.slice(0, 1), total },
    "/api/configs/gameboost/budget?userId=1": budget,
    "/api/configs/lztmarket/budget?userId=1": { ...budget, configured: false, limit: 0, used: 0, left: 0 },
  });
}

const words = (element: Element | null | undefined) => element?.textContent?.replace(/\u00a0/g, " ");
const figure = (label: string) => words(screen.getByText(label, { selector: "dt" }).parentElement);
const endpoints = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[1]?.textContent?.replace("EndpointGET ", ""));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T09:05:00-03:00") });
  history.replaceState(null, "", "/integrations");
  signIn({ ...ANA, id: 1, role: "admin" });
});

describe("the cards", () => {
  it("are the figures that were counted", () => {
    show();
    expect(figure("Requisições hoje")).toBe("Requisições hoje1.247Toda a equipe, nas duas APIs");
    expect(figure("Cota restante")).toBe("Cota restante420de 450 por minuto");
    expect(figure("Taxa de sucesso")).toBe("Taxa de sucesso98,5%Nas chamadas de hoje");
    expect(figure("Tempo médio de resposta")).toBe("Tempo médio de resposta215 msNas chamadas de hoje");
    expect(figure("GameBoost API")).toBe("GameBoost APIActiveRespondeu há 5 minutos");
    expect(screen.getByRole("link", { name: "Active" })).toHaveAttribute("href", "/gameboost");
  });

  it("say that nothing was called instead of showing a rate", () => {
    show({ figures: { ...FIGURES, requestsToday: 0, successRate: null, averageResponseTime: null }, rows: [] });
    expect(figure("Requisições hoje")).toContain("0");
    expect(figure("Taxa de sucesso")).toBe("Taxa de sucesso—Nenhuma chamada hoje");
    expect(figure("Tempo médio de resposta")).toBe("Tempo médio de resposta—Nenhuma chamada hoje");
    expect(figure("GameBoost API")).toBe("GameBoost APISem chamadasTeste a conexão");
  });

  it("tell what went wrong last", () => {
    show({ rows: [{ ...CALL, status: "timeout", success: false }] });
    expect(figure("GameBoost API")).toBe("GameBoost APICom falhaTempo esgotado, há 5 minutos");
  });

  it("don't call a marketplace active that has no key", () => {
    show({ budget: { ...BUDGET, configured: false } });
    expect(figure("GameBoost API")).toBe("GameBoost APISem chaveConfigure a chave de API");
    expect(figure("Cota restante")).toBe("Cota restante—Sem chave de API");
  });
});

describe("the gauges", () => {
  it("show what went out this minute, for each key", () => {
    show();
    const bar = screen.getByRole("progressbar", { name: "Chamadas de GameBoost neste minuto" });
    expect(bar).toHaveAttribute("aria-valuenow", "30");
    expect(bar).toHaveAttribute("aria-valuemax", "450");
    expect(screen.getByText("30 de 450 usadas")).toBeInTheDocument();
    expect(screen.getByText("Restam 190 chamadas para as telas neste minuto")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Configurar a chave" })).toHaveAttribute("href", "/gerenciar-apis");
  });

  it("move by themselves", async () => {
    server.use(
      http.get("/api/configs/gameboost/budget", () => HttpResponse.json({ ...BUDGET, used: 31, left: 419 })),
      http.get("/api/configs/lztmarket/budget", () => HttpResponse.json({ ...BUDGET, configured: false })),
    );
    show();
    vi.advanceTimersByTime(5000);
    expect(await screen.findByText("31 de 450 usadas")).toBeInTheDocument();
    expect(figure("Cota restante")).toContain("419");
  });

  it("say who else uses the key and what the marketplace itself counts", () => {
    const reportedResetAt = "2026-11-21T09:06:00-03:00";
    show({ budget: { ...BUDGET, people: 3, reported: { limit: 500, remaining: 480 }, reportedResetAt } });
    expect(
      screen.getByText(
        "Restam 190 chamadas para as telas neste minuto · 3 pessoas usando a chave · o GameBoost informa 480 de 500 até 09:06",
      ),
    ).toBeInTheDocument();
  });

  it("don't repeat what the marketplace counted in a minute that is over", () => {
    const reportedResetAt = "2026-11-21T09:04:00-03:00";
    show({ budget: { ...BUDGET, reported: { limit: 500, remaining: 480 }, reportedResetAt } });
    expect(screen.getByText("Restam 190 chamadas para as telas neste minuto")).toBeInTheDocument();
  });

  it("say when the marketplace asked to wait", () => {
    show({ budget: { ...BUDGET, left: 0, blockedUntil: "2026-11-21T09:07:00-03:00" } });
    expect(screen.getByText("O GameBoost pediu para esperar até 09:07")).toBeInTheDocument();
  });
});

it("opens what else there is in tabs of its own, and the address keeps which", async () => {
  server.use(
    http.get("/api/marketplace/changes", () => HttpResponse.json([])),
    http.get("/api/marketplace/sync", () => HttpResponse.json([])),
    http.get("/api/marketplace/templates/drift", () => HttpResponse.json([])),
  );
  show();
  await userEvent.click(screen.getByRole("tab", { name: "Mudanças em anúncios" }));
  expect(await screen.findByText("Nada a tratar")).toBeInTheDocument();
  expect(location.search).toBe("?aba=mudancas");
  await userEvent.click(screen.getByRole("tab", { name: "Modelos dos jogos" }));
  expect(await screen.findByRole("button", { name: "Conferir agora" })).toBeInTheDocument();
});

describe("the activity table", () => {
  it("has the documented columns", () => {
    show({ rows: [{ ...CALL, status: "422", success: false }] });
    const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
    expect(headers).toEqual(["API", "Endpoint", "Status", "Time", "Response Time"]);
    const row = within(screen.getByRole("table")).getAllByRole("row")[1];
    for (const text of ["GameBoost", "GET accounts", "422", "21/11/2026 09:00", "1.215 ms"]) {
      expect(row).toHaveTextContent(text);
    }
    expect(screen.getByRole("link", { name: "Configure APIs" })).toHaveAttribute("href", "/gerenciar-apis");
  });

  it("says 'No API activities found'", () => {
    show({ rows: [] });
    expect(screen.getByText("No API activities found")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  it("shows 10 rows of the 50 it has, and fetches the next 50 when they are turned to", async () => {
    const asked: string[] = [];
    server.use(
      http.get("/api/activities", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([{ ...CALL, id: 99, endpoint: "games" }], { headers: { "X-Total-Count": "51" } });
      }),
    );
    show({ rows: calls(50), total: 51 });
    expect(endpoints()).toEqual(Array.from({ length: 10 }, (_, index) => `accounts/${index + 1}`));
    expect(screen.getByText("1–10 de 51")).toBeInTheDocument();
    await press("Next");
    expect(endpoints()[0]).toBe("accounts/11");
    expect(location.search).toBe("?pagina=2");
    for (const _ of [3, 4, 5]) await press("Next");
    expect(asked).toEqual([]);
    await press("Next");
    await waitFor(() => expect(endpoints()).toEqual(["games"]));
    expect(asked).toEqual(["?limit=50&offset=50"]);
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    await press("Previous");
    expect(endpoints()[0]).toBe("accounts/41");
  });

  it("is narrowed to one API, from the first page on", async () => {
    history.replaceState(null, "", "/integrations?pagina=2");
    server.use(
      http.get("/api/activities", ({ request }) => {
        const isAsked = new URL(request.url).search === "?limit=50&offset=0&service=lztmarket";
        return HttpResponse.json(isAsked ? [{ ...CALL, service: "lztmarket", endpoint: "profile" }] : []);
      }),
    );
    show({ rows: calls(20) });
    await userEvent.selectOptions(screen.getByLabelText("API"), "LZT Market");
    await waitFor(() => expect(endpoints()).toEqual(["profile"]));
    expect(location.search).toBe("?api=lztmarket");
  });

  it("is read anew with 'Atualizar', figures included", async () => {
    server.use(
      http.get("/api/activities", () => HttpResponse.json([{ ...CALL, id: 2, endpoint: "games" }])),
      http.get("/api/activities/figures", () => HttpResponse.json({ ...FIGURES, requestsToday: 1248 })),
    );
    show();
    await press("Refresh Data");
    await waitFor(() => expect(endpoints()).toEqual(["games"]));
    expect(figure("Requisições hoje")).toContain("1.248");
  });
});
