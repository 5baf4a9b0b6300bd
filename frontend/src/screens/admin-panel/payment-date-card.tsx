import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type PaymentSchedule, saveSchedule, scheduleQuery } from "@/api/earnings";
import { POLL_PAYMENT_SCHEDULE_MS } from "@/lib/constants";
import { ApiError } from "@/lib/errors";
import { today } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { PaymentDate } from "@/shared/earnings/payment-date";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { DateField } from "@/ui/date-field";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";
import { TextField } from "@/ui/text-field";

const SCHEDULE = scheduleQuery(POLL_PAYMENT_SCHEDULE_MS);

type Values = { nextPaymentDate: string; description: string };

/** The date that every employee sees. */
export function PaymentDateCard() {
  return (
    <Card title="Data de pagamento">
      <QueryResult query={useQuery(SCHEDULE)} fallback={<Skeleton className="h-52" />}>
        {(schedule) => <Editor schedule={schedule} />}
      </QueryResult>
    </Card>
  );
}

function Editor({ schedule }: { schedule: PaymentSchedule | null }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    meta: { silent: true },
    mutationFn: (values: Values) => saveSchedule(schedule, values),
    onSuccess: (saved) => {
      client.setQueryData(SCHEDULE.queryKey, saved);
      form.reset(valuesOf(saved));
      toast.success("Data de pagamento atualizada com sucesso");
    },
    onError: (refusal) => {
      const known = refusal instanceof ApiError && refusal.status === 400;
      toast.error(known ? refusal.message : "Não foi possível salvar o cronograma de pagamento");
    },
  });
  const form = useForm<Values>({
    initial: valuesOf(schedule),
    validate: ({ nextPaymentDate }) => (nextPaymentDate < today() ? { nextPaymentDate: "Data inválida" } : {}),
    onSubmit: save,
  });
  useHeldPage(form.changed);
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <div>
        <p className="text-sm text-muted">Próxima Data de Pagamento</p>
        <PaymentDate schedule={schedule} late="Vencido" />
      </div>
      <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
        <DateField
          {...form.field("nextPaymentDate")}
          label="Nova data"
          hint="Todos a veem no Dashboard."
          min={today()}
          required
        />
        <TextField {...form.field("description")} label="Descrição" maxLength={300} />
      </div>
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-start">
        Salvar data
      </Button>
    </form>
  );
}

function valuesOf(schedule: PaymentSchedule | null): Values {
  return { nextPaymentDate: schedule?.nextPaymentDate ?? "", description: schedule?.description ?? "" };
}
