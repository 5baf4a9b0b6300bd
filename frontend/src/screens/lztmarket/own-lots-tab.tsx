import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Lot, ownLotsQuery } from "@/screens/lztmarket/lot";
import { LotsList } from "@/screens/lztmarket/lots-list";
import { Card } from "@/ui/card";
import { Choice } from "@/ui/fields";
import { EmptyState } from "@/ui/states";

/** The vendor lists one's own lots a state at a time. */
const STATES = [
  { value: "active", label: "À venda" },
  { value: "awaiting", label: "Em verificação" },
  { value: "paid", label: "Vendidos" },
  { value: "closed", label: "Fora da venda" },
];

export default function OwnLotsTab({ onOpen }: { onOpen: (lot: Lot) => void }) {
  const [state, setState] = useState("active");
  const [page, setPage] = useState(1);
  const lots = useQuery({ ...ownLotsQuery(state, page), placeholderData: keepPreviousData });
  const choose = (next: string) => {
    setState(next);
    setPage(1);
  };
  return (
    <Card
      title="Meus lotes"
      actions={<Choice label="Situação" className="w-auto" options={STATES} value={state} onChange={choose} />}
      padded={false}
    >
      <LotsList
        caption="Meus lotes"
        query={lots}
        page={page}
        onTurn={setPage}
        onOpen={onOpen}
        empty={<EmptyState icon="market" title="Nenhum lote seu nesta situação" />}
      />
    </Card>
  );
}
