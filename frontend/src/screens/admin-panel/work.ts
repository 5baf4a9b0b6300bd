/** Everybody's tasks, for admins. */

import { listQuery } from "@/api/query";
import { api } from "@/lib/api";
import type { components } from "@/lib/schema";
import type { Task } from "@/shared/tasks/task";

export const TASKS_PATH = "/api/tasks";

type Schemas = components["schemas"];

export type NewTask = Schemas["TasksTaskInputRequest"];

/** The code of a refusal that an admin may override: a poor-tier employee holds as many open tasks as allowed. */
export const LIMIT_CODE = "poor_tier_limit";

/** The pending tasks that are due first; `total` counts all pending ones. */
export function pendingTasksQuery() {
  return listQuery<Task>(`${TASKS_PATH}?limit=5&offset=0&sort=dueDate&status=pending`);
}

export function createTask(task: NewTask, overrideLimit: boolean) {
  return api.post<Task>(TASKS_PATH, { ...task, overrideLimit });
}

/** 'Já Realizei' for somebody else; a second call is 409. */
export function completeTask({ id, assignedTo }: Task) {
  return api.post<Schemas["TasksCompletionOutput"]>(`${TASKS_PATH}/${id}/complete`, { userId: assignedTo });
}

/** 'Relatar problema on a task (admin) applies problem'. */
export function reportProblem(taskId: number, reason: string) {
  return api.post<Task>(`${TASKS_PATH}/${taskId}/problem`, { reason });
}

export function isAboutTasks(queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(TASKS_PATH);
}
