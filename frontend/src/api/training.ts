import { api } from "@/api/client";

/** Training, 'Ensaio': runs and calls go to the sandbox. Every page says so itself, so this one is read again, and
 * those of other tabs once they hear of it (app/shell/session). */
export async function setTraining(active: boolean): Promise<void> {
  await api.post("/api/training", { body: { active } });
  location.reload();
  localStorage.setItem("training", String(Date.now()));
}
