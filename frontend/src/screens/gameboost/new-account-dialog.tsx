import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { templatesQuery } from "@/api/marketplace";
import { proxyKeys } from "@/api/proxy";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { Doubt } from "@/screens/gameboost/doubt";
import { GameSection } from "@/screens/gameboost/game-section";
import {
  bodyOf,
  createAccount,
  EMPTY,
  fieldLines,
  isUnknown,
  type NewAccountForm,
  problemsOf,
  templateOf,
} from "@/screens/gameboost/new-account";
import { CredentialFields, DeliveryFields, ListingFields } from "@/screens/gameboost/new-account-fields";
import { FormDialog } from "@/ui/form-dialog";
import { ImagePicker } from "@/ui/image-picker";

type NewAccountDialogProps = { open: boolean; onClose: () => void };

/** 'Nova Conta': one account with its own data and pictures, listed at once. */
export default function NewAccountDialog({ open, onClose }: NewAccountDialogProps) {
  const client = useQueryClient();
  const [imageUrls, setImageUrls] = useState<string[]>([]);
  const [inDoubt, setInDoubt] = useState<string | null>(null);
  const templateFor = ({ game = "" }: NewAccountForm) =>
    templateOf(client.getQueryData(templatesQuery().queryKey), game);
  const created = () => {
    toast.success("Conta criada com sucesso");
    onClose();
    return client.invalidateQueries({ queryKey: proxyKeys.of("gameboost") });
  };
  const { mutateAsync: create } = useMutation({
    meta: { silent: true },
    mutationFn: createAccount,
    onSuccess: created,
    onError: (error, { login }) => {
      const lines = fieldLines(error);
      if (lines) toast.error(lines, "Erro de validação");
      else toast.error(`Falha ao criar conta: ${error.message}`);
      if (isUnknown(error)) setInDoubt(login);
    },
  });
  const form = useForm({
    initial: EMPTY,
    validate: (values) => problemsOf(values, templateFor(values)),
    onSubmit: (values) => create(bodyOf(values, imageUrls, templateFor(values))),
  });
  const game = form.values.game ?? "";
  const fields = { values: form.values, problems: form.problems, onChange: form.set };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      form={{ ...form, changed: form.changed || imageUrls.length > 0 }}
      size="lg"
      title="Nova Conta"
      description="É anunciada no GameBoost assim que for criada."
      submitLabel="Criar Conta"
      submitDisabled={inDoubt !== null}
    >
      <div className="grid gap-5">
        {inDoubt !== null && <Doubt login={inDoubt} onFound={created} onAbsent={() => setInDoubt(null)} />}
        <ListingFields {...fields} />
        <CredentialFields {...fields} />
        {game !== "" && <GameSection key={game} game={game} {...fields} />}
        <ImagePicker value={imageUrls} onChange={setImageUrls} error={form.problems.image_urls} />
        <DeliveryFields {...fields} />
      </div>
    </FormDialog>
  );
}
