import { integer } from "@/lib/format";
import { Button } from "@/ui/button";

type PaginationProps = { offset: number; limit: number; total: number; onChange: (offset: number) => void };

/** Where we are in a long list, and the pages beside it; nothing when one page holds all. */
export function Pagination({ offset, limit, total, onChange }: PaginationProps) {
  if (total <= limit) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-4 border-line border-t px-4 py-2">
      <p className="text-sm text-muted tabular-nums">
        {integer(offset + 1)}–{integer(last)} de {integer(total)}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - limit))}>
          Anterior
        </Button>
        <Button size="sm" disabled={last >= total} onClick={() => onChange(offset + limit)}>
          Próxima
        </Button>
      </div>
    </nav>
  );
}
