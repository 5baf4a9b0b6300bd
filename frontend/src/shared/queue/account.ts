/** One account on its way to the marketplace, under the API's names; what of it is blank is the standard one's. */

import type { AnalysisPath } from "@/api/drafts";
import type { CreationPath } from "@/api/runs";
import { amountRefusal, parseMoney } from "@/lib/format";
import type { Problems } from "@/lib/use-form";
import { type Limits, type Provider, withWebmail } from "@/shared/creation/settings";
import type { Option } from "@/ui/fields";

export type AccountData = Record<string, unknown>;

export const BLANK = {
  title: "",
  login: "",
  password: "",
  email_login: "",
  email_password: "",
  email_domain: "",
  description: "",
  delivery_instructions: "",
  /** As typed, in euro. */
  price: "",
  image_urls: [] as readonly string[],
  account_data: {} as AccountData,
};

export type Account = typeof BLANK;

export const MISSING_FORTNITE = "Login, senha, preço e domínio de email são obrigatórios.";
export const MISSING_VALORANT = "Preencha as informações de login e senha antes de adicionar a conta";

/** What of account_data stands beside it in a request. */
const BESIDE = ["platform", "server", "has_2fa"] as const;

const MIN_PRICE = 1;

/** What is wrong with the price; "" when nothing is. */
export function priceProblem({ price }: Pick<Account, "price">): string {
  return Number(parseMoney(price) ?? 0) >= MIN_PRICE ? "" : amountRefusal(price, "Preço deve ser maior que 0");
}

/** The account as creation takes it: the price as a plain decimal, nothing blank. */
export function asRequest({ account_data, price, ...account }: Account): Record<string, unknown> {
  const beside = BESIDE.filter((name) => account_data[name] !== undefined);
  const stated = {
    ...account,
    price: parseMoney(price) ?? price.trim(),
    ...Object.fromEntries(beside.map((name) => [name, account_data[name]])),
  };
  const filled = Object.entries(stated).filter(([, value]) => value !== "" && !(Array.isArray(value) && !value.length));
  return { ...Object.fromEntries(filled), account_data };
}

/** The provider chosen, with its webmail address in the instructions that the account has. */
export function withProvider(account: Account, slug: string, webmailUrl: string): Account {
  const { delivery_instructions: own } = account;
  return {
    ...account,
    email_domain: slug,
    delivery_instructions: own.trim() === "" ? "" : withWebmail(own, webmailUrl),
  };
}

const MIN_CREDENTIAL = 3;

export function loginProblems({ login, password, price, email_domain }: Account): Problems {
  return {
    ...(login.trim().length < MIN_CREDENTIAL && { login: `Login deve ter pelo menos ${MIN_CREDENTIAL} caracteres` }),
    ...(password.trim().length < MIN_CREDENTIAL && {
      password: `Senha deve ter pelo menos ${MIN_CREDENTIAL} caracteres`,
    }),
    ...(priceProblem({ price }) && { price: priceProblem({ price }) }),
    ...(email_domain === "" && { email_domain: "Selecione o domínio de email" }),
  };
}

export type DataField = { name: string; label: string } & (
  | { kind: "count"; minimum: number; error: string }
  | { kind: "percent" }
  | { kind: "choice"; options: readonly Option[]; numeric?: boolean }
  | { kind: "flag" }
  | { kind: "several"; options: readonly string[] }
  | { kind: "names" }
  | { kind: "seasons" }
);

export type DataForm = Record<string, string>;

/** A count as the server describes it, with the documented text of a wrong one. */
export type CountOption = { name: string; label: string; minimum: number; error: string };

export function countField({ name, label, minimum, error }: CountOption): DataField {
  return { kind: "count", name, label, minimum, error };
}

export function asForm(fields: readonly DataField[], data: AccountData): DataForm {
  return Object.fromEntries(fields.map((field) => [field.name, shown(data[field.name])]));
}

/** What the form states; a blank field is absent, 'not zero and not a default'. */
export function asData(fields: readonly DataField[], form: DataForm): AccountData {
  const stated = fields.map((field) => [field.name, statedBy(field, (form[field.name] ?? "").trim())] as const);
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined));
}

export function dataProblems(fields: readonly DataField[], form: DataForm): Problems {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = problemOf(field, (form[field.name] ?? "").trim());
      return text ? [[field.name, text]] : [];
    }),
  );
}

/** The text of a value, as the form and the lists of an account show it. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "number" ? String(value).replace(".", ",") : String(value);
}

/** "1.250" and "1250" are 1250; anything else is no count. */
export function parseCount(typed: string): number | null {
  return /^(\d{1,9}|\d{1,3}(\.\d{3}){1,2})$/.test(typed) ? Number(typed.replaceAll(".", "")) : null;
}

export function namesIn(typed: string): string[] {
  return [...new Set(typed.split(/[,\n]/).map((name) => name.trim()))].filter(Boolean);
}

function statedBy(field: DataField, typed: string): unknown {
  if (typed === "") return undefined;
  switch (field.kind) {
    case "count":
      return parseCount(typed) ?? typed;
    case "percent":
      return percent(typed) ?? typed;
    case "flag":
      return typed === "true";
    case "seasons":
      return parseCount(typed) ?? namesIn(typed).map((season) => parseCount(season) ?? season);
    case "choice":
      return field.numeric ? Number(typed) : typed;
    default:
      return namesIn(typed);
  }
}

function problemOf(field: DataField, typed: string): string | null {
  if (typed === "") return null;
  if (field.kind === "count") return (parseCount(typed) ?? -1) >= field.minimum ? null : field.error;
  if (field.kind === "percent") return percent(typed) === null ? "Informe um percentual de 0 a 100" : null;
  return null;
}

function percent(typed: string): number | null {
  const value = Number(typed.replace("%", "").replace(",", ".").trim() || "x");
  return value >= 0 && value <= 100 ? value : null;
}

export type CreatorGame = {
  slug: "fortnite" | "valorant";
  analyse: AnalysisPath;
  create: CreationPath;
  fields: readonly DataField[];
  /** What a label of a text may announce. */
  teachable: readonly { name: string; label: string }[];
  providers: readonly Provider[];
  limits: Limits;
  placeholder: string;
  analysisFailed: (error: unknown) => string;
  /** Why the account cannot be put into the queue, "" when it can. */
  missing: (account: Account) => string;
  /** The result lists what the account has. */
  showsContent: boolean;
  addLabel: string;
  /** The button is off until log-in and password are there. */
  addNeedsLogin: boolean;
  /** What the game calls the place of an account: in requests, and as people read it. */
  place: { name: "platform" | "server"; label: string; options: readonly string[] };
  /** Of the button that creates the queue, where the game has its own words. */
  createLabel?: (count: number) => string;
  noKey: string;
  uploadFailed: string;
  /** Said when the creation itself fails, where the game has its own words. */
  createFailed?: string;
  /** Of the standard texts; `count` accounts are in the queue. */
  standardProblems: (standard: { description: string }, count: number) => Problems;
};

/** Credentials can be announced by a label as well; divisions are read beside their tier. */
export function teachable(fields: readonly DataField[]): CreatorGame["teachable"] {
  return [...CREDENTIALS, ...fields.filter(({ name }) => !name.endsWith("_division"))];
}

const CREDENTIALS = [
  { name: "login", label: "Login" },
  { name: "password", label: "Senha" },
  { name: "email_login", label: "E-mail" },
  { name: "email_password", label: "Senha do e-mail" },
];
