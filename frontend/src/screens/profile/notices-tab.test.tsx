import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Schemas } from "@/api/client";
import { openProfile } from "@/screens/profile/fixtures";
import { server } from "../../../test/server";

type Channel = Schemas["NotificationsChannelOutput"];

const OFF: Omit<Channel, "channel"> = {
  missing: "",
  address: "",
  awaitsCode: false,
  connected: false,
  kinds: [],
  quietFrom: null,
  quietUntil: null,
  digestAt: null,
  shownOnce: "",
};
const PATH = "/api/notifications/channels";
const ON = { connected: true, address: "ana@casa.example" };

let channels: Channel[];
let sent: { method: string; path: string; body: unknown }[];

const record = async (request: Request) => {
  const text = await request.text();
  const path = new URL(request.url).pathname.replace(PATH, "");
  sent.push({ method: request.method, path, body: text && JSON.parse(text) });
};

/** A server whose channel becomes as `next` says by any write. */
function answer(kind: Channel["channel"], next: Partial<Channel>) {
  const write = async ({ request }: { request: Request }) => {
    await record(request);
    channels = channels.map((each) => (each.channel === kind ? { ...each, ...next, shownOnce: "" } : each));
    return HttpResponse.json({ ...OFF, channel: kind, ...next });
  };
  server.use(
    http.post(`${PATH}/${kind}`, write),
    http.patch(`${PATH}/${kind}`, write),
    http.post(`${PATH}/email/confirm`, write),
  );
}

beforeEach(() => {
  sent = [];
  channels = [
    { ...OFF, channel: "email" },
    { ...OFF, channel: "telegram" },
    { ...OFF, channel: "webhook" },
  ];
  const offered = [
    { kind: "payment_made", text: "Pagamento feito" },
    { kind: "run_finished", text: "Execução concluída" },
  ];
  server.use(http.get(PATH, () => HttpResponse.json({ channels, offered })));
});

async function card(title: string) {
  await openProfile("avisos");
  const heading = await screen.findByRole("heading", { name: new RegExp(`^${title}`) });
  return within(heading.closest("section") as HTMLElement);
}

