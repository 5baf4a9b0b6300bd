import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { open, paste, textArea } from "@/screens/roblox-bulk/screen.fixture";
import { aRun, CONFIG, cell, confirmRun, dryRun, keepText } from "@/shared/creation/fixtures";
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
  const kept = keepText("roblox");
  const user = open({}, CONFIG, kept);
  expect(asksBeforeLeaving()).toBe(false);
  await paste(user, "jogador01:segredo\r\nruim");
  expect(asksBeforeLeaving()).toBe(true);

  expect(await screen.findByText(SAVED)).toBeInTheDocument();

  expect(kept.draft.text).toBe("jogador01:segredo\nruim");
  expect(asksBeforeLeaving()).toBe(false);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("segredo");
});

test("what was left comes back with a word of it, the price of a line included", async () => {
  open({}, CONFIG, keepText("roblox", "jogador01:a\nruim", { jogador01: { priceUsd: "7,00" } }));

  expect(textArea()).toHaveValue("jogador01:a\nruim");
  expect(screen.getByText(/^Recuperamos o texto que você deixou aqui em 21\/11\/2026/)).toBeInTheDocument();
  expect(screen.getByText(SAVED)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText("2 linhas · 1 válida · 1 com problema")).toBeInTheDocument());
  screen.getByRole("button", { name: "Analisar Texto" }).click();
  await screen.findByRole("grid");
  await waitFor(() => expect(cell(1, 6)).toHaveTextContent("7,00"));
});

test("once a run has begun only the lines that did not go are kept", async () => {
  const kept = keepText("roblox");
  server.use(
    http.post("/api/roblox/bulk-create", () => HttpResponse.json({ success: true, runId: 31 }, { status: 202 })),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun({ total: 1, settled: 0 }))),
  );
  const user = open({}, CONFIG, kept);
  await paste(user, "jogador01:a\nruim\njogador01:b");
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await screen.findByText("Tudo conferido pelo servidor.");
  await user.click(screen.getByRole("button", { name: "Criar contas" }));
  await screen.findByText("0 de 1");

  await waitFor(() => expect(kept.draft.text).toBe("ruim"));

  expect(textArea()).toHaveValue("jogador01:a\nruim\njogador01:b");
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

test("a text that was brought back is no longer called unsent once some of it is sent", async () => {
  const kept = keepText("roblox", "jogador01:a\nruim");
  server.use(
    http.post("/api/roblox/bulk-create", () => HttpResponse.json({ success: true, runId: 31 }, { status: 202 })),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun({ total: 1, settled: 0 }))),
  );
  const user = open({}, CONFIG, kept);
  expect(await screen.findByText(/Nada dele foi enviado/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Analisar Texto" }));
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await confirmRun(user);
  await screen.findByText("0 de 1");

  expect(screen.queryByText(/Nada dele foi enviado/)).not.toBeInTheDocument();
});

test("a line with a session cookie is not kept, and the page asks before it is lost", async () => {
  const kept = keepText("roblox");
  const user = open({}, CONFIG, kept);
  await paste(user, "jogador01:a\nana:_|WARNING:-DO-NOT-SHARE-THIS");

  expect(await screen.findByText(`${SAVED} Linhas com cookie de sessão não são guardadas.`)).toBeInTheDocument();

  expect(kept.draft.text).toBe("jogador01:a\n");
  expect(asksBeforeLeaving()).toBe(true);
});

test.each([
  ["Manter este texto", "meu:texto", null],
  ["Usar o da outra aba", "outra:aba", "meu:texto"],
] as const)("of two tabs' texts '%s' decides which stays", async (button, stays, undone) => {
  const kept = keepText("roblox");
  const user = open({}, CONFIG, kept);
  await paste(user, "meu:texto");
  await screen.findByText(SAVED);
  kept.draft = { ...kept.draft, version: 7, text: "outra:aba" };
  await user.type(textArea(), "{End}\nmais:um");

  const notice = (await screen.findByText("O texto deste jogo foi alterado em outra aba.")).closest("[role=note]");
  expect(kept.draft.text).toBe("outra:aba");
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(within(notice as HTMLElement).getByRole("button", { name: button }));

  await waitFor(() => expect(kept.draft.text.split("\n")[0]).toBe(stays));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  if (undone === null) return expect(kept.draft.text).toBe("meu:texto\nmais:um");
  await user.click(screen.getAllByRole("button", { name: "Desfazer" })[0] as HTMLElement);
  expect(textArea()).toHaveValue("meu:texto\nmais:um");
});

test("a text that the server refuses says why, is not sent again, and holds the page", async () => {
  let writes = 0;
  const kept = keepText("roblox");
  const user = open({}, CONFIG, kept);
  server.use(
    http.put("/api/bulk/text-draft", () => {
      writes += 1;
      return HttpResponse.json({ message: "O texto não cabe.", code: "text_too_large" }, { status: 400 });
    }),
  );
  await paste(user, "jogador01:a");

  expect(await screen.findByText("O texto não foi guardado: O texto não cabe.")).toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(true);
  expect(writes).toBe(1);

  keepText("roblox");
  await user.type(textArea(), "b");
  expect(await screen.findByText(SAVED)).toBeInTheDocument();
});
