import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, newIdempotencyKey } from "@/api/client";
import { LIMIT_CODE, type NewTask, type Task } from "@/api/tasks";
import { currentUser } from "@/lib/app-context";
import { ApiError } from "@/lib/errors";
import { amountRefusal, decimal, money, parseMoney, today } from "@/lib/format";
import { changedFields } from "@/lib/is-equal";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { PRIORITY_OPTIONS } from "@/shared/tasks/task";
import { Announcement } from "@/ui/announcement";
import { ConfirmDialog } from "@/ui/dialog";
import { FormField, SelectField, TextareaField, TextField } from "@/ui/fields";
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

/** A new task, or the terms of one that earned nothing yet: its person stays. */
export default function TaskDialog({ task, ...dialog }: { task?: Task; open: boolean; onClose: () => void }) {
  const { id: createdBy } = currentUser();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [person, setPerson] = useState<PersonChoice | null>(null);
  const [refused, setRefused] = useState<{ task: NewTask; reason: string } | null>(null);
  const { mutateAsync: create } = useMutation({
    meta: { silent: true, invalidates: ["tasks"], done: "Tarefa criada com sucesso" },
    mutationFn: ({ task, overrideLimit }: { task: NewTask; overrideLimit: boolean }) =>
      api.post("/api/tasks", { body: { ...task, overrideLimit }, idempotencyKey }),
    onSuccess: dialog.onClose,
    onError: (error, { task }) => {
      if (error instanceof ApiError && error.code === LIMIT_CODE) setRefused({ task, reason: error.message });
      else toast.error(error.message);
    },
  });
  const { mutateAsync: change } = useMutation({
    meta: {
      invalidates: ["tasks"],
      done: ({ assigneeUser }: Task) => `Tarefa alterada. Avisamos ${nameOf(assigneeUser)}.`,
    },
    mutationFn: ({ id, changes }: { id: number; changes: Partial<NewTask> }) =>
      api.patch("/api/tasks/{task_id}", { path: { task_id: id }, body: changes }),
    onSuccess: dialog.onClose,
  });
  const initial = task ? valuesOf(task) : EMPTY;
  const form = useForm<Values>({
    initial,
    validate: problemsOf,
    onSubmit: (values) =>
      task
        ? change({ id: task.id, changes: changedFields(termsOf(values), termsOf(initial)) })
        : create({
            task: { ...termsOf(values), assignedTo: Number(values.assignedTo), createdBy },
            overrideLimit: false,
          }),
  });
  const total = Number(form.values.targetQuantity) * Number(parseMoney(form.values.paymentPerAccount));
  const choose = (next: PersonChoice | null) => {
    setPerson(next);
    form.set("assignedTo", String(next?.id ?? ""));
  };
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title={task ? "Editar tarefa" : "Nova Tarefa"}
      description={
        task
          ? `Avisamos ${nameOf(task.assigneeUser)} do que mudar.`
          : "O funcionário é avisado assim que a tarefa é criada."
      }
      submitLabel={task ? "Salvar" : "Criar Tarefa"}
      submitDisabled={task !== undefined && !form.changed}
      note={
        <Announcement
          className="mr-auto self-center text-sm text-muted tabular-nums"
          text={total > 0 ? `Total ao concluir: ${money(total)}` : ""}
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid gap-4 sm:col-span-2">
          <TextField {...form.field("title")} label="Título" maxLength={200} required />
          <TextareaField {...form.field("description")} label="Descrição" rows={3} />
          {!task && (
            <FormField label="Funcionário" error={form.problems.assignedTo} required>
              <PersonPicker value={person} onChange={choose} />
            </FormField>
          )}
        </div>
        <TextField
          {...form.field("targetQuantity")}
          label="Meta de contas"
          type="number"
          inputMode="numeric"
          min={1}
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

type Terms = Omit<NewTask, "assignedTo" | "createdBy">;

function termsOf(values: Values): Terms {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    targetQuantity: Number(values.targetQuantity),
    paymentPerAccount: parseMoney(values.paymentPerAccount) ?? "",
    priority: values.priority as Task["priority"],
    dueDate: values.dueDate || null,
  };
}

function valuesOf(task: Task): Values {
  return {
    title: task.title,
    description: task.description,
    assignedTo: String(task.assignedTo),
    targetQuantity: String(task.targetQuantity),
    paymentPerAccount: decimal(task.paymentPerAccount),
    priority: task.priority,
    dueDate: task.dueDate?.slice(0, 10) ?? "",
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
