import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { openProfile, PATHS, UPLOAD_SETTINGS } from "@/screens/profile/fixtures";
import { server } from "../../../test/server";

const NONE = { fortniteDescription: "", valorantDescription: "", robloxDescription: "", warthanderDescription: "" };
const LABELS = ["Descrição Fortnite", "Descrição Valorant", "Descrição Roblox", "Descrição War Thunder"];
const area = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("'Config. Upload': 'four text areas … with Editar/Salvar Configurações/Cancelar'", () => {
  it("shows what is saved, read-only, and that a blank one is the system's", async () => {
    await openProfile("upload");
    await screen.findByText(/^Campo em branco usa a descrição padrão do sistema\.$/);
    expect(LABELS.map((label) => area(label).value)).toEqual(["Fortnite com garantia", "", "Roblox com Robux", ""]);
    for (const label of LABELS) expect(area(label)).toHaveAttribute("readonly");
    expect(screen.getByText("Última atualização: 18/11/2026 10:00")).toBeInTheDocument();
  });

  it("hints when nothing is configured", async () => {
    await openProfile("upload", { seeds: { [PATHS.settings]: { ...UPLOAD_SETTINGS, ...NONE, updatedAt: null } } });
    expect(await screen.findByText(/Nenhuma descrição configurada/)).toBeInTheDocument();
    expect(screen.queryByText(/Última atualização/)).toBeNull();
  });

  it("saves all four", async () => {
    let sent: unknown;
    server.use(
      http.patch(PATHS.settings, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...UPLOAD_SETTINGS, ...(sent as object), updatedAt: "2026-11-20T11:30:00-03:00" });
      }),
    );
    await openProfile("upload");
    await press("Editar");
    expect(area("Descrição Fortnite")).toHaveFocus();
    await userEvent.clear(area("Descrição Fortnite"));
    await userEvent.type(area("Descrição War Thunder"), "Tanques");
    await press("Salvar Configurações");
    expect(await screen.findByText("Configurações de upload salvas com sucesso")).toBeInTheDocument();
    expect(sent).toEqual({ ...NONE, robloxDescription: "Roblox com Robux", warthanderDescription: "Tanques" });
    expect(area("Descrição War Thunder")).toHaveAttribute("readonly");
    expect(screen.getByText("Última atualização: 20/11/2026 11:30")).toBeInTheDocument();
  });

  it("'cancel restores saved values'", async () => {
    await openProfile("upload");
    await press("Editar");
    await userEvent.type(area("Descrição Fortnite"), " estendida");
    await press("Cancelar");
    expect(area("Descrição Fortnite")).toHaveValue("Fortnite com garantia");
  });

  it("takes 20.000 characters and counts them", async () => {
    await openProfile("upload");
    await press("Editar");
    expect(area("Descrição Fortnite")).toHaveAttribute("maxlength", "20000");
    expect(area("Descrição Fortnite")).toHaveAccessibleDescription("21 de 20.000 caracteres");
  });

  it("says when it was not saved", async () => {
    server.use(http.patch(PATHS.settings, () => HttpResponse.json({}, { status: 500 })));
    await openProfile("upload");
    await press("Editar");
    await press("Salvar Configurações");
    expect(await screen.findByText("Não foi possível salvar as configurações de upload")).toBeInTheDocument();
  });

  it("says when it could not be read, with another try", async () => {
    server.use(
      http.get(PATHS.settings, () => HttpResponse.json({}, { status: 403 }), { once: true }),
      http.get(PATHS.settings, () => HttpResponse.json(UPLOAD_SETTINGS)),
    );
    await openProfile("upload", { seeds: { [PATHS.settings]: undefined } });
    expect(await screen.findByText("Não foi possível carregar as configurações de upload.")).toBeInTheDocument();
    await press("Tentar novamente");
    expect(await screen.findByLabelText("Descrição Roblox")).toHaveValue("Roblox com Robux");
  });
});
