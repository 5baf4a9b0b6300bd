/** One account on its way to the marketplace, under the API's names; what of it is blank is the standard one's. */
import { amountRefusal, parseMoney } from "@/lib/format";
import type { Problems } from "@/lib/use-form";
import { withWebmail } from "@/shared/creation/webmail";

export type AccountData = Record<string, unknown>;

export type Account = {
  title: string;
  login: string;
  password: string;
  email_login: string;
  email_password: string;
  email_domain: string;
  description: string;
  delivery_instructions: string;
  /** As typed, in euro. */
  price: string;
  image_urls: readonly string[];
  account_data: AccountData;
};

export const BLANK: Account = {
  title: "",
  login: "",
  password: "",
  email_login: "",
  email_password: "",
  email_domain: "",
  description: "",
  delivery_instructions: "",
  price: "",
  image_urls: [],
  account_data: {},
};

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
