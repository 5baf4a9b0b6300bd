import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, newIdempotencyKey } from "@/api/client";
import { type Balance, receiptHref } from "@/api/earnings";
import { money, plural } from "@/lib/format";
import { useForm } from "@/lib/use-form";
import { sumOf } from "@/shared/earnings/earning";
import { nameOf } from "@/shared/people/person-name";
import { Button, DownloadLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { FormDialog } from "@/ui/form-dialog";

/** What a person is paid of what is pending; the amount is a decimal string. */
export type Payment = Balance & { amount: string };

type ReviewDialogProps = { payments: Payment[]; onPaid: () => void; open: boolean; onClose: () => void };

/** What will be paid to whom, sent once under the key of this opening; then its receipts. */
export default function ReviewDialog({ payments, onPaid, ...dialog }: ReviewDialogProps) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const total = money(sumOf(payments.map(({ amount }) => amount)));
  const people = plural(payments.length, "pessoa", "pessoas");
  const { mutateAsync: pay, data: done } = useMutation({
    meta: { invalidates: ["earnings"] },
    // Everyone is paid, or nobody.
    mutationFn: () => {
      const wanted = payments.map(({ user, amount }) => ({ userId: user.id, amount }));
      return api.post("/api/earnings/pay", { body: { payments: wanted }, idempotencyKey });
    },
    onSuccess: onPaid,
  });
  const form = useForm({ initial: {}, onSubmit: () => pay() });
  const receipts = new Map(done?.payments.map(({ payout }) => [payout.userId, payout.id]));
  const list = (
    <ul className="divide-y divide-line">
      {payments.map(({ user, amount, pending }) => (
        <li key={user.id} className="flex min-h-12 items-center justify-between gap-4 py-1.5">
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{nameOf(user)}</span>
            {amount !== pending && !done && (
              <span className="block text-sm text-muted tabular-nums">
                {money(Number(pending) - Number(amount))} continuam pendentes
              </span>
            )}
          </span>
          <span className="flex flex-none items-center gap-3 tabular-nums">
            {money(amount)}
            {done && (
              <DownloadLink
                size="sm"
                href={receiptHref(receipts.get(user.id) ?? 0)}
                aria-label={`Recibo de ${nameOf(user)}`}
              >
                Recibo
              </DownloadLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
  if (done) {
    return (
      <Dialog
        {...dialog}
        size="md"
        title="Pagamento realizado"
        description={`${total} para ${people}. Cada uma foi avisada.`}
        footer={<Button onClick={dialog.onClose}>Fechar</Button>}
      >
        {list}
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title="Revisar pagamento"
      description={`${total} para ${people}. Os ganhos pendentes mais antigos são pagos primeiro.`}
      submitLabel={`Pagar ${total}`}
    >
      {list}
    </FormDialog>
  );
}
