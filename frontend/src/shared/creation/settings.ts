/** What the right-hand side of a bulk screen holds. Counts and price are as typed; the server reads digits. */
import { amountRefusal, decimal, parseMoney } from "@/lib/format";
import type { Problems } from "@/lib/use-form";

export type CommonSettings = {
  title: string;
  description: string;
  priceUsd: string;
  emailDomain: string;
  deliveryInstructions: string;
  imageUrls: string[];
  /** Names that {itens_raros} of the texts chooses from. */
  rareList?: string[];
};

export type Limits = { maxLines: number; maxBytes: number; maxImages: number; maxImageMb: number };
export type CommonOptions = { providers: Provider[] };

/** The text of a whole number that a person may type. */
export const COUNT_ERROR = "Informe um número inteiro de 0 a 999.999.999";

/** The server's defaults as the form shows them: "10.00" → "10,00", 50 → "50". */
export function asForm<S extends CommonSettings>(defaults: object): S {
  const shown = Object.entries(defaults).map(([name, value]) => [name, typeof value === "number" ? `${value}` : value]);
  const form = Object.fromEntries(shown) as S;
  return { ...form, priceUsd: decimal(form.priceUsd) };
}

export function asBody<S extends { priceUsd?: string }>(form: S): S {
  return form.priceUsd === undefined ? form : { ...form, priceUsd: parseMoney(form.priceUsd) ?? form.priceUsd };
}

/** The documented problems of the fields that all games share. */
export function commonProblems({ title, description, priceUsd }: CommonSettings): Problems {
  return {
    ...(title.trim().length < 3 && { title: "Título deve ter pelo menos 3 caracteres" }),
    ...(description.trim().length < 10 && { description: "Descrição deve ter pelo menos 10 caracteres" }),
    ...priceProblems(priceUsd),
  };
}

export function priceProblems(priceUsd: string): Problems {
  if (Number(parseMoney(priceUsd) ?? 0) > 0) return {};
  return { priceUsd: amountRefusal(priceUsd, "Preço deve ser um valor positivo") };
}

export const isCount = (typed: string): boolean => /^[0-9]{1,9}$/.test(typed.trim());

/** What to say of problems that lie in fields; a line's own are named, since its panel may be out of sight. */
export function problemText(problems: Problems): string {
  for (const [name, text] of Object.entries(problems)) {
    const line = /^overrides\.(\d+)/.exec(name)?.[1];
    if (line) return `Linha ${line}: ${text}`;
  }
  return "Corrija os campos destacados antes de criar as contas.";
}

export type Provider = { slug: string; title: string; domain: string; webmailUrl: string };

const WEBMAIL =
  /https?:\/\/(?:www\.)?(?:firstmail\.ltd|mail\.rambler\.ru|notletters\.com|outlook\.live\.com)(?![\w.-]*\w)(?:\/(?:[a-z0-9\-._~/?=&%#]*[a-z0-9/])?)?/gi;

/** As bulk/games/form.py does it: every known webmail address replaced with `url`, or `url` on a last line of its own when
 * there is none. */
export function withWebmail(instructions: string, url: string): string {
  if (instructions.search(WEBMAIL) >= 0) return instructions.replace(WEBMAIL, url);
  return `${instructions.trimEnd()}\n\nWebmail: ${url}`.trimStart();
}
