import { useMutation } from "@tanstack/react-query";
import { api, type Schemas } from "@/api/client";
import type { DialogOpening } from "@/lib/lazy";
import { leaveFor } from "@/lib/navigate";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import type { GameDescription } from "@/shared/creation/game";
import { Switch, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type GameDialogProps = DialogOpening & { game: GameDescription; onChanged: (game: GameDescription) => void };

/** What admins decide of a game for everybody: its place in the menu, and what its own fields are called. */
export default function GameDialog({ game, onChanged, ...dialog }: GameDialogProps) {
  const own = game.fields.filter(({ place }) => place === "data");
  const pinned = game.template?.pinned ?? false;
  const { mutateAsync: save } = useMutation({
    mutationFn: (body: Schemas["BulkPatchedGameChangeInputRequest"]) =>
      api.patch("/api/bulk/games/{game}", { path: { game: game.slug }, body }),
    onSuccess: ({ game: changed }, { pinned: isPinned }) => {
      onChanged(changed as unknown as GameDescription);
      dialog.onClose();
      if (isPinned === undefined) return toast.success("Nomes salvos para toda a equipe.");
      // The menu comes with the page.
      toast.afterNavigation("success", isPinned ? "Jogo fixado no menu da equipe." : "Jogo retirado do menu.");
      leaveFor(location.pathname + location.search);
    },
  });
  const form = useForm<Record<string, string>>({
    initial: { "#pinned": String(pinned), ...Object.fromEntries(own.map(({ name, label }) => [name, label])) },
    onSubmit: (values) => {
      const renamed = own.filter(({ name, label }) => values[name]?.trim() !== label);
      const labels = Object.fromEntries(renamed.map(({ name }) => [name, values[name]?.trim() ?? ""]));
      const moved = values["#pinned"] !== String(pinned);
      return save({ ...(moved && { pinned: !pinned }), ...(renamed.length > 0 && { labels }) });
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title={`Ajustar ${game.title}`}
      description="Vale para toda a equipe."
      submitLabel="Salvar"
      submitDisabled={!form.changed}
    >
      <div className="grid gap-5">
        <Switch
          label="Fixar no menu"
          description="O jogo aparece em Criar Contas, no menu de todos."
          checked={form.values["#pinned"] === "true"}
          onChange={(on) => form.set("#pinned", String(on))}
        />
        {own.length > 0 && (
          <section className="grid gap-3">
            <div>
              <h3 className="font-medium">Nomes dos campos</h3>
              <p className="text-muted text-sm">Deixe em branco para voltar ao nome original.</p>
            </div>
            <div className="grid gap-3 sm:grid-cols-2">
              {own.map(({ name }) => (
                <TextField key={name} {...form.field(name)} label={name} maxLength={60} autoComplete="off" />
              ))}
            </div>
          </section>
        )}
      </div>
    </FormDialog>
  );
}
