import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as navigate from "@/lib/navigate";
import { LoginScreen } from "@/screens/login/screen";
import { eventually } from "../../../test/eventually";
import { ANA } from "../../../test/render";
import { server } from "../../../test/server";

const answers = {
  login: (body: object | null, init: ResponseInit = {}) =>
    server.use(http.post("/api/auth/login", () => HttpResponse.json(body, init))),
  second: (body: object | null, init: ResponseInit = {}) =>
    server.use(http.post("/api/auth/verify-second-password", () => HttpResponse.json(body, init))),
};

const CHALLENGE = { requiresSecondPassword: true, id: 7, fullName: "Ana Souza", username: "ana.souza" };
const FIRST = {
  attempts: 3,
  seconds: 900,
  text: "Muitas tentativas de login. Aguarde 15 minutos antes de tentar novamente.",
};
const SECOND = {
  attempts: 2,
  seconds: 600,
  text: "Conta bloqueada por 10 minutos devido a múltiplas tentativas incorretas da segunda senha.",
};
let leave: MockInstance<typeof navigate.leaveFor>;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
});

function setup(limits = { first: FIRST, second: SECOND }) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<LoginScreen {...limits} />);
  return user;
}

/** The countdown is known to run once it has moved. */
async function ticking() {
  const before = screen.getByRole("timer").textContent;
  await waitFor(() => expect(screen.getByRole("timer").textContent).not.toBe(before));
}

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.clear(screen.getByLabelText("Nome de Usuário"));
  await user.type(screen.getByLabelText("Nome de Usuário"), "ana.souza");
  await user.clear(screen.getByLabelText("Senha"));
  await user.type(screen.getByLabelText("Senha"), "segredo");
  await user.click(screen.getByRole("button", { name: "Entrar" }));
}

async function reachSecondStep(user: ReturnType<typeof userEvent.setup>) {
  answers.login(CHALLENGE);
  await logIn(user);
  await screen.findByLabelText("Segunda Senha");
}

async function confirm(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Segunda Senha"), "segunda");
  await user.click(screen.getByRole("button", { name: "Confirmar Segunda Senha" }));
}

/** The refusal at the form, not the toast. */
const toasts = () => document.getElementById("toasts");
const problem = () => screen.findByRole("note");

