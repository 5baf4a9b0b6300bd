/** The profile image. */

import { uploadPhoto as sendPhoto } from "@/api/uploads";
import { IMAGE_MAX_MB } from "@/lib/constants";
import { withMessage } from "@/lib/refusal";

export const PHOTO_UPDATED = "Foto de perfil atualizada com sucesso";
const PHOTO_FAILED = "Não foi possível fazer upload da imagem";
const TYPES = ["image/jpeg", "image/png", "image/webp"];
/** What is wrong with the file itself: the server says it in the documented words. */
const ABOUT_THE_FILE = [400, 413];

/** The reason why `file` cannot be a profile image, null when it can. */
export function photoProblem(file: File): string | null {
  if (file.size > IMAGE_MAX_MB * 1024 * 1024) return "A imagem deve ter no máximo 5MB";
  return TYPES.includes(file.type) ? null : "Apenas arquivos JPEG, PNG e WebP são permitidos";
}

/** Make `file` one's photo; its address. */
export function uploadPhoto(file: File): Promise<string> {
  return sendPhoto(file).catch(withMessage(PHOTO_FAILED, ABOUT_THE_FILE));
}
