import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { HERE, LOOK, ME, openProfile } from "@/screens/profile/fixtures";
import { server } from "../../../test/server";

/** What was sent to the two password calls, in order. */
let sent: { path: string; body: unknown }[];

const accept = async ({ request }: { request: Request }) => {
  sent.push({ path: new URL(request.url).pathname, body: await request.json() });
  return HttpResponse.json(ME);
};

beforeEach(() => {
  sent = [];
  server.use(
    http.post("/api/users/7/password", accept),
    http.post("/api/users/7/second-password", accept),
    http.get("/api/auth/sessions", () => HttpResponse.json([HERE])),
    http.get("/api/users/7/activity-trail", () => HttpResponse.json([LOOK])),
  );
});

/** The dialog behind a button of the card. */
async function opened(button: string, title: string) {
  await userEvent.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog", { name: title }));
}

const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("password", () => {
  it("begins in the first field of its window", async () => {
    await openProfile();
    const dialog = await opened("Alterar senha", "Alterar senha");
    expect(dialog.getByLabelText("Senha atual")).toHaveFocus();
  });

  it("changes with the current one", async () => {
    await openProfile();
    const dialog = await opened("Alterar senha", "Alterar senha");
    await userEvent.type(dialog.getByLabelText("Senha atual"), "antiga-123");
    await userEvent.type(dialog.getByLabelText("Nova senha"), "nova-senha");
    await userEvent.type(dialog.getByLabelText("Confirmar nova senha"), "nova-senha{Enter}");
    expect(await screen.findByText("Senha alterada com sucesso")).toBeInTheDocument();
    expect(sent).toEqual([
      { path: "/api/users/7/password", body: { currentPassword: "antiga-123", newPassword: "nova-senha" } },
    ]);
    await isClosed();
  });

  it("names what is missing, too short or different before anything is sent", async () => {
    await openProfile();
    const dialog = await opened("Alterar senha", "Alterar senha");
    await userEvent.type(dialog.getByLabelText("Nova senha"), "curta");
    await userEvent.click(dialog.getByRole("button", { name: "Alterar senha" }));
    expect(dialog.getByText("Senha atual é obrigatória")).toBeInTheDocument();
    expect(dialog.getByText("Senha deve ter pelo menos 6 caracteres")).toBeInTheDocument();
    expect(dialog.getByText("As senhas não coincidem")).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("a refusal stands beside its field", async () => {
    const refusal = { message: "Senha atual incorreta.", errors: { currentPassword: ["Senha atual incorreta."] } };
    server.use(http.post("/api/users/7/password", () => HttpResponse.json(refusal, { status: 400 })));
    await openProfile();
    const dialog = await opened("Alterar senha", "Alterar senha");
    await userEvent.type(dialog.getByLabelText("Senha atual"), "errada-123");
    await userEvent.type(dialog.getByLabelText("Nova senha"), "nova-senha");
    await userEvent.type(dialog.getByLabelText("Confirmar nova senha"), "nova-senha{Enter}");
    await waitFor(() =>
      expect(dialog.getByLabelText("Senha atual")).toHaveAccessibleDescription("Senha atual incorreta."),
    );
  });
});

describe("second password: 'users set, change or remove their own in the profile'", () => {
  it("is set", async () => {
    await openProfile();
    expect(await screen.findByText("Não definida")).toBeInTheDocument();
    const dialog = await opened("Definir segunda senha", "Segunda senha");
    await userEvent.type(dialog.getByLabelText("Senha atual"), "antiga-123");
    await userEvent.type(dialog.getByLabelText("Segunda senha"), "segunda-nova");
    await userEvent.type(dialog.getByLabelText("Confirmar segunda senha"), "segunda-nova{Enter}");
    expect(await screen.findByText("Segunda senha definida com sucesso")).toBeInTheDocument();
    expect(sent).toEqual([
      { path: "/api/users/7/second-password", body: { currentPassword: "antiga-123", secondPassword: "segunda-nova" } },
    ]);
    expect(screen.getByText("Ativada")).toBeInTheDocument();
    await isClosed();
    expect(screen.getByRole("button", { name: "Alterar segunda senha" })).toBeInTheDocument();
  });

  it("is removed", async () => {
    await openProfile("", { props: { hasSecondPassword: true } });
    const dialog = await opened("Remover", "Remover segunda senha");
    await userEvent.type(dialog.getByLabelText("Senha atual"), "antiga-123{Enter}");
    expect(await screen.findByText("Segunda senha removida com sucesso")).toBeInTheDocument();
    expect(sent).toEqual([
      { path: "/api/users/7/second-password", body: { currentPassword: "antiga-123", secondPassword: null } },
    ]);
    expect(screen.getByText("Não definida")).toBeInTheDocument();
  });
});
