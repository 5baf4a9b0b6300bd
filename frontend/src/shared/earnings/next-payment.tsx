import { useQuery } from "@tanstack/react-query";
import { scheduleQuery } from "@/api/earnings";
import { POLL_PAYMENT_SCHEDULE_MS } from "@/lib/constants";
import { dateLabel, isOverdue } from "@/shared/earnings/earning";
import { FigureCard } from "@/ui/stat-card";

/** When people are paid, among other figures. */
export function NextPayment() {
  const schedule = useQuery(scheduleQuery(POLL_PAYMENT_SCHEDULE_MS));
  const late = isOverdue(schedule.data ?? null);
  return (
    <FigureCard
      label="Próxima data de pagamento"
      icon="calendar"
      tone={late ? "bad" : "neutral"}
      query={schedule}
      of={dateLabel}
      detail={late ? "Em atraso" : schedule.data?.description}
    />
  );
}
