import type { Service } from "@/api/configs";
import { TestResult } from "@/shared/marketplace/test-result";
import type { Question } from "@/shared/marketplace/use-tested-save";
import { ConfirmDialog } from "@/ui/confirm-dialog";

type TestFailedDialogProps = {
  service: Service;
  question: Question | null;
  /** Moves the key to version 2, where this person may. */
  onUseV2: (() => void) | undefined;
};

/** Asked before a key that did not work is saved. */
export function TestFailedDialog({ service, question, onUseV2 }: TestFailedDialogProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => question?.answer(false)}
      onConfirm={() => question?.answer(true)}
      title="Este teste falhou. Salvar mesmo assim?"
      confirmLabel="Salvar mesmo assim"
      cancelLabel="Voltar"
    >
      {question && <TestResult service={service} test={question.test} onUseV2={onUseV2} />}
    </ConfirmDialog>
  );
}
