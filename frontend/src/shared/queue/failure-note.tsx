import { fieldProblems } from "@/shared/marketplace/field-names";
import type { Entry } from "@/shared/queue/queue";
import { ROW_STATES } from "@/shared/run/run-words";
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
