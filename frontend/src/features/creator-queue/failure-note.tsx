import { ROW_STATES } from "@/features/bulk/run-words";
import type { Entry } from "@/features/creator-queue/queue";
import { fieldProblems } from "@/features/marketplace/field-names";
import { Icon } from "@/ui/icon";

/** How the last try of an account ended: 'failed ones stay', with their error. */
export function FailureNote({ entry }: { entry: Entry }) {
  const { state, error, errors, sent } = entry;
  return (
    <p className="flex gap-2 px-4 py-1.5 text-sm">
      <Icon name="alert" className="mt-0.5 flex-none text-bad" />
      <span className="min-w-0 break-words">
        <strong className="font-medium">{state ? ROW_STATES[state].label : "Não enviada"}</strong>
        {sent && (
          <>
            {" na "}
            <a className="text-accent underline" href={`/runs/${sent.runId}?line=${sent.line}`}>
              execução {sent.runId}
            </a>
          </>
        )}
        {": "}
        {[error, ...fieldProblems(errors)].join(" · ")}
      </span>
    </p>
  );
}
