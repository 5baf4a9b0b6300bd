import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { ME, openProfile, PATHS } from "@/screens/profile/fixtures";
import { server } from "../../../test/server";

const name = () => screen.getByLabelText("Nome completo");
const button = (label: string) => screen.getByRole("button", { name: label });

/** What was sent to PATCH /api/users/7, in order. */
let sent: unknown[];

beforeEach(() => {
  sent = [];
  server.use(
    http.patch("/api/users/7", async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return HttpResponse.json({ ...ME, ...body });
    }),
  );
});

describe("full name: Editar/Salvar and Cancelar; username, role and ID read-only", () => {
  it("is read until 'Editar', and only the name can be changed", async () => {
    await openProfile();
    expect(name()).toHaveAttribute("readonly");
    await userEvent.click(button("Editar"));
    expect(name()).toHaveFocus();
    expect(name()).not.toHaveAttribute("readonly");
    for (const label of ["Nome de usuário", "Função", "ID"]) {
      expect(screen.getByLabelText(label)).toHaveAttribute("readonly");
    }
    expect(screen.getByLabelText("Função")).toHaveValue("Funcionário");
  });

  it("'Salvar' shows the new name everywhere and keeps it in the browser", async () => {
    await openProfile();
    document.body.insertAdjacentHTML("beforeend", '<b data-my-name="ana.souza">Ana Souza</b><i data-my-avatar>A</i>');
    await userEvent.click(button("Editar"));
    await userEvent.clear(name());
    await userEvent.type(name(), " Beatriz Souza {Enter}");
    expect(await screen.findByText("Perfil atualizado com sucesso")).toBeInTheDocument();
    expect(sent).toEqual([{ fullName: "Beatriz Souza" }]);
    expect(screen.getByRole("heading", { name: "Beatriz Souza" })).toBeInTheDocument();
    expect(document.querySelector("[data-my-name]")).toHaveTextContent("Beatriz Souza");
    expect(document.querySelector("[data-my-avatar]")).toHaveTextContent("B");
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ id: 7, fullName: "Beatriz Souza" });
    expect(name()).toHaveAttribute("readonly");
    expect(button("Editar")).toHaveFocus();
  });

  it("'Cancelar restores the name'", async () => {
    await openProfile();
    await userEvent.click(button("Editar"));
    await userEvent.type(name(), " de Tal");
    await userEvent.click(button("Cancelar"));
    expect(name()).toHaveValue("Ana Souza");
    expect(sent).toEqual([]);
    expect(button("Editar")).toHaveFocus();
  });

  it("a failure is said in the documented words, and what was typed stays", async () => {
    server.use(http.patch("/api/users/7", () => HttpResponse.json({ message: "x" }, { status: 500 })));
    await openProfile();
    await userEvent.click(button("Editar"));
    await userEvent.type(name(), " de Tal");
    await userEvent.click(button("Salvar"));
    expect(await screen.findByText("Não foi possível atualizar o perfil")).toBeInTheDocument();
    expect(screen.getByText("Erro")).toBeInTheDocument();
    expect(name()).toHaveValue("Ana Souza de Tal");
    expect(name()).not.toHaveAttribute("readonly");
  });

  it("asks before the page is left with a changed name", async () => {
    await openProfile();
    const leaving = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    await userEvent.click(button("Editar"));
    expect(leaving()).toBe(true);
    await userEvent.type(name(), "!");
    expect(leaving()).toBe(false);
    await userEvent.click(button("Cancelar"));
    expect(leaving()).toBe(true);
  });
});

describe("photo", () => {
  const picker = () => screen.getByLabelText<HTMLInputElement>("Trocar foto de perfil");
  const choose = (type: string, size = 1000) => {
    const file = new File(["x"], "foto", { type });
    Object.defineProperty(file, "size", { value: size });
    fireEvent.change(picker(), { target: { files: [file] } });
  };

  it("the picker filters image files", async () => {
    await openProfile();
    expect(picker()).toHaveAttribute("accept", "image/*");
  });

  it.each(["image/jpeg", "image/png", "image/webp"])("%s of 5MB is sent as profile_image and shown", async (type) => {
    let field: unknown;
    server.use(
      http.post("/api/upload/profile-image", async ({ request }) => {
        field = (await request.formData()).get("profile_image");
        return HttpResponse.json({
          imageUrl: "/media/avatars/7/a.png",
          message: "Foto de perfil atualizada com sucesso",
        });
      }),
    );
    const { container } = await openProfile();
    choose(type, 5 * 1024 * 1024);
    expect(await screen.findByText("Foto de perfil atualizada com sucesso")).toBeInTheDocument();
    expect(field).toMatchObject({ type });
    expect(container.querySelector(".avatar img")).toHaveAttribute("src", "/media/avatars/7/a.png");
  });

  it("over 5MB is refused before it is sent", async () => {
    await openProfile();
    choose("image/png", 5 * 1024 * 1024 + 1);
    expect(screen.getByText("A imagem deve ter no máximo 5MB")).toBeInTheDocument();
  });

  it.each(["image/gif", "image/svg+xml", "application/pdf"])("%s is refused before it is sent", async (type) => {
    await openProfile();
    choose(type);
    expect(screen.getByText("Apenas arquivos JPEG, PNG e WebP são permitidos")).toBeInTheDocument();
  });

  it("what the server finds in the file is told in its words, other failures in ours", async () => {
    const refusal = { message: "Apenas arquivos JPEG, PNG e WebP são permitidos" };
    server.use(
      http.post("/api/upload/profile-image", () => HttpResponse.json(refusal, { status: 400 }), { once: true }),
      http.post("/api/upload/profile-image", () => HttpResponse.json({ message: "x" }, { status: 500 })),
    );
    await openProfile();
    choose("image/png");
    expect(await screen.findByText(refusal.message)).toBeInTheDocument();
    await waitFor(() => expect(picker()).toHaveAttribute("aria-busy", "false"));
    choose("image/png");
    expect(await screen.findByText("Não foi possível fazer upload da imagem")).toBeInTheDocument();
  });

  it("can be removed", async () => {
    await openProfile("", { seeds: { [PATHS.me]: { ...ME, profileImage: "/media/a.png" } } });
    await userEvent.click(button("Remover foto"));
    const question = within(await screen.findByRole("alertdialog", { name: "Remover a foto de perfil?" }));
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Remover foto" }));
    expect(await screen.findByText("Foto de perfil removida com sucesso")).toBeInTheDocument();
    expect(sent).toEqual([{ profileImage: null }]);
    expect(screen.queryByRole("button", { name: "Remover foto" })).toBeNull();
  });
});
