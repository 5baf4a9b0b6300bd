import { useMutation } from "@tanstack/react-query";
import { createPerson, type NewPerson, peopleButOpenWork } from "@/api/people";
import type { Role } from "@/lib/app-context";
import { passwordProblem } from "@/lib/passwords";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { ROLE_OPTIONS } from "@/shared/people/person-name";
import { SelectField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type Values = Record<keyof NewPerson, string>;
const MIN_USERNAME = 3;
const EMPTY: Values = { username: "", password: "", role: "employee", fullName: "", secondPassword: "" };

export default function NewEmployeeDialog(dialog: { open: boolean; onClose: () => void }) {
  const { mutateAsync: create } = useMutation({
    meta: { invalidates: [peopleButOpenWork] },
    mutationFn: (values: Values) => createPerson({ ...values, role: values.role as Role }),
    onSuccess: ({ fullName, username }) => {
      toast.success(`${fullName || username} já pode entrar no sistema.`);
      dialog.onClose();
    },
  });
  const form = useForm<Values>({ initial: EMPTY, validate: problemsOf, onSubmit: create });
  return (
    <FormDialog {...dialog} form={form} title="Novo Funcionário" submitLabel="Criar Funcionário">
      <TextField {...form.field("fullName")} label="Nome completo" autoComplete="off" maxLength={150} />
      <TextField
        {...form.field("username")}
        label="Nome de Usuário"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={150}
        required
      />
      <TextField {...form.field("password")} label="Senha" type="password" autoComplete="new-password" required />
      <TextField
        {...form.field("secondPassword")}
        label="Segunda Senha (opcional)"
        hint="Com ela, o login tem duas etapas."
        type="password"
        autoComplete="new-password"
      />
      <SelectField
        {...form.field("role")}
        label="Função"
        hint="A função não pode ser alterada depois."
        required
        options={ROLE_OPTIONS}
      />
    </FormDialog>
  );
}

function problemsOf({ username, password, role, secondPassword }: Values): Partial<Values> {
  return {
    ...(username.trim().length < MIN_USERNAME && { username: "Nome de usuário deve ter pelo menos 3 caracteres" }),
    ...passwordProblem("password", password),
    ...(secondPassword && passwordProblem("secondPassword", secondPassword)),
    ...(role === "" && { role: "Campo Função é obrigatório" }),
  };
}
