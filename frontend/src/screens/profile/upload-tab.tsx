import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, pathQuery, type Schemas } from "@/api/client";
import { withMessage } from "@/lib/errors";
import { dateTime, integer } from "@/lib/format";
import { Alert } from "@/ui/announcement";
import { Icon, type IconName } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { EditCard, useEditing } from "@/ui/editing";
import { TextareaField } from "@/ui/fields";

type UploadSettings = Schemas["BulkDescriptionsOutput"];
type Descriptions = Omit<UploadSettings, "userId" | "updatedAt">;

const uploadSettingsQuery = (userId: number) =>
  pathQuery("/api/employee-settings/{user_id}", { path: { user_id: userId } });

/** A game with a description of its own, as shell.pages.profile says it. */
export type DescribedGame = { slug: IconName; title: string; field: keyof Descriptions };

/** The person's own descriptions (product: profile.upload-texts). */
export default function UploadTab({ userId, games }: { userId: number; games: DescribedGame[] }) {
  return (
    <QueryResult
      query={useQuery(uploadSettingsQuery(userId))}
      failed="Não foi possível carregar as configurações de upload."
      framed
      fallback={<Skeleton className="h-120" />}
    >
      {(settings) => <UploadForm userId={userId} games={games} settings={settings} />}
    </QueryResult>
  );
}

function UploadForm({ userId, games, settings }: { userId: number; games: DescribedGame[]; settings: UploadSettings }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    meta: { done: "Configurações de upload salvas com sucesso" },
    mutationFn: (body: Descriptions) =>
      api
        .patch("/api/employee-settings/{user_id}", { path: { user_id: userId }, body })
        .catch(withMessage("Não foi possível salvar as configurações de upload")),
    onSuccess: (saved) => client.setQueryData(uploadSettingsQuery(userId).queryKey, saved),
  });
  const saved = Object.fromEntries(games.map(({ field }) => [field, settings[field]])) as Descriptions;
  const form = useEditing<Descriptions>({ saved, save });
  const nothingSet = games.every(({ field }) => settings[field] === "");
  return (
    <EditCard
      title="Descrições padrão por jogo"
      description={settings.updatedAt ? `Última atualização: ${dateTime(settings.updatedAt)}` : undefined}
      form={form}
      saveLabel="Salvar Configurações"
    >
      <Alert>
        Campo em branco usa a descrição padrão do sistema.
        {nothingSet && !form.editing && " Nenhuma descrição configurada: clique em Editar para escrever as suas."}
      </Alert>
      <div className="grid gap-4 lg:grid-cols-2">
        {games.map(({ slug, title, field }, index) => (
          <TextareaField
            key={field}
            {...form.field(field)}
            ref={index === 0 ? form.first : undefined}
            label={
              <span className="inline-flex items-center gap-1.5">
                <Icon name={slug} className="text-muted" /> Descrição {title}
              </span>
            }
            hint={form.editing && `${integer(form.values[field].length)} de ${integer(DESCRIPTION_LENGTH)} caracteres`}
            rows={7}
            maxLength={DESCRIPTION_LENGTH}
            placeholder="Descrição padrão do sistema"
          />
        ))}
      </div>
    </EditCard>
  );
}

const DESCRIPTION_LENGTH = 20_000;
