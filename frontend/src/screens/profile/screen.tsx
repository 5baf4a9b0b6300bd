import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { type Me, meQuery, updatePerson } from "@/api/people";
import { uploadPhoto } from "@/api/uploads";
import { mount } from "@/app/mount";
import { storeUser } from "@/lib/app-context";
import { IMAGE_MAX_MB } from "@/lib/constants";
import { withMessage } from "@/lib/errors";
import { initial } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useUrlState } from "@/lib/use-url-state";
import type { LastAccess } from "@/screens/profile/activity-tab";
import type { DescribedGame } from "@/screens/profile/upload-tab";
import { roleLabel } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button, Icon } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { EditCard, useEditing } from "@/ui/editing";
import { TextField } from "@/ui/fields";
import { Tabs } from "@/ui/tabs";

const NAME_LENGTH = 150;

function PersonalCard({ me }: { me: Me }) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { mutateAsync: update } = useMutation({
    mutationFn: (changes: { fullName: string } | { profileImage: null }) =>
      updatePerson(me.id, changes).catch(withMessage("Não foi possível atualizar o perfil")),
    onSuccess: (saved, changes) => {
      showMe(client, saved);
      toast.success("fullName" in changes ? "Perfil atualizado com sucesso" : "Foto de perfil removida com sucesso");
    },
  });
  const form = useEditing({
    saved: { fullName: me.fullName },
    save: ({ fullName }) => update({ fullName: fullName.trim() }),
  });
  return (
    <EditCard title="Informações Pessoais" form={form}>
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
        onConfirm={() => update({ profileImage: null })}
      />
    </EditCard>
  );
}

function PhotoButton({ me }: { me: Me }) {
  const client = useQueryClient();
  const upload = useMutation({
    meta: { done: "Foto de perfil atualizada com sucesso" },
    mutationFn: (file: File) => uploadPhoto(file).catch(withMessage(PHOTO_FAILED, ABOUT_THE_FILE)),
    onSuccess: (profileImage) => showMe(client, { ...me, profileImage }),
  });
  const choose = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    if (file.size > IMAGE_MAX_MB * 1024 * 1024) toast.error("A imagem deve ter no máximo 5MB");
    else if (!TYPES.includes(file.type)) toast.error("Apenas arquivos JPEG, PNG e WebP são permitidos");
    else upload.mutate(file);
  };
  return (
    <label
      className="group relative flex-none rounded-full outline-offset-2 outline-accent has-focus-visible:outline-2"
      data-tooltip="Trocar foto de perfil"
    >
      <span className="avatar size-20 text-2xl" aria-hidden="true">
        {me.profileImage ? <img src={me.profileImage} alt="" /> : initial(me.fullName, me.username)}
      </span>
      <span className="absolute -right-0.5 -bottom-0.5 grid size-7 place-items-center rounded-full border-2 border-surface bg-accent text-sm text-on-accent group-hover:bg-accent-strong">
        <Icon name={upload.isPending ? "spinner" : "camera"} className={upload.isPending ? "spinner" : undefined} />
      </span>
      <input
        type="file"
        className="sr-only"
        aria-label="Trocar foto de perfil"
        aria-busy={upload.isPending}
        accept="image/*"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </label>
  );
}

const PHOTO_FAILED = "Não foi possível fazer upload da imagem";
const TYPES = ["image/jpeg", "image/png", "image/webp"];
/** What is wrong with the file itself: the server says it in the documented words. */
const ABOUT_THE_FILE = [400, 413];

const UploadTab = lazy(() => import("@/screens/profile/upload-tab"));
const ApiTab = lazy(() => import("@/screens/profile/api-tab"));
const NoticesTab = lazy(() => import("@/screens/profile/notices-tab"));
const ActivityTab = lazy(() => import("@/screens/profile/activity-tab"));

/** What shell.pages.profile says beside the answers of the API. */
export type ProfileProps = { hasSecondPassword: boolean; games: DescribedGame[]; lastAccess: LastAccess };

export function ProfileScreen(props: ProfileProps) {
  return (
    <QueryResult
      query={useQuery(meQuery())}
      failed="Não foi possível carregar o perfil."
      framed
      fallback={<Skeleton className="h-120" />}
    >
      {(me) => <Profile me={me} {...props} />}
    </QueryResult>
  );
}

function Profile({ me, hasSecondPassword, games, lastAccess }: ProfileProps & { me: Me }) {
  const [tab, setTab] = useUrlState("tab", "perfil");
  return (
    <>
      <HeaderCard me={me} />
      <Tabs
        keep
        label="Perfil"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "perfil",
            label: "Informações Pessoais",
            content: (
              <div className="grid items-start gap-5 lg:grid-cols-2">
                <PersonalCard me={me} />
                <Suspense fallback={<Skeleton className="h-48" />}>
                  <PasswordsCard me={me} hasSecondPassword={hasSecondPassword} />
                </Suspense>
              </div>
            ),
          },
          { value: "upload", label: "Config. Upload", content: <UploadTab userId={me.id} games={games} /> },
          { value: "api", label: "API GameBoost", content: <ApiTab userId={me.id} /> },
          { value: "avisos", label: "Avisos", content: <NoticesTab /> },
          { value: "atividade", label: "Atividade", content: <ActivityTab me={me} access={lastAccess} /> },
        ]}
      />
    </>
  );
}

const PasswordsCard = lazy(() => import("@/screens/profile/passwords-card"));

function HeaderCard({ me }: { me: Me }) {
  return (
    <section className="card mb-5 flex items-center gap-5 p-5" aria-label="Resumo do perfil">
      <PhotoButton me={me} />
      <div className="min-w-0">
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{me.fullName || me.username}</h2>
        <p className="truncate text-muted">@{me.username}</p>
        <p className="mt-2 flex items-center gap-2.5">
          <Badge {...roleLabel(me.role)} />
          <span className="text-sm text-muted tabular-nums">ID: {me.id}</span>
        </p>
      </div>
    </section>
  );
}

mount("profile", ProfileScreen);

/** Show a changed name or photo everywhere at once: on this screen, in the shell, and in what the browser keeps. */
function showMe(client: QueryClient, me: Me): void {
  client.setQueryData(meQuery().queryKey, me);
  storeUser(me);
  repaintShell(me);
}

/** The header and the sidebar were rendered by the server, with the name and photo of that time. */
function repaintShell({ profileImage, fullName, username }: Me): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-my-name]")) {
    element.textContent = fullName || (element.dataset.myName ?? username);
  }
  for (const element of document.querySelectorAll("[data-my-avatar]")) {
    const picture = profileImage && Object.assign(new Image(), { src: profileImage, alt: "" });
    element.replaceChildren(picture || initial(fullName, username));
  }
}
