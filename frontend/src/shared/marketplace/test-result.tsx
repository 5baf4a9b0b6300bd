import { useState } from "react";
import type { ConnectionTest, SavedConfiguration, Service } from "@/api/configs";
import { ApiError, messageOf } from "@/lib/errors";
import { counted } from "@/lib/format";
import { USE_V2, VERSION_GONE } from "@/shared/marketplace/configuration";
import { serviceName, TEST_WORDS } from "@/shared/marketplace/service";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";

type TestResultProps = {
  service: Service;
  test: ConnectionTest;
  /** Goes on with version 2, where the answer was that version 1 is no longer served. */
  onUseV2?: (() => void) | undefined;
};

/** What the marketplace answered to a connection test: whose key it is, or why it does not work. */
export function TestResult({ service, test, onUseV2 }: TestResultProps) {
  if (test.success) return <Alert tone="good">{answerLabel(service, test.data)}</Alert>;
  return (
    <Alert tone="bad">
      {test.status === 401 && <p className="font-medium">Chave ausente, inválida ou expirada.</p>}
      <p className={test.status === 401 ? undefined : "font-medium"}>{test.error || TEST_WORDS.refused}</p>
      {test.detail && <p>{test.detail}</p>}
      {test.status && test.status !== VERSION_GONE && <p className="text-sm">HTTP {test.status}</p>}
      {test.status === VERSION_GONE && onUseV2 && (
        <Button className="mt-2" onClick={onUseV2}>
          {USE_V2}
        </Button>
      )}
    </Alert>
  );
}

function answerLabel(service: Service, data: unknown): string {
  const { username, accounts } = (data ?? {}) as { username?: unknown; accounts?: unknown };
  const answered = `${serviceName(service)} respondeu`;
  if (typeof username === "string") return `${answered}: a chave é de ${username}.`;
  if (typeof accounts !== "number") return `${answered}: a chave é válida.`;
  return `${answered}: ${counted(accounts, "conta", "contas")} nesta chave.`;
}

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

type Question = { test: ConnectionTest; answer: (saveAnyway: boolean) => void };

/** Makes a real call with what is about to be saved; what does not work is saved only where the person says so.
 *
 * `saveTested` answers what was saved, with the runs that go on by the test or the save, or null where it was not; what
 * has just been tried and worked is `known` to work. `question` stands while the person is asked.
 */
export function useTestedSave<V>(
  test: (values: V) => Promise<ConnectionTest>,
  save: (values: V) => Promise<SavedConfiguration>,
) {
  const [question, setQuestion] = useState<Question | null>(null);
  const saveTested = async (values: V, known = false): Promise<SavedConfiguration | null> => {
    const result: ConnectionTest = known ? { success: true } : await test(values).catch(asFailedTest);
    if (!result.success) {
      const saveAnyway = await new Promise<boolean>((answer) => setQuestion({ test: result, answer }));
      setQuestion(null);
      if (!saveAnyway) return null;
    }
    const saved = await save(values);
    return { ...saved, resumedRuns: saved.resumedRuns + (result.resumedRuns ?? 0) };
  };
  return { saveTested, question };
}

/** A call that was not even made, for the budget of the key or the connection; wrong fields are the form's matter. */
function asFailedTest(error: unknown): ConnectionTest {
  if (error instanceof ApiError && (error.status === 401 || Object.keys(error.errors).length > 0)) throw error;
  return { success: false, error: messageOf(error) };
}
