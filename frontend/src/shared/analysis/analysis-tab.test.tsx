import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { analysisOf, aReading } from "@/shared/analysis/fixtures";
import { dryRun, open } from "@/shared/creation/fixtures";
import { toastText } from "../../../test/render";
import { server } from "../../../test/server";

const TEXT = "Login: jogador17\nSenha: Exemplo#123\nSkins: 57";

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun({}, {}, "fortnite")));

const box = () => screen.findByLabelText("Texto para análise");
const openTab = (user: UserEvent, name: string) => user.click(screen.getByRole("tab", { name }));

async function analyse(user: UserEvent) {
  await user.click(await box());
  await user.paste(TEXT);
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
}

async function addWithPrice(user: UserEvent, price: string) {
  await user.type(await screen.findByLabelText("Preço (EUR)"), price);
  await user.click(screen.getByRole("button", { name: "Adicionar à fila" }));
}

test("what is written while a text is analysed stays when its account is added", async () => {
  const held: (() => void)[] = [];
  server.use(
    http.post("/api/fortnite/analyze", async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return HttpResponse.json(analysisOf([aReading()]));
    }),
  );
  const { user } = open("fortnite");
  await analyse(user);
  await waitFor(() => expect(held).toHaveLength(1));
  await user.type(await box(), "\nLogin: outra");
  held[0]?.();
  await addWithPrice(user, "25");
  expect(await screen.findByRole("tab", { name: "Fila de criação (1)" })).toBeInTheDocument();

  await openTab(user, "Analisar com IA");
  expect(await box()).toHaveValue("Login: outra");
});

test("a text that is cleared while it is analysed does not come back", async () => {
  const held: (() => void)[] = [];
  server.use(
    http.post("/api/fortnite/analyze", async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return HttpResponse.json(analysisOf([aReading()]));
    }),
  );
  const { user, client } = open("fortnite");
  await analyse(user);
  await waitFor(() => expect(held).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Limpar" }));
  held[0]?.();
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(await box()).toHaveValue("");
});

test("an account is not added before the pictures that were chosen for it are there", async () => {
  vi.stubGlobal("createImageBitmap", () => new Promise(() => undefined));
  server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf([aReading()]))));
  const { user, kept } = open("fortnite");
  await analyse(user);
  await user.upload(await screen.findByLabelText("Adicionar imagens"), new File(["x"], "a.png", { type: "image/png" }));
  await addWithPrice(user, "25");
  expect(toastText()).toMatch(/As imagens ainda estão sendo enviadas/);
  expect(screen.getByText("Resultado da análise")).toBeInTheDocument();
  expect(kept.accounts()).toEqual([]);
});

test("what was corrected and added stays so while another tab is looked at", async () => {
  const two = [aReading(), aReading({ credentials: { login: "dois17", password: "Exemplo#2" } })];
  server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf(two))));
  const { user } = open("fortnite");
  await analyse(user);
  await addWithPrice(user, "25");
  expect(await screen.findByText("Contas encontradas no texto (1)")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Preço (EUR)"), "12");

  await openTab(user, "Arquivo");
  await screen.findByLabelText(/^Arraste o arquivo/);
  await openTab(user, "Analisar com IA");
  expect(await screen.findByText("Contas encontradas no texto (1)")).toBeInTheDocument();
  expect(screen.getByLabelText("Preço (EUR)")).toHaveValue("12,00");
});

describe("a text that is edited after one of its accounts was added", () => {
  const two = [aReading(), aReading({ credentials: { login: "dois17", password: "Exemplo#2" } })];

  async function editAfterAdding() {
    server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf(two))));
    const { user } = open("fortnite");
    await analyse(user);
    await addWithPrice(user, "25");
    await screen.findByText("Contas encontradas no texto (1)");
    await user.click(screen.getByRole("button", { name: "Editar texto" }));
    return user;
  }

  test("offers the others alone", async () => {
    const user = await editAfterAdding();
    await user.type(await box(), "!");
    await user.click(screen.getByRole("button", { name: "Analisar com IA" }));

    expect(await screen.findByText("Contas encontradas no texto (1)")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^Conta 2/ })).toBeInTheDocument();
  });

  test("says so where no other is left", async () => {
    const user = await editAfterAdding();
    server.use(http.post("/api/fortnite/analyze", () => HttpResponse.json(analysisOf([aReading()]))));
    await user.click(screen.getByRole("button", { name: "Analisar com IA" }));

    expect(await screen.findByText("As contas deste texto já foram adicionadas à fila.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Adicionar à fila" })).not.toBeInTheDocument();
  });

  test("is read anew once it was cleared", async () => {
    const user = await editAfterAdding();
    await user.clear(await box());
    await analyse(user);

    expect(await screen.findByText("Contas encontradas no texto (2)")).toBeInTheDocument();
  });
});
