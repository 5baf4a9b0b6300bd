import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askRun } from "@/api/runs";
import { followRuns } from "@/app/shell/going";
import { eventually } from "../../../test/eventually";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

const NONE = { text: "", percent: 0, href: "" };
let answers: (typeof NONE)[];
let asked: number;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  document.body.innerHTML = `<a id="going" href="/runs/7"><svg><circle data-share stroke-dasharray="1 100"/></svg>
    <span data-told>Roblox: 1 de 100</span><span data-told>1%</span></a>`;
  asked = 0;
  server.use(
    http.get("/api/bulk/runs/going", () => {
      asked += 1;
      return HttpResponse.json(answers.shift() ?? NONE);
    }),
    http.post("/api/bulk/runs/9/resume", () => HttpResponse.json({})),
  );
});

afterEach(() => vi.useRealTimers());

const going = () => document.querySelector("#going") as HTMLAnchorElement;

it("follows the runs every five seconds until none is left", async () => {
  answers = [{ text: "2 execuções: 40 de 100", percent: 40, href: "/runs" }];
  await followRuns();
  expect(going()).toHaveTextContent(/^2 execuções: 40 de 100 ?40%$/);
  expect(going()).toHaveAttribute("href", "/runs");
  expect(going().querySelector("circle")).toHaveAttribute("stroke-dasharray", "40 100");

  vi.advanceTimersByTime(5000);
  await eventually(() => expect(going()).not.toBeVisible());
  await eventually(() => expect(spoken()).toContain("Nenhuma execução em andamento."));
  vi.advanceTimersByTime(20_000);
  expect(asked).toBe(2);
});

it("appears, and says so, when a run was asked to go on", async () => {
  going().hidden = true;
  answers = [{ text: "Roblox: 0 de 3", percent: 0, href: "/runs/9" }];
  addEventListener("run-asked", followRuns, { once: true });
  await askRun(9, "resume");
  await eventually(() => expect(going()).toBeVisible());
  await eventually(() => expect(spoken()).toContain("Em andamento: Roblox: 0 de 3"));
});

it("keeps what it shows while the server does not answer, and asks again", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server.use(http.get("/api/bulk/runs/going", () => HttpResponse.json({}, { status: 400 }), { once: true }));
  answers = [{ text: "Roblox: 2 de 100", percent: 2, href: "/runs/7" }];
  await followRuns();
  expect(going()).toHaveTextContent("Roblox: 1 de 100");
  expect(warn).toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  await eventually(() => expect(going()).toHaveTextContent("Roblox: 2 de 100"));
});
