import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { automaticEarningQuery, saveAutomaticEarning } from "@/api/earnings";
import { currentUser } from "@/lib/app-context";
import { MAX_AMOUNT } from "@/lib/constants";
import { NetworkError } from "@/lib/errors";
import { amountRefusal, decimal, money, parseMoney } from "@/lib/format";
import { rethrowWithMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { FormCard } from "@/screens/settings/settings-form";
import { QueryResult, Skeleton } from "@/ui/states";
import { MoneyField } from "@/ui/value-fields";

const INVALID = "Por favor, insira um valor válido (maior ou igual a 0)";

/** What each created account earns its person. */
export function AutomaticEarningCard() {
  return (
    <QueryResult query={useQuery(automaticEarningQuery())} framed fallback={<Skeleton className="h-52" />}>
      {({ amount }) => <AutomaticEarningForm amount={amount} />}
    </QueryResult>
  );
}

function AutomaticEarningForm({ amount }: { amount: string }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    mutationFn: (wanted: string) =>
      saveAutomaticEarning({ amount: wanted, userId: currentUser().id }).catch(withServerMessage),
    onSuccess: (saved) => {
      client.setQueryData(automaticEarningQuery().queryKey, saved);
      form.reset({ amount: decimal(saved.amount) });
      toast.success("Valor automático de ganhos atualizado com sucesso!");
    },
  });
  const form = useForm({
    initial: { amount: decimal(amount) },
    validate: ({ amount: typed }) => ({ amount: problemOf(typed) }),
    onSubmit: ({ amount: typed }) => save(parseMoney(typed) ?? typed),
  });
  const typed = parseMoney(form.values.amount);
  return (
    <FormCard
      title="Ganho automático"
      description="Creditado a quem criou cada conta, assim que ela existe no marketplace."
      saveLabel="Salvar Valor"
      form={form}
    >
      <MoneyField
        {...form.field("amount")}
        label="Valor por conta criada"
        hint={typed === null ? undefined : `100 contas rendem ${money(Number(typed) * 100)}, mais o bônus de cada um.`}
      />
    </FormCard>
  );
}

function problemOf(typed: string): string | undefined {
  const amount = parseMoney(typed);
  if (amount === null || Number(amount) < 0) return amountRefusal(typed, INVALID);
  return Number(amount) > MAX_AMOUNT ? "O valor máximo é R$ 10.000" : undefined;
}

/** 'failure is the server error, or 'Erro ao atualizar valor', or 'Falha ao atualizar valor''. */
const withServerMessage = rethrowWithMessage((_, failure) => {
  if (failure instanceof NetworkError) return "Falha ao atualizar valor";
  const { error: said } = (failure.data ?? {}) as { error?: string };
  return said || "Erro ao atualizar valor";
});
