import { useState } from "react";
import type { ConnectionTest } from "@/api/configs";
import { ApiError, messageOf } from "@/lib/errors";

export type Question = { test: ConnectionTest; answer: (saveAnyway: boolean) => void };

/** Makes a real call with what is about to be saved; what does not work is saved only where the person says so.
 *
 * `prove` answers whether to save; `question` stands while the person is asked.
 */
export function useTestedSave<V>(test: (values: V) => Promise<ConnectionTest>) {
  const [question, setQuestion] = useState<Question | null>(null);
  const prove = async (values: V): Promise<boolean> => {
    const result = await test(values).catch(asFailedTest);
    if (result.success) return true;
    const saveAnyway = await new Promise<boolean>((answer) => setQuestion({ test: result, answer }));
    setQuestion(null);
    return saveAnyway;
  };
  return { prove, question };
}

/** A call that was not even made, for the budget of the key or the connection; wrong fields are the form's matter. */
function asFailedTest(error: unknown): ConnectionTest {
  if (error instanceof ApiError && (error.status === 401 || Object.keys(error.errors).length > 0)) throw error;
  return { success: false, error: messageOf(error) };
}
