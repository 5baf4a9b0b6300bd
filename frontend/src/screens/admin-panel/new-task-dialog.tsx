import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createTask, LIMIT_CODE, type NewTask, type Task, taskKeys } from "@/api/tasks";
import { currentUser } from "@/lib/app-context";
import { ApiError } from "@/lib/errors";
import { amountRefusal, money, parseMoney, today } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import type { PersonChoice } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { PRIORITY_OPTIONS } from "@/shared/tasks/task";
import { Announcement } from "@/ui/announcement";
import { ConfirmDialog } from "@/ui/dialog";
import { Field, SelectField, TextareaField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { DateField, MoneyField } from "@/ui/value-fields";

const EMPTY = {
  title: "",
  description: "",
  assignedTo: "",
  targetQuantity: "",
  paymentPerAccount: "",
  priority: "medium",
  dueDate: "",
};
type Values = typeof EMPTY;

export default function NewTaskDialog(dialog: { open: boolean; onClose: () => void }) {
  const { id: createdBy } = currentUser();
  const [person, setPerson] = useState<PersonChoice | null>(null);
  const [refused, setRefused] = useState<{ task: NewTask; reason: string } | null>(null);
  const { mutateAsync: create } = useMutation({
    meta: { silent: true, invalidates: [{ queryKey: taskKeys.all }] },
    mutationFn: ({ task, overrideLimit }: { task: NewTask; overrideLimit: boolean }) => createTask(task, overrideLimit),
    onSuccess: () => {
      toast.success("Tarefa criada com sucesso");
      dialog.onClose();
    },
    onError: (error, { task }) => {
      if (error instanceof ApiError && error.code === LIMIT_CODE) setRefused({ task, reason: error.message });
      else toast.error(error.message);
    },
  });
  const form = useForm<Values>({
    initial: EMPTY,
    validate: problemsOf,
    onSubmit: (values) => create({ task: taskOf(values, createdBy), overrideLimit: false }),
  });
  const choose = (next: PersonChoice | null) => {
    setPerson(next);
    form.set("assignedTo", String(next?.id ?? ""));
  };
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title="Nova Tarefa"
      description="O funcionário é avisado assim que a tarefa é criada."
      submitLabel="Criar Tarefa"
      note={<TotalWords values={form.values} />}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid gap-4 sm:col-span-2">
          <TextField {...form.field("title")} label="Título" maxLength={200} required />
          <TextareaField {...form.field("description")} label="Descrição" rows={3} />
          <Field label="Funcionário" error={form.problems.assignedTo} required>
            <PersonPicker value={person} onChange={choose} />
          </Field>
        </div>
        <TextField
          {...form.field("targetQuantity")}
          label="Meta de contas"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
        />
        <MoneyField
          {...form.field("paymentPerAccount")}
          label="Pagamento por conta"
          hint="Creditado quando a tarefa é concluída."
          required
        />
        <SelectField
          {...form.field("priority")}
          label="Prioridade"
          hint="Aparece na lista de quem recebe a tarefa."
          options={PRIORITY_OPTIONS}
        />
        <DateField {...form.field("dueDate")} label="Prazo" hint="Sem data, a tarefa não atrasa." min={today()} />
      </div>
      <ConfirmDialog
        open={refused !== null}
        onClose={() => setRefused(null)}
        title="Atribuir mesmo assim?"
        description={refused?.reason}
        confirmLabel="Atribuir mesmo assim"
        onConfirm={() => refused && create({ task: refused.task, overrideLimit: true })}
      />
    </FormDialog>
  );
}

function TotalWords({ values }: { values: Values }) {
  const total = Number(values.targetQuantity) * Number(parseMoney(values.paymentPerAccount));
  return (
    <Announcement
      className="mr-auto self-center text-sm text-muted tabular-nums"
      text={total > 0 ? `Total ao concluir: ${money(total)}` : ""}
    />
  );
}

function taskOf(values: Values, createdBy: number): NewTask {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    assignedTo: Number(values.assignedTo),
    targetQuantity: Number(values.targetQuantity),
    paymentPerAccount: parseMoney(values.paymentPerAccount) ?? "",
    priority: values.priority as Task["priority"],
    dueDate: values.dueDate || null,
    createdBy,
  };
}

function problemsOf({ title, assignedTo, targetQuantity, paymentPerAccount }: Values): Partial<Values> {
  const target = Number(targetQuantity);
  return {
    ...(title.trim() === "" && { title: "Campo Título é obrigatório" }),
    ...(assignedTo === "" && { assignedTo: "Campo Funcionário é obrigatório" }),
    ...(!(Number.isInteger(target) && target > 0) && { targetQuantity: "A meta de contas deve ser maior que zero" }),
    ...(!(Number(parseMoney(paymentPerAccount)) > 0) && {
      paymentPerAccount: amountRefusal(paymentPerAccount, "O pagamento por conta deve ser maior que zero"),
    }),
  };
}
