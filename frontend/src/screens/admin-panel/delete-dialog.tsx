import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deletePerson, type OpenWork, openWorkQuery, type Person, peopleButOpenWork } from "@/api/people";
import { taskKeys } from "@/api/tasks";
import { counted, money } from "@/lib/format";
import { toast } from "@/lib/toast";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { Announcement } from "@/ui/announcement";
import { Field } from "@/ui/fields";
import { TypedConfirmDialog } from "@/ui/form-dialog";

type DeleteDialogProps = { person: Person; open: boolean; onClose: () => void };

/** The username has to be typed: nobody is deleted by a slip. What is open may go to somebody else. */
export default function DeleteDialog({ person, ...dialog }: DeleteDialogProps) {
  const { data: left, isError } = useQuery({ ...openWorkQuery(person.id), staleTime: 0 });
  const [runsTo, setRunsTo] = useState<PersonChoice | null>(null);
  const [tasksTo, setTasksTo] = useState<PersonChoice | null>(null);
  const { mutateAsync: remove } = useMutation({
    meta: { invalidates: [peopleButOpenWork, { queryKey: taskKeys.all }] },
    mutationFn: () => deletePerson(person.id, { runsTo: runsTo?.id, tasksTo: tasksTo?.id }),
    onSuccess: () => {
      toast.success(`${nameOf(person)} não tem mais acesso ao sistema.`);
      dialog.onClose();
    },
  });
  return (
    <TypedConfirmDialog
      {...dialog}
      title={`Deletar ${nameOf(person)}?`}
      description="A pessoa perde o acesso na hora e seu nome é apagado. Ganhos, pagamentos e histórico ficam."
      words={person.username}
      confirmLabel="Deletar"
      onConfirm={() => remove()}
    >
      <Announcement className="rounded-md bg-sunken px-4 py-2" text={isError ? UNREAD : left ? words(left) : "…"} />
      {left && left.openRuns > 0 && (
        <Field
          label={`Passar ${counted(left.openRuns, "execução aberta", "execuções abertas")} para`}
          hint={runsTo ? "Ganha o que for criado a partir de agora." : "Sem ninguém escolhido, são canceladas."}
        >
          <PersonPicker value={runsTo} onChange={setRunsTo} />
        </Field>
      )}
      {left && left.openTasks > 0 && (
        <Field
          label={`Passar ${counted(left.openTasks, "tarefa aberta", "tarefas abertas")} para`}
          hint={
            tasksTo ? "Metas, prazos e pagamento continuam." : "Sem ninguém escolhido, saem das listas e contagens."
          }
        >
          <PersonPicker value={tasksTo} onChange={setTasksTo} />
        </Field>
      )}
    </TypedConfirmDialog>
  );
}

const UNREAD = "Não foi possível ver o que está aberto. Feche e tente de novo.";

function words({ openRuns, openTasks, owed, keys }: OpenWork): string {
  const open = `${counted(openRuns, "execução aberta", "execuções abertas")}, ${counted(openTasks, "tarefa aberta", "tarefas abertas")}.`;
  const pay = Number(owed) > 0 ? `${money(owed)} a receber: continua a ser pago em Pagamentos.` : "Nada a receber.";
  const key = keys > 0 ? " A chave de API própria é apagada." : "";
  return `${open} ${pay}${key}`;
}
