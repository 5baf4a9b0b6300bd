import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Me, updatePerson } from "@/api/people";
import { withMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { EditCard, useEditing } from "@/screens/profile/editing";
import { showMe } from "@/screens/profile/me";
import { roleLabel } from "@/shared/people/role";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { TextField } from "@/ui/fields";

const NAME_LENGTH = 150;

export function PersonalCard({ me }: { me: Me }) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const name = useMutation({
    mutationFn: (fullName: string) =>
      updatePerson(me.id, { fullName }).catch(withMessage("Não foi possível atualizar o perfil")),
    onSuccess: (saved) => {
      showMe(client, saved);
      toast.success("Perfil atualizado com sucesso");
    },
  });
  const photo = useMutation({
    mutationFn: () =>
      updatePerson(me.id, { profileImage: null }).catch(withMessage("Não foi possível atualizar o perfil")),
    onSuccess: (saved) => {
      showMe(client, saved);
      toast.success("Foto de perfil removida com sucesso");
    },
  });
  const form = useEditing({
    name: "perfil",
    saved: { fullName: me.fullName },
    save: ({ fullName }) => name.mutateAsync(fullName.trim()),
  });
  return (
    <EditCard title="Informações Pessoais" form={form} onSubmit={form.submit}>
      <TextField
        {...form.field("fullName")}
        ref={form.first}
        label="Nome completo"
        autoComplete="name"
        maxLength={NAME_LENGTH}
      />
      <TextField label="Nome de usuário" value={me.username} readOnly />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Função" value={roleLabel(me.role).label} readOnly />
        <TextField label="ID" value={me.id} readOnly />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">Clique na sua foto para trocá-la. JPEG, PNG ou WebP, no máximo 5MB.</p>
        {me.profileImage && (
          <Button size="sm" icon="trash" onClick={() => setRemoving(true)}>
            Remover foto
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title="Remover a foto de perfil?"
        description="Suas iniciais aparecem no lugar dela. Para ter a foto de volta, será preciso enviá-la de novo."
        confirmLabel="Remover foto"
        destructive
        onConfirm={() => photo.mutateAsync()}
      />
    </EditCard>
  );
}
