// What the screen loads on demand is loaded before a test waits for it.
import type { LoyaltyRecord } from "@/api/loyalty";
import "@/screens/admin-loyalty-points/dialogs";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AdminLoyaltyPointsScreen } from "@/screens/admin-loyalty-points/screen";
import { SETTINGS } from "@/shared/loyalty/loyalty-settings.fixture";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const BRUNO: LoyaltyRecord = {
  userId: 8,
  currentPoints: 72,
  tier: "medium",
  bonusPercentage: "0.00",
  updatedAt: "2026-11-20T10:00:00-03:00",
  user: { fullName: "Bruno Lima", username: "bruno.lima" },
};
const COUNTS = { employees: 4, poor: 1, medium: 2, excellent: 1 };
const LIST = "/api/loyalty-points?limit=20&offset=0&sort=user";

/** The lists asked for, by their query string. */
let asked: string[];

beforeEach(() => {
  asked = [];
  Element.prototype.scrollIntoView = vi.fn();
  history.replaceState(null, "", "/admin-loyalty-points");
  server.use(
    http.get("/api/loyalty-points/summary", () => HttpResponse.json(COUNTS)),
    http.get("/api/loyalty-points/settings", () => HttpResponse.json(SETTINGS)),
    http.get("/api/loyalty-points", ({ request }) => {
      asked.push(new URL(request.url).search);
      const rows = request.url.includes("search=ninguem") ? [] : [BRUNO];
      return HttpResponse.json(rows, { headers: { "X-Total-Count": String(rows.length) } });
    }),
  );
  signIn({ ...ANA, id: 1, role: "admin" });
  document.body.insertAdjacentHTML("beforeend", '<div id="page-actions"></div>');
});

function show() {
  return renderScreen(<AdminLoyaltyPointsScreen />, {
    "/api/loyalty-points/summary": COUNTS,
    "/api/loyalty-points/settings": SETTINGS,
    [LIST]: { rows: [BRUNO], total: 1 },
  });
}

const figure = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement;
const toastText = () => document.querySelector(".toast")?.textContent;

describe("the table", () => {
  it("counts employees and each level, and shows a row a person", () => {
    show();
    expect(figure("Funcionários")).toHaveTextContent("4");
    expect(figure("Excelente")).toHaveTextContent("1");
    expect(figure("Médio")).toHaveTextContent("2");
    expect(figure("Fraco")).toHaveTextContent("1");
    const row = within(screen.getByRole("table", { name: "Funcionários" })).getAllByRole("row")[1];
    for (const words of ["Bruno Lima", "@bruno.lima", "72", "Médio", "Sem bônus", "20/11/2026 10:00", "Ajustar"]) {
      expect(row).toHaveTextContent(words);
    }
    expect(asked).toEqual([]);
  });

  it("is searched, narrowed and ordered by the server, and the address keeps it", async () => {
    show();
    await userEvent.selectOptions(screen.getByLabelText("Nível"), "Fraco");
    await waitFor(() => expect(asked.at(-1)).toBe("?limit=20&offset=0&sort=user&tier=poor"));
    await userEvent.selectOptions(screen.getByLabelText("Ordenar por"), "Mais pontos");
    await waitFor(() => expect(asked.at(-1)).toBe("?limit=20&offset=0&sort=-points&tier=poor"));
    await userEvent.type(screen.getByRole("searchbox"), "ninguem");
    expect(await screen.findByText("Nenhum resultado encontrado")).toBeInTheDocument();
    expect(location.search).toBe("?tier=poor&ordem=-points&busca=ninguem");
    await userEvent.click(screen.getByRole("button", { name: "Limpar filtros" }));
    expect(await screen.findByText("Bruno Lima")).toBeInTheDocument();
    expect(location.search).toBe("?ordem=-points");
  });
});

