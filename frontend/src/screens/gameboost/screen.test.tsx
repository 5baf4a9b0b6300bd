import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Configuration } from "@/api/configs";
import type { Account } from "@/api/gameboost";
import { account, serveProxy } from "@/screens/gameboost/gameboost.fixture";
import { GameboostScreen } from "@/screens/gameboost/screen";
import { CONFIGURATION, choiceOf } from "@/shared/marketplace/configuration.fixture";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const ALL = [
  "accounts",
  "accounts/template/{gameSlug}",
  "accounts/{id}",
  "accounts/by-login/{login}",
  "accounts/{id}/delete",
  "accounts/{id}/status",
  "accounts/status/bulk",
];
const CHOICE = choiceOf(Object.fromEntries([...ALL, "games", "games/{id}"].map((name) => [name, ""])), 4);
const SAVED: Configuration = { ...CONFIGURATION, enabledEndpoints: ALL };

beforeEach(() => {
  history.replaceState(null, "", "/gameboost");
  signIn({ ...ANA, id: 1, role: "admin" });
  document.body.insertAdjacentHTML("beforeend", '<div id="page-actions"></div>');
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(SAVED)));
});

function show(configuration: Configuration | null = SAVED) {
  return renderScreen(<GameboostScreen choice={CHOICE} />, { "/api/configs/gameboost?userId=1": configuration });
}

/** The key's accounts; what is returned are the calls for lists. */
function serveAccounts(accounts: () => Account[], meta?: object) {
  return serveProxy("accounts", () => ({ data: accounts(), ...(meta && { meta }) }));
}

const rowOf = async (title: string) => (await screen.findByText(title)).closest("tr") as HTMLElement;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toastText = () => document.querySelector(".toast")?.textContent;

describe("the list", () => {
  it("is fetched when there is a configuration, 10 at a time", async () => {
    const calls = serveAccounts(() => [account(1, { title: "Conta Premium", login: "piloto", price: "1250.5" })]);
    show();
    const row = await rowOf("Conta Premium");
    const words = row.textContent?.replace(/\u00a0/g, " ");
    for (const text of ["#1 · piloto", "War Thunder", "€ 1.250,50", "Listed"]) expect(words).toContain(text);
    expect(calls).toEqual([{ userId: 1, method: "GET", params: { with_data: false, page: 1, per_page: 10 } }]);
  });

  it("asks the marketplace itself when a person refreshes it", async () => {
    const calls = serveAccounts(() => [account(1)]);
    show();
    await rowOf("Conta 1");
    await press("Atualizar");
    await waitFor(() => expect(calls.map(({ fresh }) => fresh)).toEqual([undefined, true]));
  });

  it("is not asked for without a configuration", async () => {
    show(null);
    expect(screen.getByText("Configure a API para ver as contas")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Nova Conta" })).toBeDisabled();
    expect(await screen.findByLabelText("Chave da API")).toHaveValue("");
  });

  it("says 'Nenhuma conta encontrada na API GameBoost'", async () => {
    serveAccounts(() => []);
    show();
    expect(
      await screen.findByText("Nenhuma conta encontrada na API GameBoost", { selector: "main p, .card p" }),
    ).toBeInTheDocument();
    expect(toastText()).toBe("AvisoNenhuma conta encontrada na API GameBoost");
  });

  it("tells why it could not be fetched, in the marketplace's words, and tries again", async () => {
    let works = false;
    serveProxy("accounts", () =>
      works
        ? { data: [account(1)] }
        : { status: 502, body: { message: "Tempo limite esgotado.", code: "marketplace_unavailable" } },
    );
    show();
    const text = "Falha ao buscar contas da API GameBoost: Tempo limite esgotado.";
    expect(await screen.findByRole("note")).toHaveTextContent(text);
    expect(toastText()).toBe(`Erro${text}`);
    works = true;
    await press("Tentar novamente");
    expect(await rowOf("Conta 1")).toBeInTheDocument();
  });

  it("goes on to the next page only with 10 or more accounts", async () => {
    const calls = serveProxy("accounts", ({ params }) => ({
      data: params?.page === 1 ? Array.from({ length: 10 }, (_, index) => account(index + 1)) : [account(11)],
    }));
    show();
    await rowOf("Conta 10");
    expect(screen.getByRole("button", { name: "Anterior" })).toBeDisabled();
    await press("Próxima");
    await rowOf("Conta 11");
    expect(calls.map(({ params }) => params?.page)).toEqual([1, 2]);
    expect(screen.getByRole("button", { name: "Próxima" })).toBeDisabled();
    await press("Anterior");
    await rowOf("Conta 1");
  });

  it("stops at ten where the marketplace says that these are all", async () => {
    serveAccounts(() => Array.from({ length: 10 }, (_, index) => account(index + 1)), { to: 10, total: 10 });
    show();
    await rowOf("Conta 10");
    expect(screen.getByRole("button", { name: "Próxima" })).toBeDisabled();
  });

  it("is shown as cards too, and the address keeps it", async () => {
    serveAccounts(() => [account(1, { level_up_method: "Botted", server: "Brazil", is_featured: true })]);
    show();
    await rowOf("Conta 1");
    await userEvent.click(screen.getByRole("tab", { name: "Cards" }));
    const card = screen.getByText("Conta 1").closest("li");
    expect(card).toHaveTextContent("War Thunder · Brazil · Por bot");
    expect(card).toHaveTextContent("Em destaque");
    expect(location.search).toBe("?vista=cards");
  });

  it("finds one login, and says when there is none", async () => {
    serveAccounts(() => [account(1)]);
    server.use(
      http.post("/api/proxy/gameboost/accounts/by-login/:login", ({ params }) =>
        params.login === "a/b"
          ? HttpResponse.json({ data: account(7) })
          : HttpResponse.json({ message: "x", code: "marketplace_not_found" }, { status: 404 }),
      ),
    );
    show();
    await rowOf("Conta 1");
    const field = screen.getByLabelText("Login da conta");
    await userEvent.type(field, "a/b{Enter}");
    expect(await rowOf("Conta 7")).toBeInTheDocument();
    expect(screen.queryByRole("navigation", { name: "Páginas" })).not.toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, "ninguem{Enter}");
    expect(await screen.findByText("Nenhuma conta com este login")).toBeInTheDocument();
    await press("Ver todas");
    expect(await rowOf("Conta 1")).toBeInTheDocument();
  });
});

