import type { ListingChange } from "@/api/marketplace";
import type { Words } from "@/ui/badge";

export const CHANGE_KINDS: Record<ListingChange["kind"], Words> = {
  draft: { label: "Não publicado", tone: "warn" },
  sold: { label: "Vendido", tone: "good" },
  refunded: { label: "Reembolsado", tone: "bad" },
  removed: { label: "Removido", tone: "warn" },
};
