import { useQuery } from "@tanstack/react-query";
import { scheduleQuery } from "@/api/earnings";
import { POLL_PAYMENT_SCHEDULE_MS as POLL_MS } from "@/lib/constants";
import { dateLabel, isOverdue } from "@/shared/earnings/earning";
import { FigureCard } from "@/ui/stat-card";

type NextPaymentProps = { label?: string; pollMs?: number };

export function NextPayment({ label = "Próxima data de pagamento", pollMs = POLL_MS }: NextPaymentProps) {
  const schedule = useQuery(scheduleQuery(pollMs));
  const late = isOverdue(schedule.data ?? null);
  return (
    <FigureCard
      label={label}
      icon="calendar"
      tone={late ? "bad" : "neutral"}
      query={schedule}
      of={dateLabel}
      detail={late ? <span className="font-medium text-bad">Em atraso</span> : schedule.data?.description}
    />
  );
}