describe("step 1", () => {
  it("asks for username and password before anything is sent", async () => {
    const user = setup();
    await user.click(screen.getByRole("button", { name: "Entrar" }));
    expect(screen.getByLabelText("Nome de Usuário")).toHaveAccessibleDescription("Nome de usuário é obrigatório");
    expect(screen.getByLabelText("Senha")).toHaveAccessibleDescription("Senha é obrigatória");
  });

  it("success stores the reduced user and goes to /, where the toast waits", async () => {
    const user = setup();
    answers.login({ ...ANA, lastActiveIp: "10.0.0.1", createdAt: "2026-01-01T00:00:00Z" });
    await logIn(user);
    await eventually(() => expect(leave).toHaveBeenCalledWith("/"));
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ANA);
    expect(JSON.parse(sessionStorage.getItem("toast") ?? "")).toEqual([
      "success",
      "Bem-vindo, Ana Souza!",
      "Login realizado com sucesso!",
    ]);
  });

  it("success goes to / where the browser has no room to keep anything", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
    const user = setup();
    answers.login(ANA);
    await logIn(user);
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/"));
  });

  it("the button is off while the answer is on its way, and keeps the focus", async () => {
    const user = setup();
    const asked = vi.fn(() => delay("infinite"));
    server.use(http.post("/api/auth/login", asked));
    await logIn(user);
    const button = screen.getByRole("button", { name: "Entrar" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    // What is disabled for real loses it.
    expect(button).toBeEnabled();
    await user.keyboard("{Enter}");
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("counts the attempts left on 401: 2, 1, then 'Máximo de tentativas atingido.'", async () => {
    const user = setup();
    answers.login({}, { status: 401 });
    await logIn(user);
    expect(await problem()).toHaveTextContent("Usuário ou senha inválidos. 2 tentativa(s) restante(s).");
    await logIn(user);
    expect(await problem()).toHaveTextContent("Usuário ou senha inválidos. 1 tentativa(s) restante(s).");
    await logIn(user);
    expect(await problem()).toHaveTextContent("Usuário ou senha inválidos. Máximo de tentativas atingido.");
    expect(toasts()).toHaveTextContent("Erro no login");
  });

  it("tells the attempts that the server counts, also those of before a reload", async () => {
    const user = setup();
    answers.login({ attemptsRemaining: 0 }, { status: 401 });
    await logIn(user);
    expect(await problem()).toHaveTextContent("Máximo de tentativas atingido.");
    answers.login({ attemptsRemaining: 2 }, { status: 401 });
    await logIn(user);
    await waitFor(async () => expect(await problem()).toHaveTextContent("2 tentativa(s) restante(s)."));
  });

  it("other refusals are the server's message, or 'Erro ao fazer login'", async () => {
    const user = setup();
    answers.login({ message: "Conta desativada." }, { status: 403 });
    await logIn(user);
    expect(await problem()).toHaveTextContent("Conta desativada.");
    answers.login({}, { status: 403 });
    await logIn(user);
    expect(await problem()).toHaveTextContent("Erro ao fazer login");
  });

  it("a lost connection says so", async () => {
    const user = setup();
    server.use(http.post("/api/auth/login", () => HttpResponse.error()));
    await logIn(user);
    expect(await problem()).toHaveTextContent("Erro de conexão com o servidor. Verifique sua internet.");
  });

  it("429 locks for 900 s with a countdown, then unlocks and starts counting anew", async () => {
    const user = setup();
    answers.login({}, { status: 429 });
    await logIn(user);
    expect(await problem()).toHaveTextContent(
      "Muitas tentativas de login. Aguarde 15 minutos antes de tentar novamente.",
    );
    expect(screen.getByRole("timer")).toHaveTextContent(/Tempo restante: (15:00|14:5\d)/);
    expect(within(screen.getByRole("note")).queryByRole("timer")).toBeNull();
    expect(screen.getByRole("button", { name: "Entrar" })).toBeDisabled();
    await ticking();
    act(() => vi.advanceTimersByTime(840_000));
    expect(screen.getByRole("timer")).toHaveTextContent(/Tempo restante: (1:00|0:5\d)/);
    act(() => vi.advanceTimersByTime(61_000));
    expect(screen.queryByRole("timer")).toBeNull();
    expect(screen.getByRole("button", { name: "Entrar" })).toBeEnabled();
    answers.login({}, { status: 401 });
    await logIn(user);
    expect(await problem()).toHaveTextContent("2 tentativa(s) restante(s).");
  });

  it("the server's Retry-After sets the countdown", async () => {
    const user = setup();
    answers.login({}, { status: 429, headers: { "Retry-After": "61" } });
    await logIn(user);
    expect(await screen.findByRole("timer")).toHaveTextContent("Tempo restante: 1:01");
  });

  it("the lock survives a reload", () => {
    localStorage.setItem("login-lock", String(Date.now() + 125_000));
    setup();
    expect(screen.getByRole("timer")).toHaveTextContent("Tempo restante: 2:05");
    expect(screen.getByRole("note")).toHaveTextContent("Muitas tentativas de login.");
    expect(screen.getByRole("button", { name: "Entrar" })).toBeDisabled();
  });
});

describe("step 2", () => {
  it("follows when a second password is needed, with its toast and an empty field", async () => {
    const user = setup();
    await reachSecondStep(user);
    expect(toasts()).toHaveTextContent("Primeira etapa concluída!Digite sua segunda senha para completar o login.");
    await waitFor(() => expect(screen.getByLabelText("Segunda Senha")).toHaveFocus());
    expect(screen.getByLabelText("Segunda Senha")).toHaveValue("");
    expect(screen.getByText("Tentativas restantes: 2/2")).toBeInTheDocument();
  });

  it("asks for the second password", async () => {
    const user = setup();
    await reachSecondStep(user);
    await user.click(screen.getByRole("button", { name: "Confirmar Segunda Senha" }));
    expect(screen.getByText("Segunda senha é obrigatória")).toBeInTheDocument();
  });

  it("sends the user of step 1; success goes to /", async () => {
    const user = setup();
    await reachSecondStep(user);
    let sent: unknown;
    server.use(
      http.post("/api/auth/verify-second-password", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(ANA);
      }),
    );
    await confirm(user);
    await eventually(() => expect(leave).toHaveBeenCalledWith("/"));
    expect(sent).toEqual({ userId: 7, secondPassword: "segunda" });
    expect(sessionStorage.getItem("toast")).toContain("Login concluído com sucesso!");
  });

  it("a wrong one says how many attempts are left", async () => {
    const user = setup();
    await reachSecondStep(user);
    answers.second({ attemptsRemaining: 1 }, { status: 401 });
    await confirm(user);
    expect(await problem()).toHaveTextContent("Segunda senha incorreta. 1 tentativa(s) restante(s).");
    expect(screen.getByText("Tentativas restantes: 1/2")).toBeInTheDocument();
    expect(toasts()).toHaveTextContent("Erro na segunda senha");
  });

  it("a wrong one without a count is 'Segunda senha incorreta.'", async () => {
    const user = setup();
    await reachSecondStep(user);
    answers.second({}, { status: 401 });
    await confirm(user);
    expect(await problem()).toHaveTextContent(/^Segunda senha incorreta\.$/);
  });

  it("anything else is the server's message, or 'Erro ao verificar segunda senha'", async () => {
    const user = setup();
    await reachSecondStep(user);
    answers.second({}, { status: 400 });
    await confirm(user);
    expect(await problem()).toHaveTextContent("Erro ao verificar segunda senha");
  });

  it("423 locks for 600 s, and at the end the screen returns to step 1", async () => {
    const user = setup();
    await reachSecondStep(user);
    answers.second({}, { status: 423 });
    await confirm(user);
    expect(await problem()).toHaveTextContent(
      "Conta bloqueada por 10 minutos devido a múltiplas tentativas incorretas da segunda senha.",
    );
    expect(screen.getByRole("timer")).toHaveTextContent(/Conta bloqueada\. Tempo restante: (10:00|9:5\d)/);
    expect(screen.getByText("Tentativas restantes: 0/2")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Confirmar Segunda Senha" })).toBeDisabled();
    await ticking();
    act(() => vi.advanceTimersByTime(601_000));
    expect(screen.getByLabelText("Nome de Usuário")).toBeInTheDocument();
    expect(screen.queryByLabelText("Segunda Senha")).toBeNull();
  });

  it("its lock survives a reload", () => {
    localStorage.setItem("second-password-lock", String(Date.now() + 65_000));
    setup();
    expect(screen.getByRole("timer")).toHaveTextContent("Conta bloqueada. Tempo restante: 1:05");
  });

  it("'Voltar ao Login' returns to step 1, its fields empty", async () => {
    const user = setup();
    await reachSecondStep(user);
    await user.click(screen.getByRole("button", { name: "Voltar ao Login" }));
    expect(screen.getByLabelText("Nome de Usuário")).toHaveValue("");
    expect(screen.getByLabelText("Senha")).toHaveValue("");
  });
});

describe("other limits", () => {
  const other = {
    first: { attempts: 5, seconds: 120, text: "Aguarde 2 minutos." },
    second: { attempts: 4, seconds: 60, text: "Bloqueada por 1 minuto." },
  };

  it("of step 1 are counted down, locked for and said", async () => {
    const user = setup(other);
    answers.login({}, { status: 401 });
    await logIn(user);
    expect(await problem()).toHaveTextContent("Usuário ou senha inválidos. 4 tentativa(s) restante(s).");
    answers.login({}, { status: 429 });
    await logIn(user);
    await waitFor(async () => expect(await problem()).toHaveTextContent("Aguarde 2 minutos."));
    expect(screen.getByRole("timer")).toHaveTextContent(/Tempo restante: (2:00|1:5\d)/);
  });

  it("of step 2 are counted down, locked for and said", async () => {
    const user = setup(other);
    await reachSecondStep(user);
    expect(screen.getByText("Tentativas restantes: 4/4")).toBeInTheDocument();
    answers.second({}, { status: 423 });
    await confirm(user);
    expect(await problem()).toHaveTextContent("Bloqueada por 1 minuto.");
    expect(screen.getByRole("timer")).toHaveTextContent(/Conta bloqueada\. Tempo restante: (1:00|0:5\d)/);
    expect(screen.getByText("Tentativas restantes: 0/4")).toBeInTheDocument();
  });
});

describe("stored user", () => {
  it("'that fails to parse is wiped when the login screen loads'", () => {
    localStorage.setItem("user", "{broken");
    setup();
    expect(localStorage.getItem("user")).toBeNull();
  });

  it("that parses stays", () => {
    localStorage.setItem("user", JSON.stringify(ANA));
    setup();
    expect(localStorage.getItem("user")).not.toBeNull();
  });
});
