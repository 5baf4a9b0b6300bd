import "@/app/palette/open-palette";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { queryClient } from "@/app/query-client";
import { startCommands } from "@/app/shell/commands";
import * as navigate from "@/lib/navigate";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

startCommands();

const GAMES = [
  { slug: "minecraft", title: "Minecraft", path: "/criar/minecraft" },
  { slug: "roblox", title: "Roblox", path: "/roblox-bulk" },
];

let leave: MockInstance<typeof navigate.leaveFor>;
let asked: (string | null)[];

/** The marketplace's games, narrowed as the server narrows them. */
function sell(games: typeof GAMES, notice = "") {
  server.use(
    http.get("/api/bulk/games", ({ request }) => {
      const search = new URL(request.url).searchParams.get("search");
      asked.push(search);
      const found = games.filter(({ title }) => title.toLowerCase().includes(search ?? ""));
      return HttpResponse.json({ games: found, notice });
    }),
  );
}

beforeEach(() => {
  queryClient.clear();
  asked = [];
  leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
  server.use(http.get("/api/search", () => HttpResponse.json([])));
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
  document.body.innerHTML = `
    <nav id="sidebar"><div class="rail-scroll"><ul><li><a href="/upload">Upload</a></li></ul></div></nav>
    <button data-palette>Buscar</button>
    <button data-palette="games">Outro jogo</button>`;
});

const games = () => screen.findByRole("combobox", { name: "Buscar outro jogo" });
const options = () => screen.queryAllByRole("option").map((option) => option.querySelector("span")?.textContent);

async function openGames() {
  await userEvent.click(screen.getByRole("button", { name: "Outro jogo" }));
  return games();
}

describe("another game of the marketplace", () => {
  it("is found by its name and opened with the keyboard", async () => {
    sell(GAMES);
    const input = await openGames();
    expect(input).toHaveFocus();
    await waitFor(() => expect(options()).toEqual(["Minecraft", "Roblox"]));
    await userEvent.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Roblox");
    await userEvent.type(input, "mine");
    await waitFor(() => expect(options()).toEqual(["Minecraft"]));
    await userEvent.keyboard("{Enter}");
    expect(leave).toHaveBeenCalledWith("/criar/minecraft");
  });

  it("Enter waits for the game that the last letters find", async () => {
    sell(GAMES);
    const input = await openGames();
    await waitFor(() => expect(options()).toHaveLength(2));
    await userEvent.type(input, "roblox{Enter}");
    expect(leave).not.toHaveBeenCalled();
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
    expect(leave).toHaveBeenCalledWith("/roblox-bulk");
  });

  it("is asked for when the typing rests, not letter by letter", async () => {
    sell(GAMES);
    const input = await openGames();
    await waitFor(() => expect(options()).toHaveLength(2));
    asked = [];
    await userEvent.type(input, "minecraft");
    await waitFor(() => expect(options()).toEqual(["Minecraft"]));
    expect(asked).toEqual(["minecraft"]);
  });

  it("one that the marketplace does not have says what to try", async () => {
    sell(GAMES);
    await userEvent.type(await openGames(), "xadrez");
    expect(await screen.findByText(/não tem um jogo “xadrez”. Tente o nome em inglês/)).toBeInTheDocument();
    await waitFor(() => expect(spoken().at(-1)).toMatch(/não tem um jogo “xadrez”/));
  });

  it("without a key the way to save one is shown", async () => {
    const refusal = { message: "Chave de API do GameBoost não encontrada.", code: "configuration_missing" };
    server.use(http.get("/api/bulk/games", () => HttpResponse.json(refusal, { status: 400 })));
    await openGames();
    expect(await screen.findByText("Chave de API do GameBoost não encontrada.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Configurar a chave" })).toHaveAttribute("href", "/profile?tab=api");
  });

  it("a search that failed can be tried again", async () => {
    server.use(http.get("/api/bulk/games", () => new HttpResponse(null, { status: 429 })));
    await openGames();
    const again = await screen.findByRole("button", { name: "Tentar novamente" });
    sell(GAMES);
    await userEvent.click(again);
    await waitFor(() => expect(options()).toEqual(["Minecraft", "Roblox"]));
  });

  it("what holds for all of them stands under the list", async () => {
    sell(GAMES, "Com a API v1 só os campos comuns são conhecidos.");
    await openGames();
    expect(await screen.findByText("Com a API v1 só os campos comuns são conhecidos.")).toBeInTheDocument();
  });
});

describe("from Ctrl+K", () => {
  const openPalette = async () => {
    await act(() => fireEvent.keyDown(document, { key: "k", ctrlKey: true }));
    return screen.findByRole("combobox", { name: "Buscar páginas e ações" });
  };

  it("'Outro jogo' opens the search for games", async () => {
    sell(GAMES);
    await userEvent.type(await openPalette(), "outro{Enter}");
    expect(await games()).toHaveValue("");
  });

  it("words that are no page are looked for among the games", async () => {
    sell(GAMES);
    await userEvent.type(await openPalette(), "mine");
    expect(options()).toEqual(["Outro jogo: buscar “mine”"]);
    await userEvent.keyboard("{Enter}");
    expect(await games()).toHaveValue("mine");
    await waitFor(() => expect(options()).toEqual(["Minecraft"]));
  });
});
