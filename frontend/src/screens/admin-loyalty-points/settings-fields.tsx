import type { LoyaltySettings, Tier } from "@/api/loyalty";
import type { SettingsForm } from "@/screens/admin-loyalty-points/settings-rules";
import { LevelScale } from "@/shared/loyalty/level-scale";
import { tierLabel } from "@/shared/loyalty/loyalty";
import { Badge } from "@/ui/badge";
import { TextField } from "@/ui/fields";

type Name = keyof SettingsForm;

const LEVELS: { tier: Tier; min: Name; max: Name }[] = [
  { tier: "excellent", min: "excellentThresholdMin", max: "excellentThresholdMax" },
  { tier: "medium", min: "mediumThresholdMin", max: "mediumThresholdMax" },
  { tier: "poor", min: "poorThresholdMin", max: "poorThresholdMax" },
];

const RULES: { name: Name; label: string; hint: string }[] = [
  { name: "pointsForTaskCompletion", label: "Concluir uma tarefa", hint: "Em toda conclusão." },
  {
    name: "pointsForEarlyDelivery",
    label: "Entrega antecipada",
    hint: "Somada à conclusão, um dia ou mais antes do prazo.",
  },
  { name: "pointsForLateDelivery", label: "Entrega com atraso", hint: "Somada à conclusão, depois do prazo." },
  { name: "pointsForMissedDeadline", label: "Prazo perdido", hint: "Uma vez por tarefa, quando o prazo passa." },
  { name: "pointsForProblemReport", label: "Problema relatado", hint: "Uma vez por tarefa." },
];

type SettingsFieldsProps = {
  values: SettingsForm;
  problems: Partial<SettingsForm>;
  onChange: (name: Name, value: string) => void;
  /** The settings that the fields stand for, null while one of them is no figure. */
  settings: LoyaltySettings | null;
  /** Why the levels don't fit together. */
  problem: string | null;
};

export function SettingsFields({ values, problems, onChange, settings, problem }: SettingsFieldsProps) {
  const field = (name: Name, label: string, { hint, step = "1" }: { hint?: string; step?: string } = {}) => (
    <TextField
      key={name}
      label={label}
      hint={hint}
      type="number"
      inputMode={step === "1" ? "numeric" : "decimal"}
      step={step}
      value={values[name]}
      error={problems[name]}
      onChange={(event) => onChange(name, event.target.value)}
    />
  );
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Níveis</legend>
        {settings && !problem && <LevelScale settings={settings} />}
        {LEVELS.map(({ tier, min, max }) => (
          <fieldset key={tier} className="grid grid-cols-[6rem_1fr_1fr] gap-3">
            <legend className="sr-only">{tierLabel(tier).label}</legend>
            <span aria-hidden="true" className="pt-7">
              <Badge tone={tierLabel(tier).tone}>{tierLabel(tier).label}</Badge>
            </span>
            {field(min, "De")}
            {field(max, "Até")}
          </fieldset>
        ))}
        {problem && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
            {problem}
          </p>
        )}
        {field("excellentBonusPercentage", "Bônus do nível Excelente (%)", {
          hint: "Somado aos ganhos de contas e tarefas de quem está neste nível.",
          step: "0.01",
        })}
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">Pontos por evento</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {RULES.map(({ name, label, hint }) => field(name, label, { hint }))}
        </div>
      </fieldset>
    </>
  );
}
