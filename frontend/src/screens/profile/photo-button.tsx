import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Me } from "@/api/people";
import { uploadPhoto as sendPhoto } from "@/api/uploads";
import { IMAGE_MAX_MB } from "@/lib/constants";
import { initial } from "@/lib/format";
import { withMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { showMe } from "@/screens/profile/me";
import { Icon } from "@/ui/icon";

export function PhotoButton({ me }: { me: Me }) {
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: uploadPhoto,
    onSuccess: (profileImage) => {
      showMe(client, { ...me, profileImage });
      toast.success(PHOTO_UPDATED);
    },
  });
  const choose = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const problem = photoProblem(file);
    if (problem) toast.error(problem);
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

const PHOTO_UPDATED = "Foto de perfil atualizada com sucesso";
const PHOTO_FAILED = "Não foi possível fazer upload da imagem";
const TYPES = ["image/jpeg", "image/png", "image/webp"];
/** What is wrong with the file itself: the server says it in the documented words. */
const ABOUT_THE_FILE = [400, 413];

/** The reason why `file` cannot be a profile image, null when it can. */
function photoProblem(file: File): string | null {
  if (file.size > IMAGE_MAX_MB * 1024 * 1024) return "A imagem deve ter no máximo 5MB";
  return TYPES.includes(file.type) ? null : "Apenas arquivos JPEG, PNG e WebP são permitidos";
}

/** Make `file` one's photo; its address. */
const uploadPhoto = (file: File): Promise<string> => sendPhoto(file).catch(withMessage(PHOTO_FAILED, ABOUT_THE_FILE));
