import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deletePerson, isAboutPeople, type Person } from "@/features/admin-panel/person";
import { nameOf } from "@/features/people/person-name";
import { toast } from "@/lib/toast";
import { TypedConfirmDialog } from "@/ui/typed-confirm-dialog";

type DeleteDialogProps = { person: Person; open: boolean; onClose: () => void };

/** The username has to be typed: nobody is deleted by a slip. */
export default function DeleteDialog({ person, open, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: remove } = useMutation({
    mutationFn: () => deletePerson(person.id),
    onSuccess: () => {
      toast.success(`${nameOf(person)} não tem mais acesso ao sistema.`);
      onClose();
      return client.invalidateQueries({ predicate: ({ queryKey }) => isAboutPeople(queryKey) });
    },
  });
  return (
    <TypedConfirmDialog
      open={open}
      onClose={onClose}
      title={`Deletar ${nameOf(person)}?`}
      description="A pessoa perde o acesso na hora e seu nome é apagado. Ganhos, pagamentos e histórico ficam."
      words={person.username}
      confirmLabel="Deletar"
      onConfirm={() => remove()}
    />
  );
}
