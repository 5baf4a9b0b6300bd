/** What happened to listings outside this product, as a work list. */
import type { ListingChange } from "@/api/marketplace";
import type { Tone } from "@/ui/badge";

const KINDS: Record<ListingChange["kind"], { label: string; tone: Tone }> = {
  draft: { label: "Não publicado", tone: "warn" },
  sold: { label: "Vendido", tone: "good" },
  refunded: { label: "Reembolsado", tone: "bad" },
  removed: { label: "Removido", tone: "warn" },
};

export function kindText(kind: ListingChange["kind"]): { label: string; tone: Tone } {
  return KINDS[kind];
}
