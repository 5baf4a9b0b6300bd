import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Row } from "@/api/client";
import type { LoyaltyRecord } from "@/api/loyalty";
import { LoyaltyPointsScreen } from "@/screens/loyalty-points/screen";
import { SETTINGS } from "@/shared/loyalty/loyalty-settings.fixture";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type LoyaltyChange = Row<"/api/loyalty-points/{user_id}/history">;

const RECORD: LoyaltyRecord = {
  userId: ANA.id,
  currentPoints: 72,
  tier: "medium",
  bonusPercentage: "0.00",
  updatedAt: "2026-11-20T10:00:00-03:00",
  user: { fullName: "Ana Souza", username: "ana.souza" },
};
const CHANGES: LoyaltyChange[] = [
  {
    id: 2,
    pointsChanged: -5,
    reason: "Atraso combinado",
    previousPoints: 77,
    newPoints: 72,
    events: [],
    settingsVersion: 1,
    createdAt: "2026-11-20T10:00:00-03:00",
    admin: { fullName: "Administração Demo", username: "admin" },
  },
  {
    id: 1,
    pointsChanged: 8,
    reason: "Tarefa concluída: 50 contas",
    previousPoints: 69,
    newPoints: 77,
    events: ["task_completion"],
    settingsVersion: 1,
    createdAt: "2026-11-19T10:00:00-03:00",
    admin: null,
  },
];

const RECORD_PATH = `/api/loyalty-points/${ANA.id}`;
const HISTORY_PATH = "/api/loyalty-points/7/history?limit=20&offset=0";

function show(changes: LoyaltyChange[], record = RECORD, total = changes.length) {
  signIn();
  return renderScreen(<LoyaltyPointsScreen />, {
    [RECORD_PATH]: record,
    [HISTORY_PATH]: { rows: changes, total },
    "/api/loyalty-points/settings": SETTINGS,
  });
}

const figure = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement;

describe("the cards", () => {
  it("show Pontos Atuais from 0 to 100, Nível Atual and Bônus de Lucro", () => {
    show(CHANGES);
    expect(figure("Pontos Atuais")).toHaveTextContent("72/100");
    expect(screen.getByRole("progressbar", { name: "Pontos Atuais" })).toHaveAttribute("aria-valuenow", "72");
    expect(figure("Nível Atual")).toHaveTextContent("Médio");
    expect(figure("Bônus de Lucro")).toHaveTextContent("Sem bônus");
  });

  it("show the bonus of the excellent level", () => {
    show(CHANGES, { ...RECORD, currentPoints: 88, tier: "excellent", bonusPercentage: "5.00" });
    expect(figure("Nível Atual")).toHaveTextContent("Excelente");
    expect(figure("Bônus de Lucro")).toHaveTextContent("+5%");
    expect(screen.getByText("Você está no nível mais alto.")).toBeInTheDocument();
  });
});

describe("the levels", () => {
  it("are explained in the figures of the settings", () => {
    show(CHANGES);
    const levels = screen.getAllByRole("listitem").filter((row) => row.textContent?.includes(" pontos"));
    expect(levels.slice(0, 3).map((row) => row.textContent)).toEqual([
      "Excelente80 a 100 pontos+5% de bônus de lucro",
      "Médio31 a 79 pontosSem bônusSeu nível atual",
      "Fraco0 a 30 pontosSem bônus, menos tarefas",
    ]);
    expect(screen.getByText("Faltam 8 pontos para o nível Excelente.")).toBeInTheDocument();
    expect(screen.getByText("Entregar com atraso").nextElementSibling).toHaveTextContent("−5");
  });
});

describe("the history", () => {
  it("shows signed points, reason, previous → new points, who adjusted and when", () => {
    show(CHANGES);
    const rows = within(screen.getByRole("list", { name: "Histórico de pontos" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "−5Atraso combinado77 → 72 pontos · Ajuste por Administração Demo · 20/11/2026 10:00",
      "+8Tarefa concluída: 50 contas69 → 77 pontos · 19/11/2026 10:00",
    ]);
  });

  it("says when there is none", () => {
    show([]);
    expect(screen.getByText("Nenhum histórico encontrado")).toBeInTheDocument();
  });

  it("is read a page at a time", async () => {
    server.use(
      http.get(`${RECORD_PATH}/history`, ({ request }) => {
        const offset = new URL(request.url).searchParams.get("offset");
        return HttpResponse.json([{ ...CHANGES[0], id: 99, reason: `a partir de ${offset}` }], {
          headers: { "X-Total-Count": "21" },
        });
      }),
    );
    show(CHANGES, RECORD, 21);
    await userEvent.click(screen.getByRole("button", { name: "Próxima" }));
    expect(await screen.findByText("a partir de 20")).toBeInTheDocument();
  });
});

describe("without data", () => {
  it("says 'Carregando pontos de lealdade...'", () => {
    server.use(http.get(RECORD_PATH, () => delay("infinite")));
    signIn();
    renderScreen(<LoyaltyPointsScreen />);
    expect(screen.getByText("Carregando pontos de lealdade...")).toBeVisible();
  });

  it("says 'Erro ao carregar pontos de lealdade' and offers another try", async () => {
    server.use(http.get(RECORD_PATH, () => HttpResponse.json({ message: "x" }, { status: 404 })));
    signIn();
    renderScreen(<LoyaltyPointsScreen />);
    expect(await screen.findByText("Erro ao carregar pontos de lealdade")).toBeInTheDocument();
    server.use(http.get(RECORD_PATH, () => HttpResponse.json(RECORD)));
    server.use(http.get("/api/loyalty-points/settings", () => HttpResponse.json(SETTINGS)));
    server.use(http.get(`${RECORD_PATH}/history`, () => HttpResponse.json([])));
    await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByText("Nenhum histórico encontrado")).toBeInTheDocument();
  });
});
