/** Tasks: `paymentPerAccount` is a decimal string in R$, `dueDate` the last moment of the day. */
import { api, listQuery, pathQuery, type Schemas } from "@/api/client";

export type Task = Schemas["TasksTaskOutput"];
export type TaskStatus = Task["status"];
export type NewTask = Schemas["TasksTaskInputRequest"];

/** The code of a refusal that an admin may override: a poor-tier employee holds as many open tasks as allowed. */
export const LIMIT_CODE = "poor_tier_limit";

export const taskKeys = { assignedTo: (userId: number) => ["tasks", "assignee", String(userId)] };

/** One page of the tasks of a person; an empty `status` means all. */
export const assignedTasksQuery = (userId: number, status: string, offset: number, limit: number) =>
  listQuery("/api/tasks/assignee/{user_id}", { path: { user_id: userId }, query: { limit, offset, status } });

export const taskSummaryQuery = (userId: number) => pathQuery("/api/tasks/summary", { query: { userId } });

/** The pending tasks that are due first; `total` counts all pending ones. */
export const pendingTasksQuery = () =>
  listQuery("/api/tasks", { query: { limit: 5, offset: 0, sort: "dueDate", status: "pending" } });

/** 'Já Realizei', of `userId`; a second call is 409. */
export const completeTask = (id: number, userId: number, idempotencyKey?: string) =>
  api.post("/api/tasks/{task_id}/complete", { path: { task_id: id }, body: { userId }, idempotencyKey });
