import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { anEntry, CONFIG, cell, dryRun, keepDrafts, open, openForm, paste, textArea } from "@/shared/creation/fixtures";
import { server } from "../../../test/server";

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun()));

const asksBeforeLeaving = () => {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};
const SAVED = "Guardado por 7 dias, só para você.";

test("lines that were pasted are kept on the server, and the page may then be left", async () => {
  const { user, kept } = open("roblox");
  expect(asksBeforeLeaving()).toBe(false);
  await paste(user, "jogador01:segredo\r\nruim");
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));

  expect(await screen.findByText(SAVED)).toBeInTheDocument();

  expect(kept.accounts().map(({ line, text }) => [line, text])).toEqual([
    [1, "jogador01:segredo"],
    [2, "ruim"],
  ]);
  expect(asksBeforeLeaving()).toBe(false);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("segredo");
});

test("a list that is neither checked nor kept says both", async () => {
  const down = () => HttpResponse.json({ message: "Fora do ar." }, { status: 400 });
  const { user } = open("roblox");
  server.use(http.post("/api/bulk/preview", down), http.put("/api/bulk/queue", down));
  await paste(user, "jogador01:segredo");
  expect(await screen.findByText("O servidor não conferiu as contas: Fora do ar.")).toBeInTheDocument();
  expect(await screen.findByText(/^Não foi guardado: Fora do ar\./)).toBeInTheDocument();
});

test("lines with a problem, a price, the form and the text come back as they were", async () => {
  const line = (id: string, text: string, own = {}) =>
    anEntry(id, {}, { account: { line: id.charCodeAt(0) - 96, text, own } });
  const kept = keepDrafts("roblox", [line("a", "jogador01:a", { priceUsd: "7,00" }), line("b", "ruim")], {
    text: "mais:um",
    settings: { title: "Meu título", "#manual:login": "digitado" },
  });
  const { user } = open("roblox", {}, CONFIG, kept);

  await screen.findByRole("grid");
  expect(cell(1, "Preço (USD)")).toHaveTextContent("7,00");
  expect(cell(2, "Linha")).toHaveTextContent("ruim");
  expect(within(await openForm(user, "Conteúdo")).getByLabelText("Título")).toHaveValue("Meu título");
  await user.click(screen.getByRole("tab", { name: "Colar contas" }));
  expect(textArea()).toHaveValue("mais:um");
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  expect(await screen.findByLabelText("Login")).toHaveValue("digitado");
  expect(asksBeforeLeaving()).toBe(false);
});

test("what is typed into the box and the form is kept from the first pause on", async () => {
  const { user, kept } = open("roblox");
  await user.type(textArea(), "sem separador");
  const form = within(await openForm(user, "Conteúdo"));
  await user.clear(form.getByLabelText("Título"));
  await user.type(form.getByLabelText("Título"), "Outro título");

  await waitFor(() => expect(kept.draft).toMatchObject({ text: "sem separador", settings: { title: "Outro título" } }));

  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

test("what is typed before the kept text has come adds to it", async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const kept = keepDrafts("roblox", [], { text: "mais:um", settings: { title: "Guardado" } });
  server.use(http.get("/api/bulk/text-draft", () => asked.then(() => HttpResponse.json(kept.draft))));
  const { user } = open("roblox", {}, CONFIG, { ...kept, draft: undefined as never });
  await user.type(textArea(), "digitado");
  const form = within(await openForm(user, "Conteúdo"));
  await user.clear(form.getByLabelText("Descrição"));
  await user.type(form.getByLabelText("Descrição"), "Texto novo");

  answer();

  await waitFor(() => expect(textArea()).toHaveValue("mais:um\ndigitado"));
  expect(form.getByLabelText("Título")).toHaveValue("Guardado");
  expect(form.getByLabelText("Descrição")).toHaveValue("Texto novo");
  await waitFor(() => expect(kept.draft).toMatchObject({ text: "mais:um\ndigitado" }));
});

test("marketplaces and what holds there are kept and come back with the form", async () => {
  server.use(http.get("/api/configs/lztmarket", () => HttpResponse.json(CONFIG)));
  const settings = { "markets.lztmarket": "true", "markets.lztmarket.factor": "1,5" };
  const { user, kept } = open("roblox", {}, CONFIG, keepDrafts("roblox", [], { settings }));
  const form = within(await openForm(user, "Marketplaces"));
  expect(form.getByRole("switch", { name: "LZT Market" })).toBeChecked();
  const terms = within(form.getByRole("region", { name: "LZT Market" }));
  expect(terms.getByLabelText("Multiplicar o preço por")).toHaveValue("1,5");

  await user.selectOptions(terms.getByLabelText("Idioma dos textos"), "en");
  await waitFor(() => expect(kept.draft.settings).toEqual({ ...settings, "markets.lztmarket.language": "en" }));
});

test("a line with a session cookie is not kept, and the page asks before it is lost", async () => {
  const { user, kept } = open("roblox");
  await user.type(textArea(), "jogador01:a\nana:_|WARNING:-DO-NOT-SHARE-THIS");

  expect(await screen.findByText(`${SAVED} Linhas com cookie de sessão não são guardadas.`)).toBeInTheDocument();

  expect(kept.draft.text).toBe("jogador01:a");
  expect(asksBeforeLeaving()).toBe(true);
});

test("what another tab wrote meanwhile is merged, and the text of both stays", async () => {
  const { user, kept } = open("roblox");
  await user.type(textArea(), "meu:texto");
  await screen.findByText(SAVED);
  kept.draft = { ...kept.draft, version: 7, text: "outra:aba" };
  await user.type(textArea(), "2");

  await waitFor(() => expect(kept.draft.text).toBe("outra:aba\nmeu:texto2"));

  await waitFor(() => expect(textArea()).toHaveValue("outra:aba\nmeu:texto2"));
  expect(asksBeforeLeaving()).toBe(false);
});

test("a line whose save was not answered stands once, though it is typed on meanwhile", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, kept } = open("roblox");
  server.use(
    http.put(
      "/api/bulk/text-draft",
      async ({ request }) => {
        kept.draft = { ...kept.draft, ...((await request.json()) as object), version: 2 };
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  await user.type(textArea(), "meu:texto");
  await screen.findByText(/^Não foi guardado/);
  await user.type(textArea(), "2");
  await act(() => vi.advanceTimersByTimeAsync(5000));

  expect(await screen.findByText(SAVED)).toBeInTheDocument();
  expect(kept.draft.text).toBe("meu:texto2");
  expect(textArea()).toHaveValue("meu:texto2");
});

test("a text that the server refuses says why, is not sent again, and holds the page", async () => {
  let writes = 0;
  const { user } = open("roblox");
  server.use(
    http.put("/api/bulk/text-draft", () => {
      writes += 1;
      return HttpResponse.json({ message: "O texto não cabe.", code: "text_too_large" }, { status: 400 });
    }),
  );
  await user.type(textArea(), "jogador01:a");

  expect(await screen.findByText(/^Não foi guardado: O texto não cabe./)).toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(true);
  expect(writes).toBe(1);

  keepDrafts("roblox");
  await user.type(textArea(), "b");
  expect(await screen.findByText(SAVED)).toBeInTheDocument();
});
