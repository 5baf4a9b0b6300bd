import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { Schemas } from "@/api/client";
import type { ContentTemplate } from "@/api/templates";
import { TemplatePicker } from "@/shared/creation/settings-drawer";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type RareList = Schemas["BulkRareListOutput"];

const KEPT = {
  game: "fortnite",
  shared: false,
  owner: "Ana Souza",
  canEdit: true,
  updatedAt: "2026-11-20T10:00:00-03:00",
};
const LIST: RareList = { ...KEPT, id: 3, name: "Raros", items: ["IKONIK", "Galaxy"] };
const TEMPLATE: ContentTemplate = {
  ...KEPT,
  id: 5,
  name: "Padrão",
  title: "{skins} skins",
  description: "Conta com {skins} skins.",
  deliveryInstructions: "",
  rareListId: 3,
  service: "",
  language: "pt",
  rareList: LIST.items,
};

let templates: ContentTemplate[] = [];
let sent: unknown[] = [];
beforeEach(() => {
  templates = [TEMPLATE];
  sent = [];
  const note = async ({ request }: { request: Request }) => {
    sent.push([request.method, new URL(request.url).pathname, request.method === "DELETE" ? null : await request.json()]);
    return request.method === "DELETE" ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(TEMPLATE);
  };
  server.use(
    http.get("/api/bulk/templates", () => HttpResponse.json(templates)),
    http.get("/api/bulk/rare-lists", () => HttpResponse.json([LIST])),
    http.get("/api/bulk/templates/placeholders", () =>
      HttpResponse.json([
        { name: "skins", label: "Skins", example: "57" },
        { name: "itens_raros", label: "Itens raros", example: "IKONIK" },
      ]),
    ),
    http.post("/api/bulk/templates/example", () =>
      HttpResponse.json({ title: "57 skins | IKONIK", description: "", deliveryInstructions: "" }),
    ),
    http.post("/api/bulk/templates", note),
    http.patch("/api/bulk/templates/5", note),
    http.delete("/api/bulk/templates/5", note),
    http.post("/api/bulk/rare-lists", note),
  );
});

async function open(onApply = vi.fn(), person: typeof ANA = ANA) {
  signIn(person);
  renderScreen(<TemplatePicker game="fortnite" onApply={onApply} />, {});
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Modelos" }));
  await screen.findByRole("dialog");
  return user;
}

