/** Words for money, numbers and times: pt-BR, R$, America/Sao_Paulo (document 1 §1, decisions §4). */

const LOCALE = "pt-BR";
const ZONE = "America/Sao_Paulo";
const MISSING_DATE = "Data não disponível";
const BROKEN_DATE = "Erro na formatação da data";

export type Currency = "BRL" | "EUR" | "USD";

const currencies: Record<Currency, Intl.NumberFormat> = {
  BRL: new Intl.NumberFormat(LOCALE, { style: "currency", currency: "BRL" }),
  EUR: new Intl.NumberFormat(LOCALE, { style: "currency", currency: "EUR" }),
  USD: new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" }),
};
const integers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat(LOCALE, { timeZone: ZONE, day: "2-digit", month: "2-digit", year: "numeric" });
const months = new Intl.DateTimeFormat(LOCALE, { timeZone: ZONE, month: "long", year: "numeric" });
const times = new Intl.DateTimeFormat(LOCALE, { timeZone: ZONE, hour: "2-digit", minute: "2-digit" });
const isoDays = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE });
const hours = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "numeric", hourCycle: "h23" });
const ago = new Intl.RelativeTimeFormat(LOCALE, { numeric: "always" });

/** "1234.5" → "R$ 1.234,50" */
export function money(amount: string | number, currency: Currency = "BRL"): string {
  return currencies[currency].format(Number(amount));
}

/** 1250 → "1.250" */
export function integer(value: number): string {
  return integers.format(value);
}

/** "1 conta", "1.250 contas" */
export function counted(count: number, one: string, many: string): string {
  return `${integer(count)} ${count === 1 ? one : many}`;
}

/** The decimal string of what a person typed ("1.234,5" → "1234.50"), null when it is no amount. */
export function parseMoney(typed: string): string | null {
  const compact = typed.replace(/[R$€\s]/g, "");
  const plain = compact.includes(",") ? compact.replaceAll(".", "").replace(",", ".") : compact;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain).toFixed(2) : null;
}

/** "1234.50" → "1.234,50", what a money field shows. */
export function decimal(amount: string | number): string {
  return decimals.format(Number(amount));
}

/** dd/MM/yyyy of an instant, or of a plain YYYY-MM-DD day. */
export function date(value: string | null | undefined): string {
  return formatted(value, (instant) => days.format(instant));
}

/** "novembro de 2026" of YYYY-MM. */
export function monthYear(value: string): string {
  return formatted(`${value}-01`, (instant) => months.format(instant));
}

/** dd/MM/yyyy HH:mm */
export function dateTime(value: string | null | undefined): string {
  return formatted(value, (instant) => `${days.format(instant)} ${times.format(instant)}`);
}

/** 'há 5 minutos' under seven days, then the date (document 1 §9 'Relative-time helper'). */
export function relative(value: string | null | undefined, now = Date.now()): string {
  return formatted(value, (instant) => {
    const seconds = Math.max(0, Math.floor((now - instant.getTime()) / 1000));
    if (seconds < 60) return ago.format(-seconds, "second");
    if (seconds < 3600) return ago.format(-Math.floor(seconds / 60), "minute");
    if (seconds < 86_400) return ago.format(-Math.floor(seconds / 3600), "hour");
    if (seconds < 7 * 86_400) return ago.format(-Math.floor(seconds / 86_400), "day");
    return days.format(instant);
  });
}

/** 'Último login' of the dashboard: 'Primeiro acesso' without one, 'Nunca' at the epoch. */
export function lastLogin(value: string | null | undefined): string {
  if (!value) return "Primeiro acesso";
  return new Date(value).getTime() === 0 ? "Nunca" : dateTime(value);
}

/** 'Bom dia before 12h, Boa tarde before 18h, else Boa noite' (document 1 §2). */
export function greeting(now = new Date()): string {
  const hour = Number(hours.format(now));
  if (hour < 12) return "Bom dia";
  return hour < 18 ? "Boa tarde" : "Boa noite";
}

/** Today's YYYY-MM-DD in São Paulo. */
export function today(now = new Date()): string {
  return isoDays.format(now);
}

/** Seconds as m:ss, for the lockout countdowns. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** 'the avatar shows the first letter of fullName or, if missing, of username (fallback A)' (document 1 §2). */
export function initial(fullName: string | null | undefined, username: string | null | undefined): string {
  return (fullName?.trim() || username?.trim() || "A").charAt(0).toUpperCase();
}

function formatted(value: string | null | undefined, format: (instant: Date) => string): string {
  if (!value) return MISSING_DATE;
  // A plain day means that day in São Paulo; noon there is the same day in UTC.
  const instant = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T12:00:00-03:00` : value);
  return Number.isNaN(instant.getTime()) ? BROKEN_DATE : format(instant);
}
