import { useMutation } from "@tanstack/react-query";
import { setTraining } from "@/api/training";
import { appContext } from "@/lib/app-context";
import { Switch } from "@/ui/fields";

/** The person's own switch; nothing where the installation has no sandbox to practise in. */
export function TrainingSwitch() {
  const { available, active } = appContext().training ?? { available: false, active: false };
  const { mutate, isPending } = useMutation({ mutationFn: setTraining });
  if (!available) return null;
  return (
    <section className="card mt-4 p-4">
      <Switch
        label="Ensaio"
        description="Suas execuções e chamadas vão para um marketplace de ensaio: nada é publicado e nenhum ganho é creditado. O que já está em andamento continua onde começou."
        checked={active}
        disabled={isPending}
        onChange={mutate}
      />
    </section>
  );
}
