import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { CALL, ELSEWHERE, HERE, LOOK, ME, openProfile, PATHS } from "@/screens/profile/fixtures";
import { server } from "../../../test/server";

const NOTHING = { rows: [], total: 0 };

const table = (name: string) => within(screen.getByRole("table", { name }));
/** The texts of a table's cells by row, the labels shown on phones left out. */
function rows(name: string): string[][] {
  const [, ...lines] = table(name).getAllByRole("row");
  return lines.map((line) =>
    within(line)
      .getAllByRole("cell")
      .map((cell) =>
        Array.from(cell.childNodes)
          .slice(1)
          .map((node) => node.textContent)
          .join("")
          .trim(),
      ),
  );
}
const fact = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement?.textContent;

describe("'last login, account creation date, Online/Offline, current time'", () => {
  it("are shown, the time as it passes", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-20T14:59:58-03:00") });
    await openProfile("atividade");
    await screen.findByText("Hora atual");
    expect(fact("Último login")).toBe("Último login19/11/2026 09:30");
    expect(fact("Conta criada em")).toBe("Conta criada em01/03/2025 08:00");
    expect(fact("Status")).toBe("StatusOnline");
    expect(fact("Hora atual")).toBe("Hora atual20/11/2026 14:59");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(fact("Hora atual")).toBe("Hora atual20/11/2026 15:00");
  });

  it("Online or Offline is asked for every 5 s; a first sign-in is 'Primeiro acesso'", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(http.get("/api/auth/me", () => HttpResponse.json(ME)));
    await openProfile("atividade", { seeds: { [PATHS.me]: { ...ME, isOnline: false, lastLogin: null } } });
    await screen.findByText("Offline");
    expect(fact("Último login")).toBe("Último loginPrimeiro acesso");
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText("Online")).toBeInTheDocument();
  });
});

describe("sessions", () => {
  it("say where and since when, and which one is this", async () => {
    await openProfile("atividade");
    await screen.findByText("Esta sessão");
    expect(rows("Sessões")).toEqual([
      ["Chrome em Windows Esta sessão", "203.0.113.7", "20/11/2026 08:00"],
      ["Navegador desconhecido", "—", "20/11/2026 08:00"],
    ]);
  });

  it("'encerrar as outras' asks, ends them and shows what is left", async () => {
    const ended = vi.fn();
    server.use(
      http.post("/api/auth/sessions/end-others", () => {
        ended();
        return HttpResponse.json({ ended: 1 });
      }),
      http.get("/api/auth/sessions", () => HttpResponse.json([HERE])),
      http.get("/api/users/7/activity-trail", () => HttpResponse.json([LOOK])),
    );
    await openProfile("atividade");
    await userEvent.click(await screen.findByRole("button", { name: "Encerrar as outras" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Encerrar as outras sessões?" });
    expect(ended).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole("button", { name: "Encerrar as outras" }));
    expect(await screen.findByText("1 sessão encerrada")).toBeInTheDocument();
    await waitFor(() => expect(rows("Sessões")).toHaveLength(1));
    expect(screen.getByRole("button", { name: "Encerrar as outras" })).toBeDisabled();
  });

  it("a single one has no others to end", async () => {
    await openProfile("atividade", { seeds: { [PATHS.sessions]: { rows: [HERE], total: 1 } } });
    expect(await screen.findByRole("button", { name: "Encerrar as outras" })).toBeDisabled();
  });
});

describe("who looked at my data", () => {
  it("names who, what, why and when; oneself is 'Você'", async () => {
    const trail = [
      LOOK,
      { ...LOOK, id: 4, actor: "ana.souza", reason: "" },
      { ...LOOK, id: 3, actor: "sistema", reason: "" },
    ];
    await openProfile("atividade", { seeds: { [PATHS.trail]: { rows: trail, total: 3 } } });
    await screen.findByText("@admin");
    const what = "Viu seus dados de acesso (IP e navegador)";
    expect(rows("Quem viu ou alterou seus dados")).toEqual([
      ["@admin", `${what}Conferência mensal`, "19/11/2026 15:45"],
      ["Você", what, "19/11/2026 15:45"],
      ["Sistema", what, "19/11/2026 15:45"],
    ]);
  });

  it("is turned a page at a time", async () => {
    server.use(
      http.get("/api/users/7/activity-trail", ({ request }) => {
        expect(new URL(request.url).search).toBe("?limit=20&offset=20");
        return HttpResponse.json([{ ...LOOK, actor: "carla" }], { headers: { "X-Total-Count": "21" } });
      }),
    );
    await openProfile("atividade", { seeds: { [PATHS.trail]: { rows: [LOOK], total: 21 } } });
    await userEvent.click(await screen.findByRole("button", { name: "Próxima" }));
    expect(await screen.findByText("@carla")).toBeInTheDocument();
  });
});

describe("activity log: 'service, endpoint, status, timestamp, responseTime'", () => {
  it("shows one's calls", async () => {
    const failed = { ...CALL, id: 8, service: "lztmarket", status: "429", success: false };
    await openProfile("atividade", { seeds: { [PATHS.activities]: { rows: [CALL, failed], total: 2 } } });
    await screen.findByText("GameBoost", { selector: "td *, td" });
    expect(rows("Registro de atividades")).toEqual([
      ["GameBoost", "POST accounts", "201", "20/11/2026 09:10", "1.234 ms"],
      ["LZT Market", "POST accounts", "429", "20/11/2026 09:10", "1.234 ms"],
    ]);
  });
});

describe("states", () => {
  it("says when there is nothing", async () => {
    await openProfile("atividade", {
      seeds: { [PATHS.trail]: NOTHING, [PATHS.activities]: NOTHING, [PATHS.sessions]: NOTHING },
    });
    expect(await screen.findByText("Nenhum registro encontrado")).toBeInTheDocument();
    expect(screen.getByText("Nenhuma atividade encontrada")).toBeInTheDocument();
    expect(screen.getByText("Nenhuma sessão encontrada")).toBeInTheDocument();
  });

  it("a list that cannot be read offers another try", async () => {
    server.use(
      http.get("/api/auth/sessions", () => HttpResponse.json({}, { status: 403 }), { once: true }),
      http.get("/api/auth/sessions", () => HttpResponse.json([HERE, ELSEWHERE])),
    );
    await openProfile("atividade", { seeds: { [PATHS.sessions]: undefined } });
    await userEvent.click(await screen.findByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByText("Esta sessão")).toBeInTheDocument();
  });
});

describe("'what the company sees about me'", () => {
  it("tells the last access and how long it is kept", async () => {
    await openProfile("atividade");
    expect(await screen.findByText(/O último: 203\.0\.113\.7, Chrome em Windows\./)).toBeInTheDocument();
    expect(screen.getByText("180 dias")).toBeInTheDocument();
    expect(screen.getByText("Apagadas depois da execução")).toBeInTheDocument();
    expect(screen.getByText("90 dias")).toBeInTheDocument();
  });

  it("says nothing of an access that was never noted", async () => {
    await openProfile("atividade", { props: { lastAccess: { address: null, browser: "" } } });
    await screen.findByText("180 dias");
    expect(screen.queryByText(/O último:/)).toBeNull();
  });
});
