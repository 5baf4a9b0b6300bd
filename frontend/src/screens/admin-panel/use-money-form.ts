import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { earningKeys, pendingEarningsQuery } from "@/api/earnings";
import { parseMoney } from "@/lib/format";
import { useForm } from "@/lib/use-form";
import { amountProblem } from "@/shared/earnings/earning";
import type { PersonChoice } from "@/shared/people/person-name";

type Values = { userId: string; amount: string; description: string };
type Movement = { userId: number; amount: string; description: string };

type Options = {
  person: PersonChoice | undefined;
  tooHigh: string;
  /** Further problems of fields that are sound so far; `pending` is what the person has to receive, if known. */
  validate?: (values: Values, pending: string | undefined) => Partial<Values>;
  move: (movement: Movement, idempotencyKey: string) => Promise<unknown>;
  onMoved: (movement: Movement, person: PersonChoice) => void;
};

/** The form of a movement of money: who and how much, sent once per opening however often it is clicked.
 *
 * The idempotency key is made with the form. An answer that got lost is replayed by the server; another amount under
 * the same key is refused by it, so that nobody is paid twice by trying again.
 */
export function useMoneyForm({ person: given, tooHigh, validate, move, onMoved }: Options) {
  const [person, setPerson] = useState<PersonChoice | null>(given ?? null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { data: balance } = useQuery({ ...pendingEarningsQuery(person?.id ?? 0, 5, 0), enabled: person !== null });
  const pending = person ? balance?.total : undefined;
  const { mutateAsync } = useMutation({
    meta: { invalidates: [{ queryKey: earningKeys.all }] },
    mutationFn: (movement: Movement) => move(movement, idempotencyKey),
    onSuccess: (_answer, movement) => person && onMoved(movement, person),
  });
  const form = useForm<Values>({
    initial: { userId: String(given?.id ?? ""), amount: "", description: "" },
    validate: (values) => {
      const { amount, ...further } = validate?.(values, pending) ?? {};
      const userId = values.userId === "" ? "Campo Funcionário é obrigatório" : undefined;
      return { userId, ...further, amount: amountProblem(values.amount, tooHigh) ?? amount };
    },
    onSubmit: ({ userId, amount, description }) =>
      mutateAsync({ userId: Number(userId), amount: parseMoney(amount) ?? "", description: description.trim() }),
  });
  const choose = (next: PersonChoice | null) => {
    setPerson(next);
    form.set("userId", String(next?.id ?? ""));
  };
  return { form, person, choose, pending };
}
