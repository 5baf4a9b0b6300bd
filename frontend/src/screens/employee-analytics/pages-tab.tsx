import type { SeenPage } from "@/api/analytics";
import { counted, integer } from "@/lib/format";
import { duration, percent, share } from "@/screens/employee-analytics/labels";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/states";

/** 'Páginas Mais Visitadas': the most seen first, its bar against the first one's. */
export default function PagesTab({ pages }: { pages: readonly SeenPage[] }) {
  const total = pages.reduce((sum, { views }) => sum + views, 0);
  const most = pages[0]?.views ?? 1;
  return (
    <Card
      title="Páginas Mais Visitadas"
      description={`${counted(total, "página vista", "páginas vistas")} no período`}
      padded={false}
    >
      {total === 0 ? (
        <EmptyState icon="file" title="Nenhuma página vista no período" />
      ) : (
        <ol>
          {pages.map(({ path, title, views, seconds }) => (
            <li key={path} className="page-row">
              <div className="min-w-0">
                <p className="truncate font-medium">{title}</p>
                <p className="truncate text-sm text-muted">{path}</p>
              </div>
              <div className="h-2 rounded-sm bg-sunken" aria-hidden="true">
                <div className="h-full rounded-sm bg-accent" style={{ width: `${(views / most) * 100}%` }} />
              </div>
              <p className="text-end tabular-nums">
                <span className="font-medium">{integer(views)}</span>{" "}
                <span className="text-sm text-muted">{percent(share(views, total) ?? 0)}</span>
              </p>
              <p className="text-end text-sm text-muted tabular-nums max-sm:col-span-2">
                {duration(seconds)} por visita
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
