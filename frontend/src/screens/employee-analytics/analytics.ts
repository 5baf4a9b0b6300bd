/** The figures of 'Análise Comportamental' as the API answers them. */

export const PEOPLE_SHOWN = 10;

/** 'Time range select (1d, 7d, 30d, 90d)'; `before` names what a figure is compared with. */
export const RANGES = [
  { value: "1d", label: "Hoje", before: "que ontem até esta hora" },
  { value: "7d", label: "Últimos 7 dias", before: "que nos 7 dias anteriores" },
  { value: "30d", label: "Últimos 30 dias", before: "que nos 30 dias anteriores" },
  { value: "90d", label: "Últimos 90 dias", before: "que nos 90 dias anteriores" },
] as const;

export const DEFAULT_RANGE = "7d";

export function rangeOf(value: string): (typeof RANGES)[number] {
  return RANGES.find((range) => range.value === value) ?? RANGES[1];
}
