import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { adjustPoints, type LoyaltyRecord, loyaltyKeys, loyaltySettingsQuery } from "@/api/loyalty";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { clampPoints, levelAt, tierLabel } from "@/shared/loyalty/loyalty";
import { nameOf } from "@/shared/people/person-name";
import { useAnnounce } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { TextareaField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

const MAX_CHANGE = 100;
const MISSING = "Preencha todos os campos";
const OUT_OF_RANGE = `Alteração deve estar entre -${MAX_CHANGE} e ${MAX_CHANGE}`;

type Values = { change: string; reason: string };
type AdjustDialogProps = { record: LoyaltyRecord; open: boolean; onClose: () => void };

/** 'Ajustar': points up or down, with a reason, and what will come of it. */
export default function AdjustDialog({ record, ...dialog }: AdjustDialogProps) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const name = nameOf(record.user);
  const { mutateAsync: adjust } = useMutation({
    meta: { silent: true, invalidates: [{ queryKey: loyaltyKeys.all }], done: "Pontos ajustados com sucesso" },
    mutationFn: ({ change, reason }: Values) =>
      adjustPoints(record.userId, { pointsChange: Number(change), reason: reason.trim() }, idempotencyKey),
    onSuccess: dialog.onClose,
    onError: (error) => {
      toast.error((error instanceof ApiError && error.serverMessage) || "Erro ao ajustar pontos");
    },
  });
  const form = useForm<Values>({ initial: { change: "", reason: "" }, validate: problemsOf, onSubmit: adjust });
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
        inputMode="numeric"
        min={-MAX_CHANGE}
        max={MAX_CHANGE}
        step={1}
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

function problemsOf({ change, reason }: Values): Partial<Values> {
  const missing = { ...(change === "" && { change: MISSING }), ...(reason.trim() === "" && { reason: MISSING }) };
  if (change === "") return missing;
  const points = Number(change);
  const inRange = Number.isInteger(points) && Math.abs(points) <= MAX_CHANGE;
  return { ...missing, ...(!inRange && { change: OUT_OF_RANGE }) };
}
