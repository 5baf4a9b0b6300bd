/** The dialogs of loyalty, which come with the first one that is opened. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, newIdempotencyKey, type Schemas } from "@/api/client";
import { adjustPoints, type LoyaltyRecord, type LoyaltySettings, loyaltySettingsQuery, type Tier } from "@/api/loyalty";
import { ApiError } from "@/lib/errors";
import { integer, plural } from "@/lib/format";
import type { DialogOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { type Form, useForm } from "@/lib/use-form";
import { formOf, problemsOf, type SettingsForm, settingsOf, tilingProblem } from "@/screens/admin-loyalty-points/rules";
import { clampPoints, LevelScale, levelAt, tierLabel } from "@/shared/loyalty/loyalty";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { useAnnounce } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { QueryResult, Skeleton } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { TextareaField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { type Column, column, Table } from "@/ui/table";

const MAX_CHANGE = 100;
const MISSING = "Preencha todos os campos";
const OUT_OF_RANGE = `Alteração deve estar entre -${MAX_CHANGE} e ${MAX_CHANGE}`;

type Values = { change: string; reason: string };

/** 'Ajustar': points up or down, with a reason, and what will come of it. */
export function AdjustDialog({ record, ...dialog }: DialogOpening & { record: LoyaltyRecord }) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const name = nameOf(record.user);
  const { mutateAsync: adjust } = useMutation({
    meta: { silent: true, invalidates: ["loyalty-points"], done: "Pontos ajustados com sucesso" },
    mutationFn: ({ change, reason }: Values) =>
      adjustPoints(record.userId, { pointsChange: Number(change), reason: reason.trim() }, idempotencyKey),
    onSuccess: dialog.onClose,
    onError: (error) => {
      toast.error((error instanceof ApiError && error.serverMessage) || "Erro ao ajustar pontos");
    },
  });
  const form = useForm<Values>({ initial: { change: "", reason: "" }, validate: changeProblems, onSubmit: adjust });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Ajustar pontos"
      description={`${name} · @${record.user.username}`}
      submitLabel="Ajustar pontos"
    >
      <TextField
        {...form.field("change")}
        label="Alteração de pontos"
        hint="De -100 a 100; use números negativos para retirar pontos."
        type="number"
        min={-MAX_CHANGE}
        max={MAX_CHANGE}
        required
      />
      <TextareaField
        {...form.field("reason")}
        label="Motivo"
        hint="O funcionário verá este motivo no histórico."
        required
        rows={3}
        maxLength={300}
      />
      <Preview points={record.currentPoints} change={Number(form.values.change) || 0} />
    </FormDialog>
  );
}

function Preview({ points, change }: { points: number; change: number }) {
  const { data: settings } = useQuery(loyaltySettingsQuery());
  const after = clampPoints(points + Math.trunc(change));
  const tierAt = (at: number) => settings && levelAt(at, settings)?.tier;
  const sides = useAnnounce<HTMLDivElement>(`${after} ${tierAt(after)}`);
  const side = (title: string, at: number) => (
    <div>
      <p className="text-sm text-muted">{title}</p>
      <p className="flex items-center gap-2 text-xl font-semibold tabular-nums">
        {at} {tierAt(at) && <Badge {...tierLabel(tierAt(at))} />}
      </p>
    </div>
  );
  return (
    <div ref={sides} className="flex items-center justify-between gap-4 rounded-md bg-sunken px-4 py-3">
      {side("Pontos atuais", points)}
      <span aria-hidden="true" className="text-xl text-muted">
        →
      </span>
      {side("Novos pontos", after)}
    </div>
  );
}

function changeProblems({ change, reason }: Values): Partial<Values> {
  const missing = { ...(change === "" && { change: MISSING }), ...(reason.trim() === "" && { reason: MISSING }) };
  if (change === "") return missing;
  const points = Number(change);
  const inRange = Number.isInteger(points) && Math.abs(points) <= MAX_CHANGE;
  return { ...missing, ...(!inRange && { change: OUT_OF_RANGE }) };
}

/** What other settings would do, tried on the last `days`; nothing is saved. */
type SettingsEffect = Schemas["LoyaltyEffectsOutput"];
/** One employee whose level would change: when the settings are saved, or had they held all these days. */
type PersonEffect = Schemas["LoyaltyEffectOutput"];

export function SettingsDialog(props: DialogOpening) {
  // All of them are saved: a colleague may have changed some since the page came.
  const settings = useQuery({ ...loyaltySettingsQuery(), staleTime: 0 });
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
function SettingsEditor({ settings, ...dialog }: DialogOpening & { settings: LoyaltySettings }) {
  const [seen, setSeen] = useState<{ effect: SettingsEffect; of: LoyaltySettings } | null>(null);
  const path = { settings_id: settings.id };
  const preview = useMutation({
    mutationFn: (body: LoyaltySettings) => api.post("/api/loyalty-points/settings/{settings_id}/effect", { path, body }),
    onSuccess: (effect, of) => setSeen({ effect, of }),
  });
  const save = useMutation({
    meta: { silent: true, invalidates: ["loyalty-points"], done: "Configurações atualizadas com sucesso" },
    mutationFn: (body: LoyaltySettings) => api.put("/api/loyalty-points/settings/{settings_id}", { path, body }),
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

function columns(days: number): Column<PersonEffect>[] {
  return [
    column("Funcionário", ({ user }) => <PersonName {...user} />),
    column("Agora", (row) => renderStanding(row.currentPoints, row.tier)),
    column("Ao salvar", (row) => renderStanding(row.currentPoints, row.newTier)),
    column(`Se valesse há ${days} dias`, (row) => renderStanding(row.simulatedPoints, row.simulatedTier)),
  ];
}

const renderStanding = (points: number, tier: string) => (
  <span className="inline-flex items-center gap-2 tabular-nums">
    {points} <Badge {...tierLabel(tier)} />
  </span>
);

function bringIntoView(section: HTMLElement | null) {
  section?.scrollIntoView({ block: "nearest" });
}

function effectLabel({ changed, employees, days }: SettingsEffect): string {
  const moved = changed.filter(({ tier, newTier }) => tier !== newTier).length;
  const simulated = changed.filter(({ tier, simulatedTier }) => tier !== simulatedTier).length;
  if (changed.length === 0) return `Nenhum dos ${integer(employees)} funcionários mudaria de nível.`;
  return `Ao salvar, ${people(moved)} de nível. Se as regras valessem há ${days} dias, ${people(simulated)}.`;
}

function people(count: number): string {
  if (count === 0) return "ninguém muda";
  return plural(count, "funcionário muda", "funcionários mudam");
}
