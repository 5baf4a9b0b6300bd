import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { nameOf } from "@/features/admin/person-name";
import { deletePerson, isAboutPeople, type Person } from "@/features/admin-panel/person";
import { toast } from "@/lib/toast";
import { useSingleFlight } from "@/lib/use-single-flight";
import { FormDialog } from "@/ui/form-dialog";
import { TextField } from "@/ui/text-field";

type DeleteDialogProps = { person: Person; open: boolean; onClose: () => void };

/** The username has to be typed: nobody is deleted by a slip. */
export default function DeleteDialog({ person, open, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const { mutateAsync: remove } = useMutation({
    mutationFn: () => deletePerson(person.id),
    onSuccess: () => {
      toast.success(`${nameOf(person)} não tem mais acesso ao sistema.`);
      onClose();
      return client.invalidateQueries({ predicate: ({ queryKey }) => isAboutPeople(queryKey) });
    },
  });
  const { run, busy } = useSingleFlight(remove);
  const confirmed = typed.trim() === person.username;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (confirmed) run();
  };
  return (
    <FormDialog
      alert
      open={open}
      onClose={onClose}
      form={{ busy, submit }}
      title={`Deletar ${nameOf(person)}?`}
      description="A pessoa perde o acesso na hora e seu nome é apagado. Ganhos, pagamentos e histórico ficam."
      submitLabel="Deletar"
      submitVariant="danger"
      submitDisabled={!confirmed}
    >
      <TextField
        label={
          <>
            Digite <strong>{person.username}</strong> para confirmar
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