test("a template is applied with its texts and the items of its list", async () => {
  const onApply = vi.fn();
  const user = await open(onApply);
  await user.click(await screen.findByRole("button", { name: "Usar Padrão" }));

  expect(onApply).toHaveBeenCalledWith(
    expect.objectContaining({ title: "{skins} skins", rareList: ["IKONIK", "Galaxy"] }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("a template is written with the fields there are, and shows how it reads", async () => {
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Novo modelo" }));
  await user.type(screen.getByLabelText("Nome do modelo"), "Com raros");
  await user.click(screen.getByLabelText("Título do anúncio"));
  await user.click(await screen.findByRole("button", { name: "Inserir Skins" }));
  await user.type(screen.getByLabelText("Título do anúncio"), " | ");
  await user.click(screen.getByRole("button", { name: "Inserir Itens raros" }));

  expect(screen.getByLabelText("Título do anúncio")).toHaveValue("{skins} | {itens_raros}");
  expect(await screen.findByText("57 skins | IKONIK")).toBeInTheDocument();
  await user.selectOptions(screen.getByRole("combobox", { name: "Lista de itens raros" }), "Raros");
  await user.click(screen.getByRole("button", { name: "Salvar modelo" }));

  await screen.findByRole("button", { name: "Novo modelo" });
  expect(sent).toEqual([
    [
      "POST",
      "/api/bulk/templates",
      {
        game: "fortnite",
        name: "Com raros",
        title: "{skins} | {itens_raros}",
        description: "",
        deliveryInstructions: "",
        rareListId: 3,
        shared: false,
        service: "",
        language: "pt",
      },
    ],
  ]);
});

test("the way back says that it throws away what was typed", async () => {
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Novo modelo" }));
  expect(screen.getByRole("button", { name: "Voltar" })).toBeInTheDocument();
  await user.type(screen.getByLabelText("Nome do modelo"), "Lento");
  await user.click(screen.getByRole("button", { name: "Cancelar" }));

  expect(await screen.findByRole("button", { name: "Novo modelo" })).toBeInTheDocument();
});

test("what is being saved is not left: the window goes back once it is saved", async () => {
  let save = () => {};
  const saved = new Promise<void>((done) => {
    save = done;
  });
  server.use(
    http.post("/api/bulk/templates", async () => {
      await saved;
      return HttpResponse.json(TEMPLATE);
    }),
  );
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Novo modelo" }));
  await user.type(screen.getByLabelText("Nome do modelo"), "Lento");
  await user.click(screen.getByRole("button", { name: "Salvar modelo" }));
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  expect(screen.getByLabelText("Nome do modelo")).toHaveValue("Lento");
  save();

  expect(await screen.findByRole("button", { name: "Novo modelo" })).toBeInTheDocument();
});

test("a field is inserted where the caret is, and typing goes on behind it", async () => {
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Novo modelo" }));
  const title = screen.getByLabelText<HTMLInputElement>("Título do anúncio");
  await user.type(title, "Conta com e mais");
  title.setSelectionRange(10, 10);
  await user.click(await screen.findByRole("button", { name: "Inserir Skins" }));
  await user.keyboard(" skins ");

  expect(title).toHaveValue("Conta com {skins} skins e mais");
});

test("a field is inserted though the template was just shared", async () => {
  const user = await open(vi.fn(), { ...ANA, role: "admin" });
  await user.click(await screen.findByRole("button", { name: "Novo modelo" }));
  await user.type(screen.getByLabelText("Descrição"), "Com ");
  await user.click(screen.getByRole("switch", { name: "Compartilhar com todos" }));
  await user.click(await screen.findByRole("button", { name: "Inserir Skins" }));

  expect(screen.getByLabelText("Descrição")).toHaveValue("Com {skins}");
});

test.each([
  { tab: "Modelos", opener: "Novo modelo", path: "/api/bulk/templates", fields: ["Nome do modelo", "Título do anúncio"] },
  {
    tab: "Listas de itens raros",
    opener: "Nova lista",
    path: "/api/bulk/rare-lists",
    fields: ["Nome da lista", "Itens"],
  },
])("$opener saved again after a lost answer is known to be the same one", async ({ tab, opener, path, fields }) => {
  const keys: (string | null)[] = [];
  server.use(
    http.post(path, ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(TEMPLATE);
    }),
  );
  const user = await open();
  await user.click(screen.getByRole("tab", { name: tab }));
  await user.click(await screen.findByRole("button", { name: opener }));
  for (const name of fields) await user.type(screen.getByLabelText(name), "Raros");

  await user.click(screen.getByRole("button", { name: /^Salvar/ }));
  await waitFor(() => expect(screen.getByRole("button", { name: /^Salvar/ })).not.toHaveAttribute("aria-busy"));
  await user.click(screen.getByRole("button", { name: /^Salvar/ }));

  await screen.findByRole("button", { name: opener });
  expect(keys[0]).toBeTruthy();
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("what the server refuses is told beside the field", async () => {
  server.use(
    http.patch("/api/bulk/templates/5", () =>
      HttpResponse.json(
        { message: "Corrija os campos destacados.", errors: { title: ["Campo desconhecido: {ouro}."] }, code: "invalid" },
        { status: 400 },
      ),
    ),
  );
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Editar Padrão" }));
  await user.type(screen.getByLabelText("Título do anúncio"), " {{ouro}");
  await user.click(screen.getByRole("button", { name: "Salvar modelo" }));

  expect(await screen.findByText("Campo desconhecido: {ouro}.")).toBeInTheDocument();
  expect(screen.getByLabelText("Título do anúncio")).toBeInvalid();
});

test("a field that there is not is told while writing, without asking the server", async () => {
  server.use(http.post("/api/bulk/templates/example", () => HttpResponse.error()));
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Novo modelo" }));
  await user.type(screen.getByLabelText("Título do anúncio"), "{{Skins} | {{ouro}");

  expect(await screen.findByText("Campo desconhecido: {ouro}")).toBeInTheDocument();
});

test("deleting is asked about first", async () => {
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Excluir Padrão" }));
  const question = await screen.findByRole("alertdialog");
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Excluir" }));

  await waitFor(() => expect(sent).toEqual([["DELETE", "/api/bulk/templates/5", null]]));
});

test("somebody else's shared template cannot be changed; employees cannot share", async () => {
  templates = [{ ...TEMPLATE, shared: true, owner: "Admin", canEdit: false }];
  const user = await open();
  expect(await screen.findByText("Compartilhado por Admin")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Editar Padrão" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Novo modelo" }));
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
});

test("a list of rare items is one item a line", async () => {
  const user = await open();
  await user.click(screen.getByRole("tab", { name: "Listas de itens raros" }));
  await user.click(await screen.findByRole("button", { name: "Nova lista" }));
  await user.click(screen.getByRole("button", { name: "Salvar lista" }));
  expect(screen.getByText("Escreva ao menos um item")).toBeInTheDocument();

  await user.type(screen.getByLabelText("Nome da lista"), "Meus raros");
  await user.type(screen.getByRole("textbox", { name: "Itens" }), "IKONIK{enter}{enter} Galaxy ");
  await user.click(screen.getByRole("button", { name: "Salvar lista" }));

  await screen.findByRole("button", { name: "Nova lista" });
  expect(sent).toEqual([
    [
      "POST",
      "/api/bulk/rare-lists",
      { game: "fortnite", name: "Meus raros", items: ["IKONIK", "Galaxy"], shared: false },
    ],
  ]);
});
