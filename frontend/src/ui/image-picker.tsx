import { useMutation } from "@tanstack/react-query";
import { SENDING_IMAGES, uploadImages, uploadProblem } from "@/api/uploads";
import { IMAGE_MAX_MB, IMAGES_MAX } from "@/lib/constants";
import { imageProblem, resizeImage } from "@/lib/image";
import { toast } from "@/lib/toast";
import { IconButton } from "@/ui/button";
import { FileDrop } from "@/ui/file-drop";

type ImagePickerProps = {
  /** Addresses of the images already sent, the cover first. */
  value: readonly string[];
  onChange: (urls: string[]) => void;
  /** The documented ones where the page brings none: 10 pictures, 5 MB each. */
  limits?: { maxImages: number; maxImageMb: number };
  error?: string | undefined;
  /** What heads the reason why pictures could not be sent. */
  failed?: string;
};

const DOCUMENTED = { maxImages: IMAGES_MAX, maxImageMb: IMAGE_MAX_MB };

/** Pictures of an account: resized here, sent, put in order, removed. The first one is the listing's cover. */
export function ImagePicker(props: ImagePickerProps) {
  const { value, onChange, limits = DOCUMENTED, error, failed = "Erro no upload" } = props;
  const { mutate, isPending: busy } = useMutation({
    ...SENDING_IMAGES,
    mutationFn: async (files: File[]) => uploadImages(await Promise.all(files.map(resizeImage))),
    meta: { silent: true },
    onSuccess: (urls) => {
      onChange([...new Set([...value, ...urls])]);
      toast.success(`${urls.length} imagem(ns) enviada(s).`, "Upload concluído");
    },
    onError: (error) =>
      toast.error(error instanceof DOMException ? "Falha ao processar as imagens" : uploadProblem(error), failed),
  });
  const add = (files: File[]) => {
    const problem = imageProblem(files, value.length, limits);
    if (problem) toast.error(problem, "Erro no upload");
    else mutate(files);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Imagens</legend>
      <FileDrop
        label={busy ? "Enviando imagens..." : "Adicionar imagens"}
        hint={`${value.length} de ${limits.maxImages} · até ${limits.maxImageMb}MB cada`}
        accept="image/*"
        icon="image"
        multiple
        disabled={busy || value.length >= limits.maxImages}
        onFiles={add}
      />
      {value.length > 0 && (
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
          {value.map((url, index) => {
            const name = `imagem ${index + 1}`;
            return (
              <li key={url} className="overflow-hidden rounded-md border border-line">
                <img src={url} alt={`Imagem ${index + 1}`} className="aspect-4/3 w-full bg-sunken object-cover" />
                <div className="flex items-center justify-between">
                  <IconButton
                    icon="chevron-left"
                    size="sm"
                    label={`Mover ${name} para antes`}
                    disabled={index === 0}
                    onClick={() => onChange(moveItem(value, index, index - 1))}
                  />
                  <span className="text-xs text-muted">{index === 0 ? "Capa" : index + 1}</span>
                  <IconButton
                    icon="chevron-right"
                    size="sm"
                    label={`Mover ${name} para depois`}
                    disabled={index === value.length - 1}
                    onClick={() => onChange(moveItem(value, index, index + 1))}
                  />
                  <IconButton
                    icon="trash"
                    size="sm"
                    label={`Remover ${name}`}
                    onClick={() => onChange(value.filter((each) => each !== url))}
                  />
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {error && <p className="text-sm text-bad">{error}</p>}
    </fieldset>
  );
}

const moveItem = (urls: readonly string[], from: number, to: number): string[] =>
  urls.toSpliced(from, 1).toSpliced(to, 0, ...urls.slice(from, from + 1));
