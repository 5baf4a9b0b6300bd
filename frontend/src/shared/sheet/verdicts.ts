/** How verdicts read. */
import type { Verdict } from "@/shared/sheet/rows";
import type { Tone } from "@/ui/badge";

/** `many` names several of them, as the filter does. */
export const VERDICTS: Record<Verdict, { tone: Tone; label: string; many: string }> = {
  valid: { tone: "good", label: "Válida", many: "Válidas" },
  warning: { tone: "warn", label: "Aviso", many: "Com aviso" },
  duplicate: { tone: "info", label: "Duplicada", many: "Duplicadas" },
  invalid: { tone: "bad", label: "Inválida", many: "Inválidas" },
};

export const VERDICT_ORDER: readonly Verdict[] = ["valid", "warning", "duplicate", "invalid"];
