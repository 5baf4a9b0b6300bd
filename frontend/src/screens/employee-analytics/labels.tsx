/** How figures read. */
import type { Point, Summary } from "@/api/analytics";
import { dateFormat, integer, numberFormat } from "@/lib/format";
import type { PlotPoint } from "@/ui/charts/time-charts";

const tenths = numberFormat({ maximumFractionDigits: 1 });
const seconds = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const shortDays = dateFormat({ day: "2-digit", month: "2-digit" });
const longDays = dateFormat({ weekday: "long", day: "numeric", month: "long" });
const hours = dateFormat({ hour: "numeric" });

export const MISSING = "—";

/** 93.25 → "93,3%" */
export const percent = (value: number): string => `${tenths(value)}%`;

/** 4210 → "1 h 10 min", 95 → "1 min 35 s" */
export function duration(totalSeconds: number): string {
  const whole = Math.round(totalSeconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${integer(minutes / 60)} h` : `${integer(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** 850 → "850 ms", 1300 → "1,3 s" */
export const loadTime = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${seconds(ms / 1000)} s`);

export function plotPoints({ points, byHour }: Summary, of: (point: Point) => number | null): PlotPoint[] {
  return points.map((point) => {
    const at = new Date(point.at);
    const hour = `${hours(at)
      .replace(/\D/g, "")
      .replace(/^0(?=\d)/, "")}h`;
    return byHour
      ? { label: hour, name: `hoje, ${hour}`, value: of(point) }
      : { label: shortDays(at), name: longDays(at), value: of(point) };
  });
}

export function FigureRow({ figures }: { figures: readonly { label: string; value: string; detail?: string }[] }) {
  return (
    <dl className="mt-4 grid grid-cols-3 gap-4 border-line border-t pt-3 text-sm">
      {figures.map(({ label, value, detail }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
          {detail && <dd className="text-muted">{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}
