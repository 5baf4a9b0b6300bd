import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editPerson, type Person, type PersonChanges, peopleButOpenWork } from "@/api/people";
import { passwordProblem } from "@/lib/passwords";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { nameOf } from "@/shared/people/person-name";
import { Checkbox, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type Values = { fullName: string; newPassword: string; secondPassword: string };
type EditEmployeeDialogProps = {
  person: Person;
  open: boolean;
  onClose: () => void;
  onEdited: (person: Person) => void;
};

/** 'Admins set it when creating or editing an employee': name, and new passwords where one is typed. */
export default function EditEmployeeDialog({ person, open, onClose, onEdited }: EditEmployeeDialogProps) {
  const client = useQueryClient();
  const [removesSecond, setRemovesSecond] = useState(false);
  const { mutateAsync: edit } = useMutation({
    mutationFn: (changes: PersonChanges) => editPerson(person, changes),
    onSuccess: (edited) => {
      onEdited(edited);
      toast.success("Funcionário atualizado com sucesso");
      onClose();
    },
    onSettled: () => client.invalidateQueries(peopleButOpenWork),
  });
  const form = useForm<Values>({
    initial: { fullName: person.fullName, newPassword: "", secondPassword: "" },
    validate: ({ newPassword, secondPassword }) => ({
      ...(newPassword && passwordProblem("newPassword", newPassword)),
      ...(secondPassword && passwordProblem("secondPassword", secondPassword)),
    }),
    onSubmit: ({ fullName, newPassword, secondPassword }) =>
      edit({
        ...(fullName.trim() !== person.fullName && { fullName: fullName.trim() }),
        ...(newPassword && { newPassword }),
        ...(removesSecond ? { secondPassword: null } : secondPassword && { secondPassword }),
      }),
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      form={form}
      title="Editar funcionário"
      description={`${nameOf(person)} · @${person.username}`}
      submitLabel="Salvar"
    >
      <div className="grid gap-4">
        <TextField {...form.field("fullName")} label="Nome completo" autoComplete="off" maxLength={150} />
        <TextField
          {...form.field("newPassword")}
          label="Nova senha"
          hint="Em branco, a senha atual continua valendo. Uma nova encerra as sessões abertas."
          type="password"
          autoComplete="new-password"
        />
        <TextField
          {...form.field("secondPassword")}
          label="Nova segunda senha"
          hint="Em branco, nada muda."
          type="password"
          autoComplete="new-password"
          disabled={removesSecond}
        />
        <Checkbox label="Remover a segunda senha" checked={removesSecond} onChange={setRemovesSecond} />
      </div>
    </FormDialog>
  );
}
