import { useQuery } from "@tanstack/react-query";
import { pathQuery } from "@/api/client";
import { money, plural } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";

/** What a share that is not saved would have come to: the decision stays with an admin, order by order. */
export default function DeductionEffect({ percent }: { percent: number }) {
  const rested = useDebouncedValue(percent);
  const { data, isError } = useQuery(pathQuery("/api/orders/effect", { query: { percent: rested } }));
  if (isError) return "Não foi possível calcular o efeito nos últimos 90 dias.";
  if (!data) return "Calculando o efeito nos últimos 90 dias...";
  const people = data.people.map(({ name, amount }) => `${name} ${money(amount)}`).join(", ");
  const orders = plural(data.orders, "pedido", "pedidos");
  return `Nos últimos 90 dias: ${orders} e ${money(data.total)}${people && ` (${people})`}, se tudo estivesse pendente.`;
}
