import { useQuery } from "@tanstack/react-query";
import { assignedTasksQuery } from "@/api/tasks";
import { integer } from "@/lib/format";
import { RECENT, RecentList } from "@/screens/dashboard/recent-list";
import { statusWords } from "@/shared/tasks/task";
import { Progress } from "@/ui/progress";
import { Status } from "@/ui/status";

/** 'first 3 tasks (title, status dot, current_quantity/target_quantity)'. */
export function RecentTasks({ userId }: { userId: number }) {
  const tasks = useQuery(assignedTasksQuery(userId, "", 0, RECENT));
  return (
    <RecentList
      title="Tarefas Recentes"
      empty="Nenhuma tarefa encontrada"
      emptyIcon="tasks"
      query={tasks}
      rows={({ rows }) => rows}
      rowKey={({ id }) => id}
    >
      {({ title, status, currentQuantity, targetQuantity }) => {
        const { label, tone } = statusWords(status);
        return (
          <>
            <div className="min-w-0">
              <p className="line-clamp-2 font-medium">{title}</p>
              <span className="text-sm text-muted">
                <Status tone={tone}>{label}</Status>
              </span>
            </div>
            <div className="w-24 flex-none text-end text-sm tabular-nums">
              {integer(currentQuantity)}/{integer(targetQuantity)}
              <Progress
                label={`Progresso de ${title}`}
                value={currentQuantity}
                max={targetQuantity}
                tone={status === "completed" ? "good" : "accent"}
                className="mt-1.5"
              />
            </div>
          </>
        );
      }}
    </RecentList>
  );
}
