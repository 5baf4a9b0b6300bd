import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type LoyaltySettings,
  loyaltyKeys,
  loyaltySettingsQuery,
  type PersonEffect,
  type SettingsEffect,
  saveLoyaltySettings,
  settingsEffect,
  type Tier,
} from "@/api/loyalty";
import { ApiError } from "@/lib/errors";
import { counted, integer } from "@/lib/format";
import { toast } from "@/lib/toast";
import { type Form, useForm } from "@/lib/use-form";
import {
  formOf,
  problemsOf,
  type SettingsForm,
  settingsOf,
  tilingProblem,
} from "@/screens/admin-loyalty-points/settings-rules";
import { LevelScale, tierLabel } from "@/shared/loyalty/loyalty";
import { PersonName } from "@/shared/people/person-name";
import { useAnnounce } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { QueryResult, Skeleton } from "@/ui/states";
import { type Column, column, Table } from "@/ui/table";

type SettingsDialogProps = { open: boolean; onClose: () => void };

export default function SettingsDialog(props: SettingsDialogProps) {
  const settings = useQuery(loyaltySettingsQuery());
  if (settings.data) return <SettingsEditor {...props} settings={settings.data} />;
  return (
    <Dialog {...props} title="Configurações de lealdade">
      <QueryResult query={settings} fallback={<Skeleton className="h-96" />}>
        {() => null}
      </QueryResult>
    </Dialog>
  );
}

/** Saving is offered once the effect of exactly these figures has been seen. */
function SettingsEditor({ settings, ...dialog }: SettingsDialogProps & { settings: LoyaltySettings }) {
  const [seen, setSeen] = useState<{ effect: SettingsEffect; of: LoyaltySettings } | null>(null);
  const preview = useMutation({ mutationFn: settingsEffect, onSuccess: (effect, of) => setSeen({ effect, of }) });
  const save = useMutation({
    meta: { silent: true, invalidates: [{ queryKey: loyaltyKeys.all }], done: "Configurações atualizadas com sucesso" },
    mutationFn: saveLoyaltySettings,
    onSuccess: dialog.onClose,
    onError: (error) => {
      toast.error((error instanceof ApiError && error.serverMessage) || "Erro ao atualizar configurações");
    },
  });
  const form = useForm<SettingsForm>({
    initial: formOf(settings),
    validate: problemsOf,
    onSubmit: async (values) => {
      const wanted = settingsOf(settings, values);
      if (wanted && !tilingProblem(wanted)) await (effect ? save : preview).mutateAsync(wanted);
    },
  });
  const wanted = settingsOf(settings, form.values);
  const problem = wanted && tilingProblem(wanted);
  useAnnounce(problem ?? "", { assertive: true });
  const effect = seen && wanted && JSON.stringify(seen.of) === JSON.stringify(wanted) ? seen.effect : null;
  const summary = useAnnounce<HTMLDivElement>(effect ? effectLabel(effect) : "");
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title="Configurações de lealdade"
      description="Ao salvar, o nível de todos os funcionários é recalculado."
      submitLabel={effect ? "Salvar Configurações" : "Ver efeito antes de salvar"}
      submitDisabled={problem !== null}
    >
      <div className="grid grid-cols-1 gap-5">
        <SettingsFields form={form} settings={wanted} problem={problem} />
        <div ref={summary}>{effect && <EffectSummary effect={effect} />}</div>
      </div>
    </FormDialog>
  );
}

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
  {
    name: "pointsForLateDelivery",
    label: "Entrega com atraso",
    hint: "Aplicada junto com a conclusão, se houver atraso.",
  },
  { name: "pointsForMissedDeadline", label: "Prazo perdido", hint: "Uma vez por tarefa, quando o prazo passa." },
  { name: "pointsForProblemReport", label: "Problema relatado", hint: "Uma vez por tarefa." },
];

type SettingsFieldsProps = {
  form: Form<SettingsForm>;
  /** The settings that the fields stand for, null while one of them is no figure. */
  settings: LoyaltySettings | null;
  problem: string | null;
};

function SettingsFields({ form, settings, problem }: SettingsFieldsProps) {
  const field = (name: Name, label: string, { hint, step = "1" }: { hint?: string; step?: string } = {}) => (
    <TextField
      key={name}
      {...form.field(name)}
      label={label}
      hint={hint}
      type="number"
      inputMode={step === "1" ? "numeric" : "decimal"}
      step={step}
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
              <Badge {...tierLabel(tier)} />
            </span>
            {field(min, "De")}
            {field(max, "Até")}
          </fieldset>
        ))}
        {problem && <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">{problem}</p>}
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

const SHOWN = 50;

/** What these settings do when they are saved, and what they would have made of the last 90 days. */
function EffectSummary({ effect }: { effect: SettingsEffect }) {
  const { changed, days } = effect;
  return (
    <section ref={bringIntoView} className="rounded-md border border-line">
      <div className="px-4 py-3">
        <h3 className="font-semibold">Efeito nos últimos {days} dias</h3>
        <p className="text-muted">{effectLabel(effect)}</p>
      </div>
      {changed.length > 0 && (
        <Table
          caption="Funcionários que mudam de nível"
          className="border-line border-t"
          columns={columns(days)}
          rows={changed.slice(0, SHOWN)}
          rowKey={({ userId }) => userId}
          empty={null}
        />
      )}
      {changed.length > SHOWN && (
        <p className="border-line border-t px-4 py-2 text-sm text-muted">
          e mais {integer(changed.length - SHOWN)} funcionários
        </p>
      )}
    </section>
  );
}

function bringIntoView(section: HTMLElement | null) {
  section?.scrollIntoView({ block: "nearest" });
}

function columns(days: number): Column<PersonEffect>[] {
  return [
    column("Funcionário", ({ user }) => <PersonName {...user} />),
    column("Agora", (row) => standing(row.currentPoints, row.tier)),
    column("Ao salvar", (row) => standing(row.currentPoints, row.newTier)),
    column(`Se valesse há ${days} dias`, (row) => standing(row.simulatedPoints, row.simulatedTier)),
  ];
}

const standing = (points: number, tier: string) => (
  <span className="inline-flex items-center gap-2 tabular-nums">
    {points} <Badge {...tierLabel(tier)} />
  </span>
);

function effectLabel({ changed, employees, days }: SettingsEffect): string {
  const moved = changed.filter(({ tier, newTier }) => tier !== newTier).length;
  const simulated = changed.filter(({ tier, simulatedTier }) => tier !== simulatedTier).length;
  if (changed.length === 0) return `Nenhum dos ${integer(employees)} funcionários mudaria de nível.`;
  return `Ao salvar, ${people(moved)} de nível. Se as regras valessem há ${days} dias, ${people(simulated)}.`;
}

function people(count: number): string {
  if (count === 0) return "ninguém muda";
  return counted(count, "funcionário muda", "funcionários mudam");
}