describe("a status", () => {
  it.each([
    ["Draft", "Publicar", "listed"],
    ["Listed", "Despublicar", "draft"],
  ])("%s offers '%s', and the list is reloaded", async (status, label, written) => {
    let now = status;
    serveAccounts(() => [account(5, { status: now })]);
    const calls = serveProxy("accounts/5/status", ({ data }) => {
      now = data?.status === "listed" ? "Listed" : "Draft";
      return { data: {} };
    });
    show();
    const row = await rowOf("Conta 5");
    await userEvent.click(within(row).getByRole("button", { name: `${label} Conta 5` }));
    await waitFor(() => expect(toastText()).toBe(`SucessoStatus da conta atualizado para ${written}`));
    expect(calls).toEqual([{ userId: 1, method: "PATCH", data: { status: written } }]);
    await waitFor(() => expect(row).toHaveTextContent(status === "Draft" ? "Listed" : "Draft"));
  });

  it.each(["Sold", "Pending", "Quarantined", ""])(
    "'%s' offers nothing but deletion, and cannot be chosen",
    async (status) => {
      serveAccounts(() => [account(5, { status })]);
      show();
      const row = await rowOf("Conta 5");
      expect(row).toHaveTextContent(status || "Desconhecido");
      expect(within(row).getAllByRole("button")).toHaveLength(1);
      expect(within(row).getByRole("checkbox")).toBeDisabled();
    },
  );

  it("that was not changed says why", async () => {
    serveAccounts(() => [account(5)]);
    serveProxy("accounts/5/status", () => ({
      status: 429,
      body: { message: "Aguarde um momento.", code: "listing_limit" },
    }));
    show();
    await rowOf("Conta 5");
    await press("Despublicar Conta 5");
    await waitFor(() => expect(toastText()).toBe("ErroFalha ao atualizar status da conta: Aguarde um momento."));
  });

  it("tells accounts of the same title apart by their login", async () => {
    serveAccounts(() => [account(5)]);
    show();
    await rowOf("Conta 5");
    for (const name of ["Despublicar Conta 5", "Excluir Conta 5"])
      expect(screen.getByRole("button", { name })).toHaveAccessibleDescription("piloto5");
    expect(screen.getByRole("checkbox", { name: "Selecionar Conta 5" })).toHaveAccessibleDescription("piloto5");
  });

  it("cannot be changed where the configuration does not enable the call", async () => {
    serveAccounts(() => [account(5)]);
    show({ ...SAVED, enabledEndpoints: ALL.slice(0, 4) });
    await rowOf("Conta 5");
    expect(screen.getByRole("button", { name: "Despublicar Conta 5" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Excluir Conta 5" })).toBeDisabled();
  });
});

describe("several accounts", () => {
  const MIXED = [
    account(1),
    account(2, { status: "Draft" }),
    account(3, { status: "Draft" }),
    account(4, { status: "Sold" }),
  ];

  it("are published together, those that can be", async () => {
    serveAccounts(() => MIXED);
    const calls = serveProxy("accounts/status/bulk", () => ({ data: [] }));
    show();
    await rowOf("Conta 1");
    await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar todas da página" }));
    expect(screen.getByRole("checkbox", { name: "3 selecionadas" })).toBeChecked();
    await press("Publicar (2)");
    const question = await screen.findByRole("alertdialog", { name: "Publicar 2 contas?" });
    await userEvent.click(within(question).getByRole("button", { name: "Publicar" }));
    await waitFor(() => expect(toastText()).toBe("SucessoStatus de 2 conta(s) atualizado para listed"));
    expect(calls).toEqual([{ userId: 1, method: "PATCH", data: { accounts: [2, 3], status: "listed" } }]);
    expect(await screen.findByRole("checkbox", { name: "Selecionar todas da página" })).not.toBeChecked();
  });

  it("that were refused in part are named", async () => {
    serveAccounts(() => MIXED);
    serveProxy("accounts/status/bulk", () => ({ data: [], errors: [{ id: "3", message: "Not yours" }] }));
    show();
    await rowOf("Conta 3");
    await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta 3" }));
    await press("Publicar (1)");
    await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Publicar" }));
    await waitFor(() => expect(toastText()).toBe("ErroFalha ao atualizar status da conta: #3 Not yours"));
  });

  it("are let go when the page is turned", async () => {
    serveAccounts(() => Array.from({ length: 10 }, (_, index) => account(index + 1)));
    show();
    await rowOf("Conta 1");
    await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta 1" }));
    expect(screen.getByText("1 selecionada")).toBeInTheDocument();
    await press("Próxima");
    expect(await screen.findByText("Selecionar todas da página")).toBeInTheDocument();
  });
});

describe("deleting", () => {
  it("asks first; 'Cancelar' sends nothing", async () => {
    serveAccounts(() => [account(5)]);
    const calls = serveProxy("accounts/5", () => ({ message: "Account deleted." }));
    show();
    await rowOf("Conta 5");
    await press("Excluir Conta 5");
    const question = await screen.findByRole("alertdialog", { name: "Tem certeza que deseja excluir esta conta?" });
    await userEvent.click(within(question).getByRole("button", { name: "Cancelar" }));
    expect(calls).toEqual([]);
    await press("Excluir Conta 5");
    await userEvent.click(await screen.findByRole("button", { name: "Excluir" }));
    await waitFor(() => expect(toastText()).toBe("SucessoConta excluída com sucesso"));
    expect(calls).toEqual([{ userId: 1, method: "DELETE" }]);
  });

  it("of the last account is still told when the list comes back empty", async () => {
    let accounts = [account(5)];
    serveAccounts(() => accounts);
    serveProxy("accounts/5", () => {
      accounts = [];
      return { message: "Account deleted." };
    });
    show();
    await rowOf("Conta 5");
    await press("Excluir Conta 5");
    await userEvent.click(await screen.findByRole("button", { name: "Excluir" }));
    expect(await screen.findByText("Nenhuma conta encontrada na API GameBoost")).toBeInTheDocument();
    expect(toastText()).toBe("SucessoConta excluída com sucesso");

    await press("Atualizar");
    await waitFor(() => expect(toastText()).toBe("AvisoNenhuma conta encontrada na API GameBoost"));
  });

  it("says why it failed", async () => {
    serveAccounts(() => [account(5)]);
    serveProxy("accounts/5", () => ({
      status: 404,
      body: { message: "Account not found.", code: "marketplace_not_found" },
    }));
    show();
    await rowOf("Conta 5");
    await press("Excluir Conta 5");
    await userEvent.click(await screen.findByRole("button", { name: "Excluir" }));
    await waitFor(() => expect(toastText()).toBe("ErroFalha ao excluir conta: Account not found."));
  });
});

describe("the configuration beside it", () => {
  it("speaks with the texts of this page, and offers its nine endpoints", async () => {
    serveAccounts(() => [account(1)]);
    show({ ...SAVED, enabledEndpoints: [...ALL, "payments"] });
    await screen.findByLabelText("Chave da API");
    expect(screen.getAllByRole("checkbox", { name: /^(accounts|games)/ })).toHaveLength(9);
    await userEvent.clear(screen.getByLabelText("URL base"));
    await userEvent.clear(screen.getByLabelText("Timeout (ms)"));
    await userEvent.type(screen.getByLabelText("Timeout (ms)"), "999");
    await press("Trocar");
    await press("Salvar");
    expect(screen.getByText("Por favor, insira uma URL válida")).toBeInTheDocument();
    expect(screen.getByText("Timeout deve ser no mínimo 1000ms")).toBeInTheDocument();
  });

  it("reloads the accounts after a test that succeeded", async () => {
    let title = "Antes";
    serveAccounts(() => [account(1, { title })]);
    server.use(http.post("/api/configs/gameboost/test", () => HttpResponse.json({ success: true, data: null })));
    show();
    await rowOf("Antes");
    title = "Depois";
    await press("Test Connection");
    expect(await rowOf("Depois")).toBeInTheDocument();
    expect(toastText()).toBe("SucessoAPI connection successful");
  });

  it("says 'API configuration saved successfully', or that it failed", async () => {
    serveAccounts(() => [account(1)]);
    server.use(
      http.post("/api/configs/gameboost/test", () => HttpResponse.json({ success: true, data: null })),
      http.post("/api/configs/gameboost", () => HttpResponse.json(SAVED)),
    );
    show();
    await screen.findByLabelText("Chave da API");
    await press("Salvar");
    await waitFor(() => expect(toastText()).toBe("SucessoAPI configuration saved successfully"));
    server.use(http.post("/api/configs/gameboost", () => HttpResponse.json({ message: "x" }, { status: 500 })));
    await press("Salvar");
    await waitFor(() => expect(toastText()).toBe("ErroFailed to save API configuration"));
  });
});
