import { useMutation } from "@tanstack/react-query";
import { changePassword, changeSecondPassword, type Me, sessionsOf } from "@/api/people";
import type { DialogOpening } from "@/lib/lazy";
import { passwordProblem } from "@/lib/passwords";
import { useForm } from "@/lib/use-form";
import { FormDialog } from "@/ui/form-dialog";
import { PasswordField } from "@/ui/password-input";

/** The first password changed, the second one set or changed, the second one removed. */
export type PasswordChange = "password" | "second" | "removal";

type Values = { currentPassword: string; newPassword: string; secondPassword: string; confirmation: string };
type NewField = "newPassword" | "secondPassword";
type DialogLabels = { title: string; description: string; submit: string; done: string; label?: string };

const LABELS: Record<PasswordChange, DialogLabels> = {
  password: {
    title: "Alterar senha",
    description: "Suas outras sessões serão encerradas.",
    submit: "Alterar senha",
    done: "Senha alterada com sucesso",
    label: "Nova senha",
  },
  second: {
    title: "Segunda senha",
    description: "Será pedida depois da primeira no próximo login. Suas outras sessões serão encerradas.",
    submit: "Salvar segunda senha",
    done: "Segunda senha definida com sucesso",
    label: "Segunda senha",
  },
  removal: {
    title: "Remover segunda senha",
    description: "O login voltará a ter uma só etapa. Suas outras sessões serão encerradas.",
    submit: "Remover",
    done: "Segunda senha removida com sucesso",
  },
};

type OfPerson = { me: Me; change: PasswordChange; onSecondPassword: (isSet: boolean) => void };

/** Each asks for the current password. */
export default function PasswordDialog({ me, change, onSecondPassword, ...dialog }: DialogOpening & OfPerson) {
  const labels = LABELS[change];
  const newField: NewField = change === "password" ? "newPassword" : "secondPassword";
  const { mutateAsync } = useMutation({
    meta: { invalidates: sessionsOf(me.id), done: labels.done },
    mutationFn: (values: Values) => send(me.id, change, values),
    onSuccess: () => {
      if (change !== "password") onSecondPassword(change === "second");
      dialog.onClose();
    },
  });
  const form = useForm<Values>({
    initial: { currentPassword: "", newPassword: "", secondPassword: "", confirmation: "" },
    validate: (values) => ({
      ...(!values.currentPassword && { currentPassword: "Senha atual é obrigatória" }),
      ...(change !== "removal" && newPasswordProblems(newField, values)),
    }),
    onSubmit: mutateAsync,
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={labels.title}
      description={labels.description}
      submitLabel={labels.submit}
      submitVariant={change === "removal" ? "danger" : "primary"}
    >
      {/* Password managers ask whose passwords these are. */}
      <input hidden readOnly autoComplete="username" value={me.username} />
      <PasswordField {...form.field("currentPassword")} label="Senha atual" autoComplete="current-password" />
      {labels.label && (
        <>
          <PasswordField {...form.field(newField)} label={labels.label} />
          <PasswordField {...form.field("confirmation")} label={`Confirmar ${labels.label.toLowerCase()}`} />
        </>
      )}
    </FormDialog>
  );
}

function newPasswordProblems(field: NewField, values: Values): Partial<Values> {
  const mismatch = values[field] !== values.confirmation;
  return { ...passwordProblem(field, values[field]), ...(mismatch && { confirmation: "As senhas não coincidem" }) };
}

function send(userId: number, change: PasswordChange, { currentPassword, newPassword, secondPassword }: Values) {
  if (change === "password") return changePassword(userId, { currentPassword, newPassword });
  const next = change === "removal" ? null : secondPassword;
  return changeSecondPassword(userId, { currentPassword, secondPassword: next });
}