describe("'Ajustar'", () => {
  async function open() {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Ajustar pontos de Bruno Lima" }));
    return within(await screen.findByRole("dialog", { name: "Ajustar pontos" }));
  }

  it("wants a change and a reason, and the change from -100 to 100", async () => {
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText("Motivo"), "   ");
    await userEvent.click(dialog.getByRole("button", { name: "Ajustar pontos" }));
    expect(dialog.getAllByText("Preencha todos os campos")).toHaveLength(2);
    for (const change of ["101", "-101", "1.5"]) {
      await userEvent.clear(dialog.getByLabelText("Alteração de pontos"));
      await userEvent.type(dialog.getByLabelText("Alteração de pontos"), change);
      await userEvent.click(dialog.getByRole("button", { name: "Ajustar pontos" }));
      expect(dialog.getByText("Alteração deve estar entre -100 e 100")).toBeInTheDocument();
    }
  });

  it("shows what will come of it, clamped to 0-100", async () => {
    const dialog = await open();
    const newPoints = () => dialog.getByText("Novos pontos").parentElement;
    expect(newPoints()).toHaveTextContent("72 Médio");
    await userEvent.type(dialog.getByLabelText("Alteração de pontos"), "60");
    expect(newPoints()).toHaveTextContent("100 Excelente");
    await userEvent.clear(dialog.getByLabelText("Alteração de pontos"));
    await userEvent.type(dialog.getByLabelText("Alteração de pontos"), "-90");
    expect(newPoints()).toHaveTextContent("0 Fraco");
  });

  it("sends change and trimmed reason under one key, and reads the list again", async () => {
    const sent: { body: unknown; key: string | null }[] = [];
    server.use(
      http.post("/api/loyalty-points/8/adjust", async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
        return sent.length === 1
          ? HttpResponse.json({ message: "Funcionário não encontrado." }, { status: 404 })
          : HttpResponse.json(BRUNO);
      }),
    );
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText("Alteração de pontos"), "-10");
    await userEvent.type(dialog.getByLabelText("Motivo"), " Conta com erro ");
    const adjust = dialog.getByRole("button", { name: "Ajustar pontos" });
    await userEvent.click(adjust);
    await waitFor(() => expect(toastText()).toBe("ErroFuncionário não encontrado."));
    await waitFor(() => expect(adjust).not.toHaveAttribute("aria-busy"));
    await userEvent.click(adjust);
    await waitFor(() => expect(toastText()).toBe("SucessoPontos ajustados com sucesso"));
    expect(sent[0]?.body).toEqual({ pointsChange: -10, reason: "Conta com erro" });
    expect(sent[1]).toEqual(sent[0]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(asked.at(-1)).toBe("?limit=20&offset=0&sort=user");
  });

  it("says 'Erro ao ajustar pontos' when nobody says why", async () => {
    server.use(http.post("/api/loyalty-points/8/adjust", () => HttpResponse.error()));
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText("Alteração de pontos"), "5");
    await userEvent.type(dialog.getByLabelText("Motivo"), "Bom trabalho");
    await userEvent.click(dialog.getByRole("button", { name: "Ajustar pontos" }));
    await waitFor(() => expect(toastText()).toBe("ErroErro ao ajustar pontos"));
  });
});

describe("'Configurações'", () => {
  async function open() {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Configurações" }));
    return within(await screen.findByRole("dialog", { name: "Configurações de lealdade" }));
  }

  it("refuses levels that don't cover 0-100", async () => {
    const dialog = await open();
    const excellent = within(dialog.getByRole("group", { name: "Excelente" }));
    await userEvent.clear(excellent.getByLabelText("De"));
    await userEvent.type(excellent.getByLabelText("De"), "85");
    expect(dialog.getByText("Faltam os pontos de 80 a 84, antes do nível Excelente.")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Ver efeito antes de salvar" })).toBeDisabled();
  });

  it("starts from what a colleague has saved since the page came", async () => {
    const now = { ...SETTINGS, pointsForTaskCompletion: SETTINGS.pointsForTaskCompletion + 1 };
    server.use(http.get("/api/loyalty-points/settings", () => HttpResponse.json(now)));
    const dialog = await open();
    const points = dialog.getByLabelText("Concluir uma tarefa");
    await waitFor(() => expect(points).toHaveValue(now.pointsForTaskCompletion));
  });

  it("shows the effect on the last 90 days before it saves, of exactly these figures", async () => {
    const saved: unknown[] = [];
    server.use(
      http.post("/api/loyalty-points/settings/1/effect", () =>
        HttpResponse.json({
          days: 90,
          employees: 4,
          changed: [{ ...BRUNO, newTier: "excellent", simulatedPoints: 64, simulatedTier: "medium" }],
        }),
      ),
      http.put("/api/loyalty-points/settings/1", async ({ request }) => {
        saved.push(await request.json());
        return HttpResponse.json(SETTINGS);
      }),
    );
    const dialog = await open();
    const bonus = dialog.getByLabelText("Bônus do nível Excelente (%)");
    await userEvent.clear(bonus);
    await userEvent.type(bonus, "7.5");
    await userEvent.click(dialog.getByRole("button", { name: "Ver efeito antes de salvar" }));
    expect(await dialog.findByText("Efeito nos últimos 90 dias")).toBeInTheDocument();
    expect(
      dialog.getByText("Ao salvar, 1 funcionário muda de nível. Se as regras valessem há 90 dias, ninguém muda."),
    ).toBeInTheDocument();
    expect(saved).toEqual([]);

    await userEvent.type(bonus, "1");
    expect(dialog.queryByText("Efeito nos últimos 90 dias")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Ver efeito antes de salvar" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Salvar Configurações" }));
    await waitFor(() => expect(toastText()).toBe("SucessoConfigurações atualizadas com sucesso"));
    expect(saved).toEqual([{ ...SETTINGS, excellentBonusPercentage: "7.51" }]);
  });
});
