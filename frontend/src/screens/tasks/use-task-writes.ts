import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey, type Page } from "@/api/client";
import { completeTask, setTaskQuantity, type Task, taskKeys, taskSummaryQuery } from "@/api/tasks";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";

/** The two writes of a task card, one at a time per task: a scope of the query client queues them.
 *
 * `userId` is whose list shows the task. A refused `complete` has told people why when it throws.
 */
export function useTaskWrites(task: Task, userId: number) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const scope = { id: `task-${task.id}` };
  const put = (next: Task) => putTask(client, userId, next);

  const quantity = useMutation({
    scope,
    // 'task quantity update failure is only logged, busy marker cleared, no message'
    meta: { silent: true },
    mutationFn: (currentQuantity: number) => setTaskQuantity(task.id, currentQuantity),
    onMutate: (currentQuantity) => {
      put({ ...task, currentQuantity });
      return task;
    },
    onSuccess: put,
    onError: (error, _quantity, before) => {
      console.error("task quantity not saved", error);
      if (before) put(before);
    },
  });

  const completion = useMutation({
    scope,
    meta: { silent: true },
    mutationFn: () => completeTask(task.id, userId, idempotencyKey),
    onSuccess: (answer) => {
      put(answer.task);
      toast.success("Ganhos adicionados ao seu saldo.", "Tarefa Concluída!");
    },
    onError: (error) => {
      const conflict = error instanceof ApiError && error.status === 409;
      toast.error(conflict ? error.message : "Não foi possível concluir a tarefa. Tente novamente.");
      if (conflict) client.invalidateQueries({ queryKey: taskKeys.assignedTo(userId) });
    },
    onSettled: () => client.invalidateQueries(taskSummaryQuery(userId)),
  });

  return {
    updating: quantity.isPending,
    completing: completion.isPending,
    setQuantity: quantity.mutate,
    complete: completion.mutateAsync,
  };
}

/** Replace a task in every page of the person's list that holds it. */
function putTask(client: QueryClient, userId: number, next: Task): void {
  client.setQueriesData<Page<Task>>(
    { queryKey: taskKeys.assignedTo(userId) },
    (page) => page && { ...page, rows: page.rows.map((row) => (row.id === next.id ? next : row)) },
  );
}
