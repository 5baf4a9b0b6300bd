import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nameOf } from "@/features/admin/person-name";
import { deletePerson, isAboutPeople, type Person } from "@/features/admin-panel/person";
import { toast } from "@/lib/toast";
import { useSingleFlight } from "@/lib/use-single-flight";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
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
  return (
    <Dialog
      alert
      open={open}
      onClose={onClose}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed) run();
      }}
      title={`Deletar ${nameOf(person)}?`}
      description="A pessoa perde o acesso na hora e seu nome é apagado. Ganhos, pagamentos e histórico ficam."
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!confirmed}>
            Deletar
          </Button>
        </>
      }
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
    </Dialog>
  );
}
