import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Kpi, PersonFigures, Point, Summary } from "@/api/analytics";
import { duration, loadTime, percent } from "@/screens/employee-analytics/labels";
import { change, EmployeeAnalyticsScreen } from "@/screens/employee-analytics/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const kpi = (value: number | null, more: Partial<Kpi> = {}): Kpi => ({
  value,
  before: null,
  part: null,
  whole: null,
  ...more,
});

const point = (day: number, more: Partial<Point> = {}): Point => ({
  at: `2026-11-${String(day).padStart(2, "0")}T00:00:00-03:00`,
  sessions: 0,
  views: 0,
  seconds: 0,
  logins: 0,
  loginsRefused: 0,
  tasksAssigned: 0,
  tasksOnTime: 0,
  tasksLate: 0,
  tasksMissed: 0,
  accounts: 0,
  loadMs: null,
  ...more,
});

const SUMMARY: Summary = {
  range: "7d",
  firstDay: "2026-11-15",
  lastDay: "2026-11-21",
  sessions: kpi(2847, { before: 2500 }),
  people: kpi(4, { part: 4, whole: 5 }),
  loginRate: kpi(96.2, { before: 95, part: 125, whole: 130 }),
  taskCompletion: kpi(89.7, { part: 26, whole: 29 }),
  taskTarget: 90,
  sessionSeconds: kpi(754, { before: 800 }),
  loadMs: kpi(900, { whole: 4120 }),
  load: { p50: 400, p75: 900, p95: 1700, count: 4120 },
  paint: { p50: 300, p75: 700, p95: null, count: 0 },
  byHour: false,
  points: [
    point(20, { sessions: 3, views: 8, seconds: 90, tasksOnTime: 9, tasksMissed: 1, logins: 1, loadMs: 850 }),
    point(21, { sessions: 1, views: 2, seconds: 30, accounts: 12 }),
  ],
  weekdays: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day === 2 && hour === 14 ? 38 : 0)),
  ),
  pages: [
    { path: "/tasks", title: "Minhas Tarefas", views: 30, seconds: 61.4, loadMs: 900, paintMs: 700 },
    { path: "/", title: "Dashboard", views: 10, seconds: 12, loadMs: 1300, paintMs: null },
  ],
  bars: [
    { ms: 250, count: 20 },
    { ms: 4000, count: 15 },
    { ms: null, count: 5 },
  ],
  heatmapUrl: "",
};
const EMPTY: Summary = {
  ...SUMMARY,
  sessions: kpi(0, { before: 0 }),
  people: kpi(0, { part: 0, whole: 5 }),
  loginRate: kpi(null, { part: 0, whole: 0 }),
  taskCompletion: kpi(null, { part: 0, whole: 0 }),
  sessionSeconds: kpi(null),
  loadMs: kpi(null, { whole: 0 }),
  load: { p50: null, p75: null, p95: null, count: 0 },
  points: [point(21)],
  pages: [],
};
const PERSON: PersonFigures = {
  id: 7,
  username: "ana.souza",
  fullName: "Ana Souza",
  sessions: 12,
  views: 87,
  seconds: 4210,
  tasks: 3,
  accounts: 41,
};

const people = (range: string) => `/api/analytics/people?limit=10&offset=0&sort=seconds&range=${range}`;

function show(summary: Summary = SUMMARY) {
  return renderScreen(<EmployeeAnalyticsScreen />, {
    "/api/analytics/summary?range=7d": summary,
    [people("7d")]: { rows: summary.pages.length > 0 ? [PERSON] : [], total: summary.pages.length > 0 ? 1 : 0 },
  });
}

const words = (element: Element | null | undefined) => element?.textContent?.replace(/\u00a0/g, " ");
const figure = (label: string) =>
  words(screen.getByRole("button", { name: new RegExp(`^${label}:`) }).closest("dt")?.parentElement);
const open = (name: string) => userEvent.click(screen.getByRole("tab", { name }));
const rowsOf = (caption: string) =>
  within(screen.getByRole("table", { name: caption }))
    .getAllByRole("row")
    .map((row) => words(row));

beforeEach(() => {
  history.replaceState(null, "", "/employee-analytics");
  document.body.insertAdjacentHTML("beforeend", '<div id="page-actions"></div>');
  signIn({ ...ANA, role: "admin" });
});

describe("the cards", () => {
  it("are the figures that were measured", () => {
    show();
    expect(figure("Sessões")).toBe("Sessões2.847+13,9% que nos 7 dias anteriores");
    expect(figure("Pessoas ativas")).toBe("Pessoas ativas4de 5 pessoas");
    expect(figure("Taxa de login")).toBe("Taxa de login96,2%125 de 130 tentativas");
    expect(figure("Conclusão de tarefas")).toBe("Conclusão de tarefas89,7%Meta de 90%, 26 de 29 tarefas");
    expect(figure("Tempo por sessão")).toBe("Tempo por sessão12 min 34 s-5,8% que nos 7 dias anteriores");
    expect(figure("Tempo de carregamento")).toBe("Tempo de carregamento900 ms4.120 páginas medidas");
  });

  it("say how each is computed", () => {
    show();
    const hint = screen.getByRole("button", { name: /^Taxa de login:/ });
    const made = hint.dataset.tooltip ?? "";
    expect(made).toContain("nas duas etapas");
    expect(screen.getByText("Como cada número é calculado").parentElement).toHaveTextContent(made);
  });

  it("do not make a figure of nothing", () => {
    show(EMPTY);
    expect(figure("Sessões")).toBe("Sessões0Sem período anterior");
    expect(figure("Taxa de login")).toBe("Taxa de login—Nenhuma tentativa");
    expect(figure("Conclusão de tarefas")).toBe("Conclusão de tarefas—Meta de 90%, nenhuma decidida");
    expect(screen.getAllByText("Nenhuma atividade no período")).toHaveLength(2);
  });
});

