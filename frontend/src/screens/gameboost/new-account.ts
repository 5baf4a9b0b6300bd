/** A new account as it is typed, and as it is sent. */
import type { Template, TemplateField } from "@/api/marketplace";
import { callProxy } from "@/api/proxy";
import { ApiError, NetworkError } from "@/lib/errors";
import { amountRefusal, linesIn, parseMoney } from "@/lib/format";

/** The texts of the form under the payload's names; what a game adds is `account_data.level`, `game_items.agents`.
 * Switches are "true" or empty, several choices one a line. */
export type NewAccountForm = Record<string, string>;

/** What is not here is empty. */
export const EMPTY: NewAccountForm = { level_up_method: "by_hand", duration: "0", unit: "minutes" };

type NewAccount = ReturnType<typeof bodyOf>;

export function createAccount(body: NewAccount) {
  return callProxy("/api/proxy/gameboost/accounts", { method: "POST", data: body });
}

export function bodyOf(form: NewAccountForm, imageUrls: readonly string[], template: Template | undefined) {
  const { game, title, description, login = "", password, level_up_method } = form;
  const optional = ["slug", "ign", "email_login", "email_password", "server", "delivery_instructions", "dump"];
  return {
    game,
    title,
    description,
    login,
    password,
    level_up_method,
    ...Object.fromEntries(optional.filter((name) => form[name]).map((name) => [name, form[name]])),
    price: parseMoney(form.price ?? "") ?? "",
    has_2fa: Boolean(form.has_2fa),
    delivery_time: { duration: Number(form.duration), unit: form.unit },
    image_urls: imageUrls,
    account_data: accountData(form, template?.entries ?? []),
    game_items: gameItems(form, template?.itemCollections ?? []),
  };
}

function accountData(form: NewAccountForm, fields: readonly TemplateField[]): Record<string, unknown> {
  const stated = fields.map(({ name, kind }) => [name, dataValue(form[`account_data.${name}`] ?? "", kind)] as const);
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined));
}

/** Undefined for what was not stated: 'absent, not zero'. */
function dataValue(typed: string, kind: string): unknown {
  if (typed.trim() === "") return undefined;
  if (kind === "integer") return Number(typed);
  if (kind === "flag") return true;
  return kind === "choices" ? linesIn(typed) : typed.trim();
}

function gameItems(form: NewAccountForm, collections: readonly string[]): Record<string, string[]> {
  const listed = collections.map((name) => [name, linesIn(form[`game_items.${name}`] ?? "")] as const);
  return Object.fromEntries(listed.filter(([, names]) => names.length > 0));
}

export function problemsOf(form: NewAccountForm, template: Template | undefined): NewAccountForm {
  const length = (name: string) => form[name]?.trim().length ?? 0;
  return {
    ...(!form.game && { game: "Jogo é obrigatório" }),
    ...(length("title") < 3 && { title: "Título deve ter pelo menos 3 caracteres" }),
    ...(!(Number(parseMoney(form.price ?? "")) > 0) && {
      price: amountRefusal(form.price ?? "", "Preço deve ser um valor positivo"),
    }),
    ...(length("login") < 3 && { login: "Login é obrigatório" }),
    ...(!form.password && { password: "Senha é obrigatória" }),
    ...(form.email_login && !/^\S+@\S+\.\S+$/.test(form.email_login) && { email_login: "E-mail inválido" }),
    ...(length("description") < 10 && { description: "Descrição deve ter pelo menos 10 caracteres" }),
    ...(template &&
      template.servers.length > 0 &&
      !form.server && { server: "Servidor é obrigatório para este jogo." }),
    ...(!isCount(form.duration ?? "") && { duration: "Informe um número inteiro" }),
    ...Object.fromEntries((template?.entries ?? []).flatMap((field) => problemOf(form, field))),
  };
}

function problemOf(form: NewAccountForm, { name, kind, required }: TemplateField): [string, string][] {
  const key = `account_data.${name}`;
  const typed = form[key]?.trim() ?? "";
  if (typed === "") return required ? [[key, "Campo obrigatório para este jogo."]] : [];
  return kind === "integer" && !isCount(typed) ? [[key, "Informe um número inteiro"]] : [];
}

const isCount = (typed: string): boolean => /^\d+$/.test(typed.trim());

/** True where nobody knows whether the account was created: no usable answer came. */
export function isUnknown(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** 'the 'Erro de validação' toast lists 'field: messages' per line'; '' where no field is named. */
export function fieldLines(error: unknown): string {
  if (!(error instanceof ApiError)) return "";
  return Object.entries(error.errors)
    .map(([field, messages]) => `${field}: ${messages.join(", ")}`)
    .join("\n");
}

/** Undefined for a game that the marketplace does not describe: then its answer is the only judge. */
export function templateOf(templates: readonly Template[] | undefined, game: string): Template | undefined {
  return templates?.find((template) => template.game === game);
}
