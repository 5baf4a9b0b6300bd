import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type LoyaltySettings,
  loyaltyKeys,
  loyaltySettingsQuery,
  type SettingsEffect,
  saveLoyaltySettings,
  settingsEffect,
} from "@/api/loyalty";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { EffectSummary } from "@/screens/admin-loyalty-points/settings-effect";
import { SettingsFields } from "@/screens/admin-loyalty-points/settings-fields";
import {
  formOf,
  problemsOf,
  type SettingsForm,
  settingsOf,
  tilingProblem,
} from "@/screens/admin-loyalty-points/settings-rules";
import { Dialog } from "@/ui/dialog";
import { FormDialog } from "@/ui/form-dialog";
import { ErrorState, Skeleton } from "@/ui/states";

type SettingsDialogProps = { open: boolean; onClose: () => void };

/** The rules of loyalty. */
export default function SettingsDialog(props: SettingsDialogProps) {
  const settings = useQuery(loyaltySettingsQuery());
  if (settings.data) return <SettingsEditor {...props} settings={settings.data} />;
  return (
    <Dialog {...props} title="Configurações de lealdade">
      {settings.isError ? (
        <ErrorState error={settings.error} onRetry={settings.refetch} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  );
}

/** Saving is offered once the effect of exactly these figures has been seen. */
function SettingsEditor({ settings, open, onClose }: SettingsDialogProps & { settings: LoyaltySettings }) {
  const client = useQueryClient();
  const [seen, setSeen] = useState<{ effect: SettingsEffect; of: LoyaltySettings } | null>(null);
  const preview = useMutation({ mutationFn: settingsEffect, onSuccess: (effect, of) => setSeen({ effect, of }) });
  const save = useMutation({
    meta: { silent: true },
    mutationFn: saveLoyaltySettings,
    onSuccess: () => {
      toast.success("Configurações atualizadas com sucesso");
      onClose();
      return client.invalidateQueries({ queryKey: loyaltyKeys.all });
    },
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
  const effect = seen && wanted && sameFigures(seen.of, wanted) ? seen.effect : null;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      form={form}
      size="md"
      title="Configurações de lealdade"
      description="Ao salvar, o nível de todos os funcionários é recalculado."
      submitLabel={effect ? "Salvar Configurações" : "Ver efeito antes de salvar"}
      submitDisabled={problem !== null}
    >
      <div className="grid grid-cols-1 gap-5">
        <SettingsFields
          values={form.values}
          problems={form.problems}
          onChange={form.set}
          settings={wanted}
          problem={problem}
        />
        <div aria-live="polite">{effect && <EffectSummary effect={effect} />}</div>
      </div>
    </FormDialog>
  );
}

function sameFigures(one: LoyaltySettings, other: LoyaltySettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
