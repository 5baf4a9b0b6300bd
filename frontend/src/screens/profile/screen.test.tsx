import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { ME, openProfile, PATHS } from "@/screens/profile/fixtures";
import { server } from "../../../test/server";

const summary = () => within(screen.getByRole("region", { name: "Resumo do perfil" }));

describe("header card: 'avatar, full name or username, @username, role badge, ID'", () => {
  it("shows who it is", async () => {
    await openProfile();
    expect(summary().getByRole("heading", { name: "Ana Souza" })).toBeInTheDocument();
    expect(summary().getByText("@ana.souza")).toBeInTheDocument();
    expect(summary().getByText("Funcionário")).toBeInTheDocument();
    expect(summary().getByText("ID: 7")).toBeInTheDocument();
    expect(summary().getByText("A")).toBeInTheDocument();
  });

  it("falls back to the username, and knows the three role words", async () => {
    const { unmount } = await openProfile("", { seeds: { [PATHS.me]: { ...ME, fullName: "", role: "admin" } } });
    expect(summary().getByRole("heading", { name: "ana.souza" })).toBeInTheDocument();
    expect(summary().getByText("Administrador")).toBeInTheDocument();
    unmount();
    document.body.replaceChildren();
    await openProfile("", { seeds: { [PATHS.me]: { ...ME, role: "auditor" } } });
    expect(summary().getByText("Usuário")).toBeInTheDocument();
  });

  it("a person that cannot be read is an error with another try", async () => {
    server.use(
      http.get("/api/auth/me", () => HttpResponse.json({ message: "x" }, { status: 403 }), { once: true }),
      http.get("/api/auth/me", () => HttpResponse.json(ME)),
    );
    await openProfile("", { seeds: { [PATHS.me]: undefined } });
    await userEvent.click(await screen.findByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByRole("heading", { name: "Ana Souza" })).toBeInTheDocument();
  });
});

describe("tabs", () => {
  it("are the documented four and the notices, and the one chosen is in the address", async () => {
    await openProfile();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Informações Pessoais",
      "Config. Upload",
      "API GameBoost",
      "Avisos",
      "Atividade",
    ]);
    await userEvent.click(screen.getByRole("tab", { name: "API GameBoost" }));
    expect(location.search).toBe("?tab=api");
    expect(await screen.findByLabelText("URL base")).toBeVisible();
  });

  it("open as the address says, with no request", async () => {
    await openProfile("atividade");
    expect(screen.getByRole("tab", { name: "Atividade" })).toHaveAttribute("aria-selected", "true");
    expect(await screen.findByRole("table", { name: "Sessões" })).toBeVisible();
  });

  it("an unknown one is the first", async () => {
    await openProfile("nada");
    expect(screen.getByLabelText("Nome completo")).toBeVisible();
  });

  it("keep what is being typed while another one is looked at", async () => {
    await openProfile("upload");
    await userEvent.click(await screen.findByRole("button", { name: "Editar" }));
    await userEvent.type(screen.getByLabelText("Descrição Valorant"), "rascunho");
    await userEvent.click(screen.getByRole("tab", { name: "Atividade" }));
    await userEvent.click(screen.getByRole("tab", { name: "Config. Upload" }));
    expect(screen.getByLabelText("Descrição Valorant")).toHaveValue("rascunho");
  });
});
