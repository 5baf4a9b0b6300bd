/** Pictures. */
import { api } from "@/api/client";
import { ApiError, messageOf } from "@/lib/errors";

/** Marks what sends pictures, so that who would leave them out can wait. */
export const SENDING_IMAGES = { mutationKey: ["images"] };

/** Send pictures; answers their addresses in the order given. */
export async function uploadImages(files: File[]): Promise<string[]> {
  const body = new FormData();
  for (const file of files) body.append("images", file);
  const answer = await api.post("/api/upload/images", { body });
  return answer.files.map((file) => file.url);
}

/** Why pictures could not be sent: 'Erro no upload: {status}' or the server message'. */
export function uploadProblem(error: unknown): string {
  const unexplained = error instanceof ApiError && error.serverMessage === undefined;
  return unexplained ? `Erro no upload: ${error.status}` : messageOf(error);
}

export async function uploadPhoto(file: File): Promise<string> {
  const body = new FormData();
  body.append("profile_image", file);
  return (await api.post("/api/upload/profile-image", { body })).imageUrl;
}
