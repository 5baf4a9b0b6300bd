import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Descriptions, saveUploadSettings, type UploadSettings, uploadSettingsQuery } from "@/api/configs";
import { dateTime, integer } from "@/lib/format";
import { withMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { EditCard, useEditing } from "@/screens/profile/editing";
import { Alert } from "@/ui/alert";
import { TextareaField } from "@/ui/fields";
import { Icon, type IconName } from "@/ui/icon";
import { QueryResult, Skeleton } from "@/ui/states";

/** 'Config. Upload': 'four text areas … with Editar/Salvar Configurações/Cancelar'. */
export default function UploadTab({ userId }: { userId: number }) {
  return (
    <QueryResult
      query={useQuery(uploadSettingsQuery(userId))}
      failed="Não foi possível carregar as configurações de upload."
      framed
      fallback={<Skeleton className="h-120" />}
    >
      {(settings) => <UploadForm userId={userId} settings={settings} />}
    </QueryResult>
  );
}

function UploadForm({ userId, settings }: { userId: number; settings: UploadSettings }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    mutationFn: (descriptions: Descriptions) =>
      saveUploadSettings(userId, descriptions).catch(withMessage("Não foi possível salvar as configurações de upload")),
    onSuccess: (saved) => {
      client.setQueryData(uploadSettingsQuery(userId).queryKey, saved);
      toast.success("Configurações de upload salvas com sucesso");
    },
  });
  const form = useEditing<Descriptions>({ name: "upload", saved: descriptionsOf(settings), save });
  const nothingSet = GAMES.every(({ name }) => settings[name] === "");
  return (
    <EditCard
      title="Descrições padrão por jogo"
      description={settings.updatedAt ? `Última atualização: ${dateTime(settings.updatedAt)}` : undefined}
      form={form}
      saveLabel="Salvar Configurações"
      onSubmit={form.submit}
    >
      <Alert>
        Campo em branco usa a descrição padrão do sistema.
        {nothingSet && !form.editing && " Nenhuma descrição configurada: clique em Editar para escrever as suas."}
      </Alert>
      <div className="grid gap-4 lg:grid-cols-2">
        {GAMES.map(({ name, label, icon }, index) => (
          <TextareaField
            key={name}
            {...form.field(name)}
            ref={index === 0 ? form.first : undefined}
            label={
              <span className="inline-flex items-center gap-1.5">
                <Icon name={icon} className="text-muted" /> Descrição {label}
              </span>
            }
            hint={form.editing && lengthLabel(form.values[name])}
            rows={7}
            maxLength={DESCRIPTION_LENGTH}
            placeholder="Descrição padrão do sistema"
          />
        ))}
      </div>
    </EditCard>
  );
}

function descriptionsOf(settings: UploadSettings): Descriptions {
  return Object.fromEntries(GAMES.map(({ name }) => [name, settings[name]])) as Descriptions;
}

const lengthLabel = (text: string): string => `${integer(text.length)} de ${integer(DESCRIPTION_LENGTH)} caracteres`;

const GAMES: { name: keyof Descriptions; label: string; icon: IconName }[] = [
  { name: "fortniteDescription", label: "Fortnite", icon: "fortnite" },
  { name: "valorantDescription", label: "Valorant", icon: "valorant" },
  { name: "robloxDescription", label: "Roblox", icon: "roblox" },
  { name: "warthanderDescription", label: "War Thunder", icon: "war-thunder" },
];

const DESCRIPTION_LENGTH = 20_000;
