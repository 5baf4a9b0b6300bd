/** Photos made small before they are sent: 'resized to at most 800x600 and re-encoded as JPEG at 0.7'. */
import { IMAGE_JPEG_QUALITY, IMAGE_MAX_HEIGHT, IMAGE_MAX_MB, IMAGE_MAX_WIDTH, IMAGES_MAX } from "@/lib/constants";
import { plural } from "@/lib/format";

type Size = { width: number; height: number };

/** The largest size of the same shape inside 800x600; small pictures stay as they are. */
export function sizeInside({ width, height }: Size): Size {
  const scale = Math.min(1, IMAGE_MAX_WIDTH / width, IMAGE_MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The reason why `files` cannot be added to `present` images, in the documented words; null when they can. */
export function imageProblem(
  files: File[],
  present = 0,
  { maxImages = IMAGES_MAX, maxImageMb = IMAGE_MAX_MB } = {},
): string | null {
  if (files.some((file) => !file.type.startsWith("image/"))) return "Um ou mais arquivos não são imagens válidas.";
  if (files.some((file) => file.size > maxImageMb * 1024 * 1024)) {
    return `Uma ou mais imagens excedem o tamanho máximo de ${maxImageMb}MB.`;
  }
  if (present + files.length > maxImages) return `No máximo ${plural(maxImages, "imagem", "imagens")} por conta.`;
  return null;
}

/** A JPEG of at most 800x600, upright, transparent parts white. Throws when the file is no picture. */
export async function resizeImage(file: File): Promise<File> {
  const source = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { width, height } = sizeInside(source);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  source.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", IMAGE_JPEG_QUALITY));
  if (!blob) throw new Error("the canvas could not be encoded");
  return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" });
}
