/** The training mode, 'Ensaio': runs and calls go to the sandbox, and nothing is published or earned. */
import { api } from "@/lib/api";

/** Go into training, or leave it. Every page says so itself, so this one is read again. */
export async function setTraining(active: boolean): Promise<void> {
  await api.post("/api/training", { active });
  location.reload();
}
