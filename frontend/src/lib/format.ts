/** Words for money, numbers and times: pt-BR, R$, America/Sao_Paulo. */

const LOCALE = "pt-BR";
const ZONE = "America/Sao_Paulo";

export type Currency = "BRL" | "EUR" | "USD";

export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = onDemand(() => new Intl.NumberFormat(LOCALE, options));
  return (value) => format().format(value);
}

/** How an instant reads in São Paulo. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = LOCALE): (instant: Date) => string {
  const format = onDemand(() => new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options }));
  return (instant) => format().format(instant);
}

/** How far away reads: with "auto" 'hoje', with "always" 'há 0 dias'. */
export function distanceFormat(numeric: "always" | "auto"): (value: number, unit: Intl.RelativeTimeFormatUnit) => string {
  const format = onDemand(() => new Intl.RelativeTimeFormat(LOCALE, { numeric }));
  return (value, unit) => format().format(value, unit);
}

/** Made when it is first asked for: the first one of a page takes the browser 15 ms, and many a page needs none. */
function onDemand<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const currencies: Record<Currency, (value: number) => string> = {
  BRL: numberFormat({ style: "currency", currency: "BRL" }),
  EUR: numberFormat({ style: "currency", currency: "EUR" }),
  USD: numberFormat({ style: "currency", currency: "USD" }),
};
const integers = numberFormat({ maximumFractionDigits: 0 });
const decimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = dateFormat({ day: "2-digit", month: "2-digit", year: "numeric" });
const months = dateFormat({ month: "long", year: "numeric" });
const times = dateFormat({ hour: "2-digit", minute: "2-digit" });
const isoDays = dateFormat({}, "sv-SE");
const ago = distanceFormat("always");

/** "1234.5" → "R$ 1.234,50" */
export function money(amount: string | number, currency: Currency = "BRL"): string {
  return currencies[currency](Number(amount));
}

/** 1250 → "1.250" */
export const integer = (value: number): string => integers(value);

/** "1 conta", "1.250 contas" */
export function plural(count: number, one: string, many: string): string {
  return `${integer(count)} ${count === 1 ? one : many}`;
}

const BRAZILIAN = /^-?([1-9]\d{0,2}(\.\d{3})+|\d+)(,\d+)?$/;
const ENGLISH = /^-?[1-9]\d{0,2}(,\d{3})+\.\d+$/;

/** The decimal string of what a person typed, null when it is no amount of whole cents.
 * A dot before exactly three digits groups thousands ("1.500" → "1500.00"), else it is decimal ("1.5" → "1.50"). */
export function parseMoney(typed: string): string | null {
  const plain = plainAmount(typed);
  return /^-?\d+(\.\d{1,2})?$/.test(plain) ? Number(plain).toFixed(2) : null;
}

/** Why a typed amount is refused: its third decimal place, or what the form says otherwise. */
export function amountRefusal(typed: string, otherwise: string): string {
  return /^-?\d+\.\d{3,}$/.test(plainAmount(typed)) ? "Informe um valor com no máximo duas casas decimais." : otherwise;
}

function plainAmount(typed: string): string {
  const compact = typed.replace(/[R$€\s]/g, "");
  if (BRAZILIAN.test(compact)) return compact.replaceAll(".", "").replace(",", ".");
  return ENGLISH.test(compact) ? compact.replaceAll(",", "") : compact;
}

/** "1234.50" → "1.234,50", what a money field shows. */
export const decimal = (amount: string | number): string => decimals(Number(amount));

/** dd/MM/yyyy of an instant, or of a plain YYYY-MM-DD day. */
export const date = (value: string | null | undefined): string => formatInstant(value, (instant) => days(instant));

/** "novembro de 2026" of YYYY-MM. */
export const monthYear = (value: string): string => formatInstant(`${value}-01`, (instant) => months(instant));

/** dd/MM/yyyy HH:mm */
export function dateTime(value: string | null | undefined): string {
  return formatInstant(value, (instant) => `${days(instant)} ${times(instant)}`);
}

/** 'há 5 minutos' under seven days, then the date. */
export function relative(value: string | null | undefined, now = Date.now()): string {
  return formatInstant(value, (instant) => {
    const seconds = Math.max(0, Math.floor((now - instant.getTime()) / 1000));
    if (seconds < 60) return ago(-seconds, "second");
    if (seconds < 3600) return ago(-Math.floor(seconds / 60), "minute");
    if (seconds < 86_400) return ago(-Math.floor(seconds / 3600), "hour");
    if (seconds < 7 * 86_400) return ago(-Math.floor(seconds / 86_400), "day");
    return days(instant);
  });
}

/** 'Último login' of the dashboard: 'Primeiro acesso' without one, 'Nunca' at the epoch. */
export function lastLogin(value: string | null | undefined): string {
  if (!value) return "Primeiro acesso";
  return new Date(value).getTime() === 0 ? "Nunca" : dateTime(value);
}

/** Today's YYYY-MM-DD in São Paulo. */
export const today = (now = new Date()): string => isoDays(now);

/** 'the avatar shows the first letter of fullName or, if missing, of username (fallback A)'. */
export function initial(fullName: string | null | undefined, username: string | null | undefined): string {
  const [first = ""] = fullName?.trim() || username?.trim() || "A";
  return first.toUpperCase();
}

function formatInstant(value: string | null | undefined, format: (instant: Date) => string): string {
  if (!value) return "Data não disponível";
  // A plain day means that day in São Paulo; noon there is the same day in UTC.
  const instant = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T12:00:00-03:00` : value);
  return Number.isNaN(instant.getTime()) ? "Erro na formatação da data" : format(instant);
}

export function linesIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean);
}
