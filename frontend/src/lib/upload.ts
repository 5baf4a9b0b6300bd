import { api } from "@/lib/api";
import { ApiError, messageOf } from "@/lib/errors";

type UploadAnswer = { success: boolean; files: { url: string }[]; count: number; message: string };

/** Send pictures to POST /api/upload/images; answers their addresses in the order given. */
export async function uploadImages(files: File[]): Promise<string[]> {
  const body = new FormData();
  for (const file of files) body.append("images", file);
  const answer = await api.post<UploadAnswer>("/api/upload/images", body);
  return answer.files.map((file) => file.url);
}

/** Why pictures could not be sent: 'Erro no upload: {status}' or the server message'. */
export function uploadProblem(error: unknown): string {
  const unexplained = error instanceof ApiError && error.serverMessage === undefined;
  return unexplained ? `Erro no upload: ${error.status}` : messageOf(error);
}
