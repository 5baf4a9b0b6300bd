import type { Task } from "@/api/tasks";
import { integer, money } from "@/lib/format";
import { fullPayment } from "@/shared/tasks/task";
import { ConfirmDialog } from "@/ui/dialog";

type CompleteDialogProps = { task: Task; open: boolean; onClose: () => void; onConfirm: () => unknown };

export default function CompleteDialog({ task, ...rest }: CompleteDialogProps) {
  const target = integer(task.targetQuantity);
  return (
    <ConfirmDialog
      {...rest}
      title="Concluir abaixo da meta?"
      description={`Você registrou ${integer(task.currentQuantity)} de ${target} contas em ${task.title}.`}
      confirmLabel="Concluir tarefa"
    >
      <p>
        Ao confirmar, a quantidade passa para {target}, a tarefa é concluída e {money(fullPayment(task))}, mais o seu
        bônus, entram como ganho pendente. Isso não pode ser desfeito.
      </p>
    </ConfirmDialog>
  );
}
