/** What makes loyalty settings sound. */
import type { LoyaltySettings } from "@/api/loyalty";
import { levelsOf, MAX_POINTS, tierLabel } from "@/shared/loyalty/loyalty";

export type SettingsForm = Record<Exclude<keyof LoyaltySettings, "id" | "version">, string>;

const PERCENTAGE = "Informe uma porcentagem de 0 a 100, com até duas casas decimais.";

export function formOf({ id: _id, version: _version, ...settings }: LoyaltySettings): SettingsForm {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, String(Number(value))]),
  ) as SettingsForm;
}

/** `current` with the typed figures; null while one of them is no figure. */
export function settingsOf(current: LoyaltySettings, form: SettingsForm): LoyaltySettings | null {
  if (Object.keys(problemsOf(form)).length > 0) return null;
  const numbers = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, Number(value)]));
  return { ...current, ...numbers, excellentBonusPercentage: Number(form.excellentBonusPercentage).toFixed(2) };
}

export function problemsOf(form: SettingsForm): Partial<SettingsForm> {
  const { excellentBonusPercentage, ...integers } = form;
  const wrong = Object.entries(integers).filter(([, typed]) => !isWhole(typed));
  return {
    ...Object.fromEntries(wrong.map(([name]) => [name, "Informe um número inteiro entre -100 e 100."])),
    ...(!isPercentage(excellentBonusPercentage) && { excellentBonusPercentage: PERCENTAGE }),
  };
}

const isWhole = (typed: string): boolean => /^-?\d+$/.test(typed.trim()) && Math.abs(Number(typed)) <= MAX_POINTS;
const isPercentage = (typed: string): boolean => /^\d{1,3}(\.\d{1,2})?$/.test(typed.trim()) && Number(typed) <= 100;

/** What is wrong with the thresholds (product: loyalty.tiers); null when nothing is. */
export function tilingProblem(settings: LoyaltySettings): string | null {
  let expected = 0;
  for (const { tier, min, max } of levelsOf(settings)) {
    const { label } = tierLabel(tier);
    if (min > expected) return `Faltam os pontos de ${expected} a ${min - 1}, antes do nível ${label}.`;
    if (min < expected) return `O nível ${label} deve começar em ${expected}, onde o anterior termina.`;
    if (max < min) return `O nível ${label} termina antes de começar.`;
    expected = max + 1;
  }
  if (expected <= MAX_POINTS) return `Faltam os pontos de ${expected} a ${MAX_POINTS}, depois do último nível.`;
  return expected > MAX_POINTS + 1 ? `O último nível deve terminar em ${MAX_POINTS}.` : null;
}
