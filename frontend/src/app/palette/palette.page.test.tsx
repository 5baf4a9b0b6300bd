import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
// What is loaded when it is asked for is compiled here, so that no test waits for that.
import "@/app/palette/open-palette";
import { startCommands } from "@/app/shell/commands";
import * as navigate from "@/lib/navigate";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

startCommands();

let leave: MockInstance<typeof navigate.leaveFor>;

/** The shell of templates/shell, as far as the palette reads it; an admin's has the last section. */
function renderShell(isAdmin = false): void {
  const administration = `
    <p id="nav-2">Administração</p>
    <ul aria-labelledby="nav-2">
      <li><a href="/admin-panel"><i class="icon icon-panel"></i><span> Admin Panel </span></a></li>
    </ul>`;
  document.body.innerHTML = `
    <nav id="sidebar"><div class="rail-scroll">
      <ul>
        <li><a href="/"><i class="icon icon-home"></i><span> Dashboard </span></a></li>
        <li><a href="/tasks"><i class="icon icon-tasks"></i><span> Minhas Tarefas </span></a></li>
        <li><a href="/profile"><i class="icon icon-user"></i><span> Perfil </span></a></li>
      </ul>
      ${isAdmin ? administration : ""}
    </div></nav>
    <button data-palette>Buscar</button>
    <button data-theme-choice="dark">Dark</button>
    <button data-logout>Sair</button>
    <input aria-label="nome">
    <div id="windows"></div>`;
}

/** What the server finds, for anything typed. */
const answer = (results: object[]) => server.use(http.get("/api/search", () => HttpResponse.json(results)));

beforeEach(() => {
  answer([]);
  leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
  // jsdom has no modal dialogs and no layout.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector("input")?.focus();
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
  Element.prototype.scrollIntoView = () => undefined;
});

const press = (key: string, options: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document, { key, ...options });

async function openPalette(isAdmin = false) {
  renderShell(isAdmin);
  await act(() => press("k", { ctrlKey: true }));
  return screen.findByRole("combobox", { name: "Buscar páginas e ações" });
}

const labels = () => screen.getAllByRole("option").map((option) => option.querySelector("span")?.textContent);
const selected = () => screen.getByRole("option", { selected: true }).querySelector("span")?.textContent;

