import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Schemas } from "@/api/client";
import { TemplatesTab } from "@/screens/integrations/tabs";
import { renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type RefreshedTemplate = Schemas["MarketplaceRefreshedOutput"];
type TemplateChange = Schemas["MarketplaceDriftOutput"];

const ROBLOX: TemplateChange = { game: "roblox", changedAt: null, seenAt: null, changes: [] };
const CHANGED: TemplateChange = {
  game: "valorant",
  changedAt: "2026-11-20T10:00:00-03:00",
  seenAt: "2026-11-21T10:00:00-03:00",
  changes: [{ field: "server", change: "values_removed", text: "server: servidores removidos: Brazil." }],
};

function serve(drifts: () => TemplateChange[]) {
  server.use(http.get("/api/marketplace/templates/drift", () => HttpResponse.json(drifts())));
}

function answerRefresh(results: RefreshedTemplate[], status = 200) {
  server.use(http.post("/api/marketplace/templates/refresh", () => HttpResponse.json(results as never, { status })));
}

const refresh = () => userEvent.click(screen.getByRole("button", { name: "Conferir agora" }));
const toastText = () => document.querySelector(".toast")?.textContent;

beforeEach(() => signIn());

describe("the report", () => {
  it("says what changed in a game", async () => {
    serve(() => [ROBLOX, CHANGED]);
    renderScreen(<TemplatesTab />);
    const valorant = (await screen.findByText("Valorant")).closest("li");
    expect(valorant).toHaveTextContent("Mudou em 20/11/2026 10:00:server: servidores removidos: Brazil.");
    const roblox = screen.getByText("Roblox").closest("li");
    expect(roblox).not.toHaveTextContent("Mudou em");
    expect(roblox).toHaveTextContent("Nunca conferido: vale o modelo que acompanha o produto");
  });

  it("is read again when it cannot be", async () => {
    server.use(http.get("/api/marketplace/templates/drift", () => HttpResponse.json({ message: "x" }, { status: 403 })));
    renderScreen(<TemplatesTab />);
    expect(await screen.findByRole("note")).toHaveTextContent("Você não tem permissão");
    serve(() => [ROBLOX]);
    await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByText("Roblox")).toBeInTheDocument();
  });
});

describe("asking now", () => {
  it("says which games changed, and shows them", async () => {
    let now: TemplateChange[] = [{ ...CHANGED, changes: [] }];
    serve(() => now);
    renderScreen(<TemplatesTab />);
    await screen.findByText("Valorant");
    now = [CHANGED];
    answerRefresh([
      { game: "valorant", outcome: "changed", message: "" },
      { game: "roblox", outcome: "unchanged", message: "" },
    ]);
    await refresh();
    await waitFor(() => expect(toastText()).toBe("SucessoMudou: Valorant"));
    expect(await screen.findByText("server: servidores removidos: Brazil.")).toBeInTheDocument();
  });

  it("names the games that could not be asked for, and why", async () => {
    serve(() => [ROBLOX]);
    answerRefresh([{ game: "roblox", outcome: "failed", message: "Tempo limite esgotado." }]);
    renderScreen(<TemplatesTab />);
    await screen.findByText("Roblox");
    await refresh();
    await waitFor(() => expect(toastText()).toBe("ErroRoblox: Tempo limite esgotado."));
  });

  it("needs a configuration", async () => {
    serve(() => [ROBLOX]);
    server.use(
      http.post("/api/marketplace/templates/refresh", () =>
        HttpResponse.json({ message: "Configuração da API GameBoost não encontrada" }, { status: 404 }),
      ),
    );
    renderScreen(<TemplatesTab />);
    await refresh();
    await waitFor(() => expect(toastText()).toBe("ErroConfiguração da API GameBoost não encontrada"));
  });
});