describe("the range", () => {
  it("filters what is shown, and stays in the address", async () => {
    server.use(
      http.get("/api/analytics/summary", ({ request }) =>
        HttpResponse.json({ ...SUMMARY, range: new URL(request.url).searchParams.get("range"), sessions: kpi(9000) }),
      ),
      http.get("/api/analytics/people", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
    );
    show();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Período" }), "Últimos 90 dias");
    await screen.findByText("9.000");
    expect(location.search).toBe("?range=90d");
  });

  it("of an unknown address is the week", () => {
    history.replaceState(null, "", "/employee-analytics?range=5y");
    show();
    expect(screen.getByRole("combobox", { name: "Período" })).toHaveValue("7d");
  });
});

it("'Atualizar' asks for the figures and the people again", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/api/analytics/*", ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json(request.url.includes("people") ? [PERSON] : { ...SUMMARY, sessions: kpi(2848) });
    }),
  );
  show();
  await screen.findByText("Ana Souza");
  await userEvent.click(screen.getByRole("button", { name: "Atualizar" }));
  await screen.findByText("2.848");
  expect(asked.toSorted()).toEqual(["/api/analytics/people", "/api/analytics/summary"]);
});

describe("the tabs", () => {
  it("begin with when people work, how much, and who", async () => {
    show();
    expect(screen.getByText("Maior movimento: qua, 14h")).toBeInTheDocument();
    expect(rowsOf("Sessões por dia")).toEqual(["sexta-feira, 20 de novembro3 sessões", "sábado, 21 de novembro1 sessão"]);
    await screen.findByText("Ana Souza");
    expect(rowsOf("Pessoas")[1]).toContain("1 h 10 min");
  });

  it("show the pages, the most seen first", async () => {
    show();
    await open("Páginas Mais Visitadas");
    const pages = await screen.findAllByRole("listitem");
    expect(pages.map(words)).toEqual([
      "Minhas Tarefas/tasks30 75%1 min 1 s por visita",
      "Dashboard/10 25%12 s por visita",
    ]);
  });

  it("hold task completion against the target, and time the pages", async () => {
    show();
    await open("Performance");
    expect(await screen.findByText("Meta 90%")).toBeInTheDocument();
    expect(rowsOf("Conclusão de tarefas no prazo, por dia")).toEqual([
      "sexta-feira, 20 de novembro90%",
      "sábado, 21 de novembrosem medição",
    ]);
    expect(rowsOf("Páginas por tempo de carregamento")).toEqual([
      "até 250 ms20 páginas",
      "até 4,0 s15 páginas",
      "mais de 4,0 s5 páginas",
    ]);
    expect(words(screen.getByText("95% em até").parentElement)).toBe("95% em até1,7 sà vista em —");
    const [, ...slowest] = rowsOf("Páginas mais lentas");
    expect(slowest).toEqual([expect.stringContaining("Dashboard"), expect.stringContaining("Minhas Tarefas")]);
  });

  it("say so where nothing was measured", async () => {
    show(EMPTY);
    await open("Performance");
    expect(await screen.findByText("Nenhuma tarefa decidida no período")).toBeInTheDocument();
    expect(screen.getByText("Nenhuma tentativa de login no período")).toBeInTheDocument();
    expect(screen.getByText("Nenhum carregamento medido no período")).toBeInTheDocument();
  });

  it("keep the heatmap service closed until it has an address", async () => {
    show();
    await open("Heatmaps & Recordings");
    expect(await screen.findByRole("button", { name: "Abrir Heatmaps" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Abrir Recordings" })).toBeDisabled();
    expect(screen.getByText("HEATMAP_URL")).toBeInTheDocument();
  });

  it("open the heatmap service beside this page", async () => {
    show({ ...SUMMARY, heatmapUrl: "https://mapas.example.com" });
    await open("Heatmaps & Recordings");
    for (const name of ["Abrir Heatmaps", "Abrir Recordings"]) {
      const link = await screen.findByRole("link", { name });
      expect(link).toHaveAttribute("href", "https://mapas.example.com");
      expect(link).toHaveAttribute("target", "_blank");
      expect(link).toHaveAttribute("rel", "noreferrer");
    }
  });
});

describe("words", () => {
  it.each([
    [0, "0 s"],
    [59.6, "1 min"],
    [95, "1 min 35 s"],
    [4210, "1 h 10 min"],
    [7200, "2 h"],
    [4_500_000, "1.250 h"],
  ])("%d seconds are %s", (seconds, expected) => {
    expect(duration(seconds)).toBe(expected);
  });

  it.each([
    [850, "850 ms"],
    [1000, "1,0 s"],
    [1349, "1,3 s"],
  ])("%d ms are %s", (ms, expected) => {
    expect(loadTime(ms)).toBe(expected);
  });

  it("of a change are percent, or points of a percentage", () => {
    expect(percent(89.7)).toBe("89,7%");
    expect(change(110, 100, "share")).toBe("+10%");
    expect(change(95.5, 90, "points")).toBe("+5,5 p.p.");
    expect(change(5, 0, "share")).toBeUndefined();
    expect(change(null, 1, "points")).toBeUndefined();
  });
});
