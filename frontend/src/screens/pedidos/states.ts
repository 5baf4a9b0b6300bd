import type { Order } from "@/api/orders";
import { timeLeft } from "@/lib/clock";
import { money } from "@/lib/format";
import type { Label } from "@/ui/badge";

export const ORDER_STATES: Record<Order["state"], Label> = {
  in_delivery: { label: "Em entrega", tone: "warn" },
  delivered: { label: "Entregue", tone: "info" },
  completed: { label: "Concluído", tone: "good" },
  refunded: { label: "Reembolsado", tone: "neutral" },
  cancelled: { label: "Cancelado", tone: "neutral" },
  disputed: { label: "Em disputa", tone: "bad" },
};

/** What is left of the time of an order that waits for the seller, and what it costs to miss it. */
export function deadlineOf({ dueSince, dueAt, fine }: Order, now: number) {
  if (!dueAt) return null;
  const whole = Date.parse(dueAt) - Date.parse(dueSince ?? dueAt);
  return {
    left: timeLeft(dueAt, now),
    fine: fine && `Multa de ${money(fine, "EUR")}`,
    isUrgent: Date.parse(dueAt) - now < whole / 2,
  };
}
