import { dateFormat } from "@/lib/format";

const hours = dateFormat({ hour: "numeric", hourCycle: "h23" }, "en-GB");

/** product: dashboard.greeting */
export function greeting(now = new Date()): string {
  const hour = Number(hours(now));
  if (hour < 12) return "Bom dia";
  return hour < 18 ? "Boa tarde" : "Boa noite";
}

/** Seconds as m:ss, for the lockout countdowns. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "faltam 5 h 12 min" until an instant, "prazo vencido" from then on. */
export function timeLeft(until: string, now = Date.now()): string {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000);
  if (minutes <= 0) return "prazo vencido";
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `faltam ${hours} h ${minutes % 60} min` : `faltam ${minutes} min`;
}
