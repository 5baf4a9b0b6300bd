import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { BRUNO, FIREFOX, servePanel, showPanel, topToastText } from "@/screens/admin-panel/panel.fixture";
import { server } from "../../../test/server";

beforeEach(() => {
  servePanel();
});

describe("a new employee", () => {
  async function open() {
    showPanel("funcionarios");
    await userEvent.click(await screen.findByRole("button", { name: "Novo Funcionário" }));
    return within(await screen.findByRole("dialog", { name: "Novo Funcionário" }));
  }

  it("has a username of 3 and passwords of 6 characters at least", async () => {
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText("Nome de Usuário"), "ab");
    await userEvent.type(dialog.getByLabelText("Senha"), "12345");
    await userEvent.type(dialog.getByLabelText("Segunda Senha (opcional)"), "123");
    await userEvent.click(dialog.getByRole("button", { name: "Criar Funcionário" }));
    expect(dialog.getByText("Nome de usuário deve ter pelo menos 3 caracteres")).toBeInTheDocument();
    expect(dialog.getAllByText("Senha deve ter pelo menos 6 caracteres")).toHaveLength(2);
  });

  it("is created with role and second password; a taken name shows at its field", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/users", async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? HttpResponse.json(
              { message: "Conflito", errors: { username: ["Este nome de usuário já está em uso."] } },
              { status: 409 },
            )
          : HttpResponse.json({ ...BRUNO, fullName: "Carla Dias" }, { status: 201 });
      }),
    );
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText("Nome completo"), "Carla Dias");
    await userEvent.type(dialog.getByLabelText("Nome de Usuário"), "carla");
    await userEvent.type(dialog.getByLabelText("Senha"), "carla-2026");
    await userEvent.click(dialog.getByRole("button", { name: "Criar Funcionário" }));
    expect(await dialog.findByText("Este nome de usuário já está em uso.")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Criar Funcionário" }));
    await waitFor(() => expect(topToastText()).toBe("SucessoCarla Dias já pode entrar no sistema."));
    expect(sent[1]).toEqual({
      username: "carla",
      password: "carla-2026",
      role: "employee",
      fullName: "Carla Dias",
      secondPassword: "",
    });
  });
});

