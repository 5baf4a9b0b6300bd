import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { templatesQuery } from "@/api/marketplace";
import { proxyKeys } from "@/api/proxy";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { loginQuery } from "@/screens/gameboost/account";
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
import { CredentialFields, DeliveryFields, ListingFields, Section } from "@/screens/gameboost/new-account-fields";
import { TemplateFields } from "@/screens/gameboost/template-fields";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field, Select } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { ImagePicker } from "@/ui/image-picker";
import { ErrorState, Skeleton } from "@/ui/states";

/** 'Nova Conta': one account with its own data and pictures, listed at once. */
export default function NewAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
        {inDoubt !== null && (
          <UnknownOutcomeNotice login={inDoubt} onFound={created} onAbsent={() => setInDoubt(null)} />
        )}
        <ListingFields {...fields} />
        <CredentialFields {...fields} />
        {game !== "" && <GameSection key={game} game={game} {...fields} />}
        <ImagePicker value={imageUrls} onChange={setImageUrls} error={form.problems.image_urls} />
        <DeliveryFields {...fields} />
      </div>
    </FormDialog>
  );
}

type UnknownOutcomeNoticeProps = { login: string; onFound: () => void; onAbsent: () => void };

/** The answer to a creation did not come: look before anything is sent again. */
function UnknownOutcomeNotice({ login, onFound, onAbsent }: UnknownOutcomeNoticeProps) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => client.fetchQuery({ ...loginQuery(login), staleTime: 0 }),
    onSuccess: ({ data }) => {
      if (data.length > 0) return onFound();
      toast.info(`Não existe conta com o login ${login}. Você pode tentar de novo.`);
      onAbsent();
    },
  });
  return (
    <Alert tone="warn">
      <p className="font-medium">Não se sabe se a conta foi criada: a resposta não chegou.</p>
      <p>Antes de enviar outra vez, veja se o login {login} já está no GameBoost.</p>
      <Button size="sm" className="mt-2" icon="search" busy={check.isPending} onClick={() => check.mutate()}>
        Verificar pelo login
      </Button>
    </Alert>
  );
}

type GameSectionProps = {
  game: string;
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

/** What the chosen game asks of an account, by the marketplace's own template. */
function GameSection({ game, ...fields }: GameSectionProps) {
  const templates = useQuery(templatesQuery());
  const template = templateOf(templates.data, game);
  return (
    <Section title="Dados da conta">
      {templates.isPending && <Skeleton className="h-40" />}
      {templates.isError && (
        <ErrorState
          title="Não foi possível carregar os campos deste jogo."
          error={templates.error}
          onRetry={templates.refetch}
        />
      )}
      {templates.data && !template && (
        <p className="text-muted">O GameBoost não descreve campos próprios para este jogo.</p>
      )}
      {template && template.servers.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Servidor" error={fields.problems.server} required>
            <Select
              placeholder="Escolha o servidor"
              options={template.servers.map((name) => ({ value: name, label: name }))}
              value={fields.values.server}
              onChange={(event) => fields.onChange("server", event.target.value)}
            />
          </Field>
        </div>
      )}
      {template && <TemplateFields template={template} {...fields} />}
    </Section>
  );
}
