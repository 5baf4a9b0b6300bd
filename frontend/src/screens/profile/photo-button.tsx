import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Me } from "@/api/people";
import { initial } from "@/lib/format";
import { toast } from "@/lib/toast";
import { showMe } from "@/screens/profile/me";
import { PHOTO_UPDATED, photoProblem, uploadPhoto } from "@/screens/profile/photo";
import { Icon } from "@/ui/icon";

/** 'click the avatar to upload a photo (image files only)'. */
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
