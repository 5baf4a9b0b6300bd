import { IMAGE_MAX_MB, IMAGES_MAX } from "@/lib/constants";
import { messageOf } from "@/lib/errors";
import { imageProblem, resizeImage } from "@/lib/image";
import { toast } from "@/lib/toast";
import { uploadImages } from "@/lib/upload";
import { useSingleFlight } from "@/lib/use-single-flight";
import { FileDrop } from "@/ui/file-drop";
import { IconButton } from "@/ui/icon-button";

type ImageUploadProps = {
  /** Addresses of the images already sent. */
  value: readonly string[];
  onChange: (urls: string[]) => void;
  maxMb?: number;
};

/** Pictures of an account: 'several files at once, a maximum of 10 per account', made small before they are sent. */
export function ImageUpload({ value, onChange, maxMb = IMAGE_MAX_MB }: ImageUploadProps) {
  const full = value.length >= IMAGES_MAX;
  const { run, busy } = useSingleFlight(async (files: File[]) => {
    try {
      const urls = await uploadImages(await Promise.all(files.map(resizeImage)));
      onChange([...value, ...urls]);
      toast.success(`${urls.length} imagem(ns) enviada(s).`, "Upload concluído");
    } catch (error) {
      toast.error(error instanceof DOMException ? "Falha ao processar as imagens" : messageOf(error), "Erro no upload");
    }
  });
  const add = (files: File[]) => {
    const problem = imageProblem(files, value.length, maxMb);
    if (problem) toast.error(problem, "Erro no upload");
    else run(files);
  };
  return (
    <div className="grid gap-3">
      <FileDrop
        label={busy ? "Enviando imagens..." : "Adicionar imagens"}
        hint={`${value.length} de ${IMAGES_MAX} · até ${maxMb}MB cada`}
        accept="image/*"
        icon="image"
        multiple
        disabled={full || busy}
        onFiles={add}
      />
      {value.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
          {value.map((url, index) => (
            <li key={url} className="relative">
              <img
                src={url}
                alt={`Imagem ${index + 1}`}
                className="aspect-4/3 w-full rounded-md border border-line object-cover"
              />
              <IconButton
                icon="close"
                size="sm"
                variant="secondary"
                label={`Remover imagem ${index + 1}`}
                className="absolute top-1 right-1"
                onClick={() => onChange(value.filter((each) => each !== url))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
