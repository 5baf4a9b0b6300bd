/** The data of an account as a form: texts as typed, one a field; "" is what nothing is known of. */
import type { Problems } from "@/lib/use-form";
import type { AccountData } from "@/shared/queue/account";
import type { Option } from "@/ui/fields";

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
