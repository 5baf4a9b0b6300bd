import { api } from "@/api/client";

/** Training, 'Ensaio': runs and calls go to the sandbox. Every page says so itself, so this one is read again. */
export async function setTraining(active: boolean): Promise<void> {
  await api.post("/api/training", { body: { active } });
  location.reload();
}