describe("opening", () => {
  it.each([
    ["Ctrl+K", { ctrlKey: true }],
    ["⌘K", { metaKey: true }],
  ])("%s, its own meaning in the browser put aside", async (_name, modifier) => {
    renderShell();
    const isLeftToTheBrowser = await act(() => press("k", modifier));
    expect(isLeftToTheBrowser).toBe(false);
    expect(await screen.findByRole("combobox")).toHaveFocus();
  });

  it("the header's search", async () => {
    renderShell();
    await userEvent.click(screen.getByRole("button", { name: "Buscar" }));
    expect(await screen.findByRole("combobox")).toBeInTheDocument();
  });

  it("the same keys, Fechar and a click beside it put it away", async () => {
    await openPalette();
    await act(() => press("k", { ctrlKey: true }));
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await act(() => press("k", { ctrlKey: true }));
    await userEvent.click(await screen.findByRole("button", { name: "Fechar" }));
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await act(() => press("k", { ctrlKey: true }));
    await act(() => fireEvent.pointerDown(screen.getByRole("dialog")));
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  });

  it("a window that waits for an answer is not covered", async () => {
    renderShell();
    document.body.insertAdjacentHTML("beforeend", '<div class="dialog-popup"></div>');
    await act(() => press("k", { ctrlKey: true }));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("the log-in page leaves the keys to the browser", () => {
    expect(press("k", { ctrlKey: true })).toBe(true);
  });
});

describe("what it reaches", () => {
  it("the pages that the server's navigation names, and acts of the shell", async () => {
    await openPalette();
    expect(labels().slice(0, 3)).toEqual(["Dashboard", "Minhas Tarefas", "Perfil"]);
    for (const label of ["Todos os Ganhos", "Perfil: Atividade", "Tema: Dark", "Sair", "Atalhos de teclado"]) {
      expect(labels()).toContain(label);
    }
  });

  it("nothing of a page that the person does not have, nor a button that is not there", async () => {
    await openPalette();
    for (const label of ["Nova tarefa", "Painel: Tarefas", "Abrir notificações", "Tema: Light"]) {
      expect(labels()).not.toContain(label);
    }
  });

  it("an admin's panel and its acts, under the title of their section", async () => {
    await openPalette(true);
    expect(screen.getByRole("option", { name: "Admin Panel Administração" })).toBeInTheDocument();
    for (const label of ["Nova tarefa", "Novo funcionário", "Painel: Pagamentos"]) expect(labels()).toContain(label);
  });
});

describe("what the server finds", () => {
  const person = { kind: "Pessoas", title: "Ana Souza", detail: "@ana", href: "/admin-panel?busca=ana" };

  it("stands after pages and acts, and is opened as they are", async () => {
    answer([person]);
    const input = await openPalette(true);
    await userEvent.type(input, "an");
    const found = await screen.findByRole("option", { name: "Ana Souza Pessoas · @ana" });
    expect(labels().at(-1)).toBe("Ana Souza");
    await userEvent.click(found);
    expect(leave).toHaveBeenCalledWith("/admin-panel?busca=ana");
  });

  it("is opened by an Enter that came before it, unless more is typed then", async () => {
    answer([person]);
    const input = await openPalette(true);
    await userEvent.type(input, "ana");
    await screen.findByRole("option", { name: /^Ana Souza/ });
    answer([{ ...person, title: "Anabela Reis", href: "/admin-panel?busca=anabela" }]);
    await userEvent.type(input, "be{Enter}la");
    await screen.findByRole("option", { name: /^Anabela Reis/ });
    expect(leave).not.toHaveBeenCalled();
    answer([{ ...person, title: "Anabela Reis Lima", href: "/admin-panel?busca=lima" }]);
    await userEvent.type(input, " reis{Enter}");
    expect(leave).not.toHaveBeenCalled();
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/admin-panel?busca=lima"));
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it("opens nothing when an Enter came before it and nothing is found", async () => {
    answer([person]);
    const input = await openPalette();
    await userEvent.type(input, "ana");
    await screen.findByRole("option", { name: /^Ana Souza/ });
    answer([]);
    await userEvent.type(input, "zzz{Enter}");
    await waitFor(() => expect(screen.queryByRole("option", { name: /^Ana Souza/ })).toBeNull());
    expect(leave).not.toHaveBeenCalled();
  });

  it("goes when something else is typed, though several read alike", async () => {
    const alike = { kind: "Ganhos", title: "Conta Roblox criada", detail: "R$ 3,15", href: "/ganhos" };
    answer([alike, alike, alike]);
    const input = await openPalette();
    await userEvent.type(input, "roblox");
    await waitFor(() => expect(screen.getAllByRole("option", { name: /^Conta Roblox criada/ })).toHaveLength(3));
    answer([]);
    await userEvent.type(input, "es");
    await waitFor(() => expect(screen.queryAllByRole("option")).toEqual([]));
  });

  it("is said to have failed, with pages and acts still there", async () => {
    server.use(http.get("/api/search", () => new HttpResponse(null, { status: 403 })));
    const input = await openPalette();
    await userEvent.type(input, "sair");
    expect(await screen.findByText(/A busca por pessoas e contas falhou/)).toBeInTheDocument();
    expect(labels()).toEqual(["Sair"]);
  });

  it("is not asked for one letter", async () => {
    server.use(http.get("/api/search", () => expect.unreachable()));
    const input = await openPalette();
    await userEvent.type(input, "s");
    await act(() => new Promise((done) => setTimeout(done, 300)));
    expect(labels()).toContain("Sair");
  });
});

describe("typing and keys", () => {
  it("narrows without accents and says how many there are", async () => {
    const input = await openPalette();
    await userEvent.type(input, "sessao");
    expect(labels()).toEqual(["Sair"]);
    await waitFor(() => expect(spoken().at(-1)).toBe("1 resultado"));
    await userEvent.type(input, "xyz");
    expect(screen.queryAllByRole("option")).toEqual([]);
    expect(await screen.findByText("Nenhum resultado encontrado")).toBeInTheDocument();
    expect(input).toHaveAttribute("aria-expanded", "false");
  });

  it("arrows go round, pages jump, and the field names the chosen option", async () => {
    const input = await openPalette();
    expect(selected()).toBe("Dashboard");
    await userEvent.keyboard("{ArrowDown}");
    expect(selected()).toBe("Minhas Tarefas");
    expect(input).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { selected: true }).id);
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(selected()).toBe("Atalhos de teclado");
    await userEvent.keyboard("{PageUp}{PageUp}{PageUp}");
    expect(selected()).toBe("Dashboard");
    await userEvent.keyboard("{PageDown}{PageDown}{PageDown}");
    expect(selected()).toBe("Atalhos de teclado");
  });

  it("Enter goes to the page", async () => {
    const input = await openPalette();
    await userEvent.type(input, "atividade{Enter}");
    expect(leave).toHaveBeenCalledWith("/profile?tab=atividade");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  });

  it("Ctrl+Enter opens it in another tab and stays", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const input = await openPalette();
    await userEvent.type(input, "minhas{Control>}{Enter}{/Control}");
    expect(open).toHaveBeenCalledWith("/tasks", "_blank", "noopener");
    expect(leave).not.toHaveBeenCalled();
    expect(input).toBeInTheDocument();
  });

  it("Enter with nothing found does nothing", async () => {
    const input = await openPalette();
    await userEvent.type(input, "zzz{Enter}");
    expect(leave).not.toHaveBeenCalled();
    expect(input).toBeInTheDocument();
  });

  it("an act presses the shell's own button", async () => {
    const input = await openPalette();
    const pressed = vi.fn();
    document.querySelector("[data-theme-choice=dark]")?.addEventListener("click", pressed);
    await userEvent.type(input, "escuro{Enter}");
    expect(pressed).toHaveBeenCalledTimes(1);
  });

  it("the pointer chooses too", async () => {
    await openPalette();
    const option = screen.getByRole("option", { name: /^Minhas Tarefas/ });
    fireEvent.pointerMove(option);
    expect(selected()).toBe("Minhas Tarefas");
    await userEvent.click(option);
    expect(leave).toHaveBeenCalledWith("/tasks");
  });
});

describe("the sheet of shortcuts", () => {
  const sheet = () => screen.findByRole("dialog", { name: "Atalhos de teclado" });

  // The page of the next test has a palette of its own, and this one would still hear its keys.
  afterEach(() => userEvent.keyboard("{Escape}"));

  it("opens with '?'", async () => {
    renderShell();
    await act(() => press("?"));
    expect(within(await sheet()).getByText("Percorrer os resultados")).toBeInTheDocument();
  });

  it("opens from a box that is ticked, where nothing is typed", async () => {
    renderShell();
    document.body.insertAdjacentHTML("beforeend", '<input type="checkbox" aria-label="lembrar">');
    screen.getByLabelText("lembrar").focus();
    await act(() => press("?"));
    expect(await sheet()).toBeInTheDocument();
  });

  it("is 'ignored while typing'", async () => {
    renderShell();
    screen.getByLabelText("nome").focus();
    await act(() => press("?"));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be turned off, and then still opens from the palette", async () => {
    renderShell();
    await act(() => press("?"));
    await userEvent.click(within(await sheet()).getByRole("switch", { name: /^Atalho \?/ }));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await act(() => press("?"));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.queryByRole("dialog")).toBeNull();
    await act(() => press("k", { ctrlKey: true }));
    await userEvent.type(await screen.findByRole("combobox"), "atalhos{Enter}");
    expect(within(await sheet()).getByRole("switch")).not.toBeChecked();
  });
});