describe("a channel", () => {
  it("that the server lacks says what to do, and offers nothing else", async () => {
    channels = channels.map((each) => ({ ...each, missing: "Peça a quem cuida dele que preencha EMAIL_URL." }));
    const email = await card("E-mail");
    expect(email.getByText("Peça a quem cuida dele que preencha EMAIL_URL.")).toBeVisible();
    expect(email.queryByRole("button")).toBeNull();
  });

  it("by e-mail is connected with the code that was sent", async () => {
    answer("email", { awaitsCode: true, address: "ana@casa.example" });
    const email = await card("E-mail");
    await userEvent.type(email.getByLabelText("Seu e-mail"), " ana@casa.example");
    await userEvent.click(email.getByRole("button", { name: "Enviar código" }));
    await userEvent.type(await email.findByLabelText("Código recebido"), "ABC ");
    answer("email", ON);
    await userEvent.click(email.getByRole("button", { name: "Confirmar" }));
    expect(await email.findByText("Conectado")).toBeVisible();
    expect(email.getByText("Nada ligado ainda: marque o que quer receber e salve.")).toBeVisible();
    expect(sent).toEqual([
      { method: "POST", path: "/email", body: { address: "ana@casa.example" } },
      { method: "POST", path: "/email/confirm", body: { code: "ABC" } },
    ]);
  });

  it("with a wrong code says so at the field", async () => {
    channels = [{ ...OFF, channel: "email", awaitsCode: true }];
    server.use(
      http.post(`${PATH}/email/confirm`, () =>
        HttpResponse.json({ message: "Código inválido.", errors: { code: ["Código inválido."] } }, { status: 400 }),
      ),
    );
    const email = await card("E-mail");
    await userEvent.type(email.getByLabelText("Código recebido"), "AAA{Enter}");
    await waitFor(() => expect(email.getByLabelText("Código recebido")).toHaveAccessibleDescription("Código inválido."));
  });

  it("of Telegram leads to the bot and notices the link by itself", async () => {
    answer("telegram", { awaitsCode: true, shownOnce: "https://t.me/casa_bot?start=ABC" });
    const telegram = await card("Telegram");
    await userEvent.click(telegram.getByRole("button", { name: "Conectar ao Telegram" }));
    const link = await telegram.findByRole("link", { name: "Abra o bot no Telegram" });
    expect(link).toHaveAttribute("href", "https://t.me/casa_bot?start=ABC");
    channels = channels.map((each) => ({ ...each, awaitsCode: false, connected: each.channel === "telegram" }));
    expect(await telegram.findByText("Conectado", {}, { timeout: 5000 })).toBeVisible();
  });

  it("of a webhook shows its secret once", async () => {
    answer("webhook", { ...ON, address: "https://casa.example/x", shownOnce: "whsec_abc" });
    const webhook = await card("Webhook");
    await userEvent.type(webhook.getByLabelText("URL do webhook"), "https://casa.example/x{Enter}");
    expect(await webhook.findByText("whsec_abc")).toBeVisible();
  });

  it("takes kinds, quiet hours and a summary together", async () => {
    channels = [{ ...OFF, channel: "email", ...ON }];
    answer("email", { ...ON, kinds: ["payment_made"], quietFrom: 22, quietUntil: 7, digestAt: 18 });
    const email = await card("E-mail");
    await userEvent.click(email.getByLabelText("Pagamento feito"));
    await userEvent.selectOptions(email.getByLabelText("Silêncio das"), "22");
    await userEvent.click(email.getByRole("button", { name: "Salvar" }));
    expect(email.getByText("Escolha o início e o fim.")).toBeVisible();
    await userEvent.selectOptions(email.getByLabelText("Até as"), "7");
    await userEvent.selectOptions(email.getByLabelText("Quando enviar"), "18");
    await userEvent.click(email.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText("Avisos salvos")).toBeInTheDocument();
    const body = { kinds: ["payment_made"], quietFrom: 22, quietUntil: 7, digestAt: 18 };
    expect(sent).toEqual([{ method: "PATCH", path: "/email", body }]);
  });

  it("keeps its choices, and the secret shown once, while another tab is looked at", async () => {
    channels = [
      { ...OFF, channel: "email", ...ON },
      { ...OFF, channel: "webhook" },
    ];
    answer("webhook", { ...ON, address: "https://casa.example/x", shownOnce: "whsec_abc" });
    const email = await card("E-mail");
    await userEvent.click(email.getByLabelText("Pagamento feito"));
    await userEvent.type(screen.getByLabelText("URL do webhook"), "https://casa.example/x{Enter}");
    expect(await screen.findByText("whsec_abc")).toBeVisible();
    await userEvent.click(screen.getByRole("tab", { name: "Config. Upload" }));
    expect(screen.getByText("whsec_abc")).not.toBeVisible();
    await userEvent.click(screen.getByRole("tab", { name: "Avisos" }));
    expect(screen.getByText("whsec_abc")).toBeVisible();
    expect(email.getByLabelText("Pagamento feito")).toBeChecked();
  });

  it("asks before the page is left with choices or an address not saved", async () => {
    channels = [
      { ...OFF, channel: "email", ...ON },
      { ...OFF, channel: "webhook" },
    ];
    const email = await card("E-mail");
    const leaving = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    await userEvent.click(email.getByLabelText("Pagamento feito"));
    expect(leaving()).toBe(false);
    await userEvent.click(email.getByLabelText("Pagamento feito"));
    expect(leaving()).toBe(true);
    await userEvent.type(screen.getByLabelText("URL do webhook"), "h");
    expect(leaving()).toBe(false);
  });

  it("is tried and, once asked, disconnected", async () => {
    channels = [{ ...OFF, channel: "email", ...ON }];
    const write = async ({ request }: { request: Request }) => {
      await record(request);
      if (request.method === "DELETE") channels = [{ ...OFF, channel: "email" }];
      return new HttpResponse(null, { status: 204 });
    };
    server.use(http.post(`${PATH}/email/test`, write), http.delete(`${PATH}/email`, write));
    const email = await card("E-mail");
    await userEvent.click(email.getByRole("button", { name: "Enviar teste" }));
    expect(await screen.findByText("Mensagem de teste enviada")).toBeInTheDocument();
    await userEvent.click(email.getByRole("button", { name: "Desconectar" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Desconectar E-mail?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Desconectar" }));
    expect(await email.findByLabelText("Seu e-mail")).toHaveValue("");
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /email/test", "DELETE /email"]);
  });
});