it("who never came in is told the same in list and window, one's own first time too", async () => {
  const people = [
    { ...BRUNO, lastLogin: null },
    { ...BRUNO, id: 9, username: "carla", fullName: "Carla Dias", lastLogin: null, isOnline: false },
  ];
  server.use(
    http.get("/api/users", () => HttpResponse.json(people, { headers: { "X-Total-Count": "2" } })),
    http.get("/api/users/9", () => HttpResponse.json(people[1])),
    http.get("/api/earnings/9/*", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
  );
  showPanel("funcionarios");
  expect(await screen.findByRole("row", { name: /Bruno Lima/ })).toHaveTextContent("Primeiro acesso");
  expect(screen.getByRole("row", { name: /Carla Dias/ })).toHaveTextContent("Nunca entrou");
  await userEvent.click(screen.getByRole("button", { name: "Detalhes de Carla Dias" }));
  expect(await screen.findByRole("dialog", { name: "Carla Dias" })).toHaveTextContent("Último loginNunca entrou");
});

it("opens at once when the address asks for it, and a reload is calm", async () => {
  showPanel("funcionarios&novo=funcionario");
  expect(await screen.findByRole("dialog", { name: "Novo Funcionário" })).toBeInTheDocument();
  expect(location.search).toBe("?tab=funcionarios");
});

describe("the detail of an employee", () => {
  async function open() {
    showPanel("funcionarios");
    await userEvent.click(await screen.findByRole("button", { name: "Detalhes de Bruno Lima" }));
    return screen.findByRole("dialog", { name: "Bruno Lima" });
  }

  it("shows balances, access and the statements of a period", async () => {
    const dialog = await open();
    await within(dialog).findByText("203.0.113.7");
    const words = dialog.textContent?.replace(/\u00a0/g, " ");
    for (const piece of [
      "PendenteR$ 131,25",
      "PagoR$ 20,00",
      "PresençaOnline",
      "Último login20/11/2026 08:00",
      "NavegadorFirefox em Linux",
      "Esta consulta fica registrada",
    ]) {
      expect(words).toContain(piece);
    }
    expect(within(dialog).getByText("Firefox em Linux")).toHaveAttribute("title", FIREFOX);
    await userEvent.type(within(dialog).getByLabelText("De"), "2026-11-01");
    expect(within(dialog).getByRole("link", { name: "CSV" })).toHaveAttribute(
      "href",
      "/api/earnings/8/statement.csv?start=2026-11-01",
    );
    expect(within(dialog).getByRole("link", { name: "PDF" })).toHaveAttribute(
      "href",
      "/api/earnings/8/statement.pdf?start=2026-11-01",
    );
  });

  it("leads to a transfer for this person, and back", async () => {
    await userEvent.click(within(await open()).getByRole("button", { name: "Transferir" }));
    const transfer = within(await screen.findByRole("dialog", { name: "Transferir pagamento" }));
    expect(transfer.getByLabelText("Funcionário")).toHaveValue("Bruno Lima");
    await userEvent.click(transfer.getByRole("button", { name: "Cancelar" }));
    expect(await screen.findByRole("dialog", { name: "Bruno Lima" })).toBeInTheDocument();
  });

  it("ends the sessions of a person after a yes, and returns", async () => {
    const ended = vi.fn();
    server.use(
      http.post("/api/users/8/sessions/end", () => {
        ended();
        return HttpResponse.json({ ended: 2 });
      }),
    );
    await userEvent.click(within(await open()).getByRole("button", { name: "Encerrar sessões" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Encerrar as sessões?" }));
    expect(ended).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole("button", { name: "Encerrar sessões" }));
    await waitFor(() => expect(topToastText()).toBe("SucessoSessões encerradas"));
    expect(ended).toHaveBeenCalledOnce();
    expect(await screen.findByRole("dialog", { name: "Bruno Lima" })).toBeInTheDocument();
  });

  it("leads to editing: only what was changed is sent", async () => {
    const sent: unknown[] = [];
    const remember = async ({ request }: { request: Request }) => {
      sent.push([new URL(request.url).pathname, await request.json()]);
      return HttpResponse.json({ ...BRUNO, fullName: "Bruno L. Lima" });
    };
    server.use(http.patch("/api/users/8", remember), http.post("/api/users/8/second-password", remember));
    await userEvent.click(within(await open()).getByRole("button", { name: "Editar" }));
    const edit = within(await screen.findByRole("dialog", { name: "Editar funcionário" }));
    await userEvent.clear(edit.getByLabelText("Nome completo"));
    await userEvent.type(edit.getByLabelText("Nome completo"), "Bruno L. Lima");
    await userEvent.click(edit.getByLabelText("Remover a segunda senha"));
    await userEvent.click(edit.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(topToastText()).toBe("SucessoFuncionário atualizado com sucesso"));
    expect(sent).toEqual([
      ["/api/users/8", { fullName: "Bruno L. Lima" }],
      ["/api/users/8/second-password", { secondPassword: null }],
    ]);
    expect(await screen.findByRole("dialog", { name: "Bruno L. Lima" })).toBeInTheDocument();
  });
});

describe("deleting", () => {
  it.each([
    ["Administração", "Você não pode deletar sua própria conta"],
    ["Chefe", "Não é possível deletar administradores"],
  ])("%s is refused: %s", async (name, text) => {
    showPanel("funcionarios");
    await userEvent.click(await screen.findByRole("button", { name: `Deletar ${name}` }));
    expect(topToastText()).toBe(`Erro${text}`);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("wants the username typed", async () => {
    let deleted = 0;
    server.use(
      http.delete("/api/users/8", () => {
        deleted += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    showPanel("funcionarios");
    await userEvent.click(await screen.findByRole("button", { name: "Deletar Bruno Lima" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Deletar Bruno Lima?" }));
    const confirm = dialog.getByRole("button", { name: "Deletar" });
    await userEvent.type(dialog.getByLabelText(/Digite/), "bruno");
    expect(confirm).toBeDisabled();
    await userEvent.keyboard("{Enter}");
    expect(deleted).toBe(0);
    await userEvent.type(dialog.getByLabelText(/Digite/), ".lima");
    await userEvent.click(confirm);
    await waitFor(() => expect(topToastText()).toBe("SucessoBruno Lima não tem mais acesso ao sistema."));
    expect(deleted).toBe(1);
  });

  it("says what is open and owed, and hands it on to those chosen", async () => {
    const asked: string[] = [];
    const CARLA = { ...BRUNO, id: 9, username: "carla.dias", fullName: "Carla Dias" };
    server.use(
      http.get("/api/users", () => HttpResponse.json([BRUNO, CARLA], { headers: { "X-Total-Count": "2" } })),
      http.delete("/api/users/8", ({ request }) => {
        asked.push(new URL(request.url).search);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    showPanel("funcionarios");
    await userEvent.click(await screen.findByRole("button", { name: "Deletar Bruno Lima" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Deletar Bruno Lima?" }));
    const runs = await dialog.findByLabelText("Passar 2 execuções abertas para");
    expect(
      dialog.getByText(
        (text) =>
          text.replace(/\u00a0/g, " ") ===
          "2 execuções abertas, 1 tarefa aberta. R$ 131,25 a receber: continua a ser pago em Pagamentos. A chave de API própria é apagada.",
      ),
    ).toBeInTheDocument();
    expect(runs).toHaveAccessibleDescription("Sem ninguém escolhido, são canceladas.");
    expect(dialog.getByLabelText("Passar 1 tarefa aberta para")).toHaveAccessibleDescription(
      "Sem ninguém escolhido, saem das listas e contagens.",
    );
    await userEvent.type(runs, "Carla");
    await userEvent.click(await screen.findByRole("option", { name: /Carla Dias/ }));
    expect(runs).toHaveAccessibleDescription("Ganha o que for criado a partir de agora.");
    await userEvent.type(dialog.getByLabelText(/Digite/), "bruno.lima");
    await userEvent.click(dialog.getByRole("button", { name: "Deletar" }));
    await waitFor(() => expect(asked).toEqual(["?runs=handOn&runsTo=9"]));
  });
});
