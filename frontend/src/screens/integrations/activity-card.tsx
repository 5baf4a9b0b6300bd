import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type Activity, activitiesQuery, marketplaceKeys } from "@/api/marketplace";
import { dateTime, integer } from "@/lib/format";
import { usePageState, useUrlState } from "@/lib/use-url-state";
import { CallStatus, Endpoint } from "@/shared/marketplace/activity";
import { SERVICES, serviceName } from "@/shared/marketplace/service";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Select } from "@/ui/fields";
import { Announcement } from "@/ui/live-region";
import { EmptyState } from "@/ui/states";
import { type Column, Table } from "@/ui/table";

const CHOICES = SERVICES.map((value) => ({ value, label: serviceName(value) }));

const COLUMNS: Column<Activity>[] = [
  { key: "api", header: "API", cell: ({ service }) => serviceName(service) },
  { key: "endpoint", header: "Endpoint", cell: (activity) => <Endpoint {...activity} /> },
  { key: "status", header: "Status", cell: (activity) => <CallStatus {...activity} /> },
  { key: "time", header: "Time", cell: ({ timestamp }) => dateTime(timestamp), align: "end" },
  { key: "response", header: "Response Time", cell: ({ responseTime }) => `${integer(responseTime)} ms`, align: "end" },
];

export function ActivityCard() {
  const client = useQueryClient();
  const [service, setService] = useUrlState("api", "");
  const [offset, setOffset] = usePageState(SHOWN);
  const activities = useQuery({ ...fetchQuery(service, offset), placeholderData: keepPreviousData });
  const refreshing = useIsFetching({ queryKey: marketplaceKeys.activities }) > 0;
  const refresh = () => client.invalidateQueries({ queryKey: marketplaceKeys.activities });
  const choose = (next: string) => {
    setOffset(0);
    setService(next);
  };
  const total = activities.data?.total ?? 0;
  return (
    <Card title="Recent API Activity" padded={false}>
      <div className="flex flex-wrap gap-2 border-line border-b px-4 py-3">
        <Select
          aria-label="API"
          className="sm:w-auto"
          placeholder="All APIs"
          options={CHOICES}
          value={service}
          onChange={(event) => choose(event.target.value)}
        />
        <Button icon="refresh" className="max-sm:flex-1 sm:ml-auto" busy={refreshing} onClick={refresh}>
          Refresh Data
        </Button>
        <a className="btn btn-secondary max-sm:flex-1" href="/gerenciar-apis">
          Configure APIs
        </a>
      </div>
      <div className={clsx("transition-opacity", activities.isPlaceholderData && "opacity-60")}>
        <Table
          caption="Recent API Activity"
          columns={COLUMNS}
          rows={activities.data && shownOf(activities.data.rows, offset)}
          rowKey={({ id }) => id}
          error={activities.error}
          onRetry={activities.refetch}
          expectedRows={SHOWN}
          empty={<EmptyState icon="integrations" title="No API activities found" />}
        />
      </div>
      <Pages offset={offset} total={total} onChange={setOffset} />
    </Card>
  );
}

/** 'Previous' and 'Next', there even when one page holds all. */
function Pages({ offset, total, onChange }: { offset: number; total: number; onChange: (offset: number) => void }) {
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-4 border-line border-t px-4 py-2">
      <Announcement
        className="text-sm text-muted tabular-nums"
        text={
          total > 0 ? `${integer(offset + 1)}–${integer(Math.min(offset + SHOWN, total))} de ${integer(total)}` : ""
        }
      />
      <div className="flex gap-2">
        <Button size="sm" disabled={offset === 0} onClick={() => onChange(offset - SHOWN)}>
          Previous
        </Button>
        <Button size="sm" disabled={offset + SHOWN >= total} onClick={() => onChange(offset + SHOWN)}>
          Next
        </Button>
      </div>
    </nav>
  );
}

const FETCHED = 50;
const SHOWN = 10;

/** The rows of a fetch that are shown at `offset`. */
function shownOf(rows: readonly Activity[], offset: number): Activity[] {
  const from = offset % FETCHED;
  return rows.slice(from, from + SHOWN);
}

/** The fetch that holds the row at `offset`, of one service or of all (''). */
function fetchQuery(service: string, offset: number) {
  return activitiesQuery({ limit: FETCHED, offset: offset - (offset % FETCHED), service });
}

/** The newest call of a service, if there was one. */
export const lastCallQuery = (service: string) => activitiesQuery({ limit: 1, offset: 0, service });
