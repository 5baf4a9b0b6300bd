/** How figures read. */
import type { Point, Summary } from "@/api/analytics";
import { dateLabel, integer, numberFormat } from "@/lib/format";
import type { PlotPoint } from "@/ui/charts/time-charts";

const tenths = numberFormat({ maximumFractionDigits: 1 });
const hundredths = numberFormat({ maximumFractionDigits: 2 });
const signed = numberFormat({ maximumFractionDigits: 1, signDisplay: "exceptZero" });
const seconds = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const shortDays = dateLabel({ day: "2-digit", month: "2-digit" });
const longDays = dateLabel({ weekday: "long", day: "numeric", month: "long" });
const hours = dateLabel({ hour: "numeric" });

export const MISSING = "—";
export const WEEKDAYS = ["seg", "ter", "qua", "qui", "sex", "sáb", "dom"] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour}h`);

/** 93.25 → "93,3%" */
export const percent = (value: number): string => `${tenths(value)}%`;

/** 4210 → "1 h 10 min", 95 → "1 min 35 s" */
export function duration(totalSeconds: number): string {
  const whole = Math.round(totalSeconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0
    ? `${integer(minutes / 60)} h`
    : `${integer(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** 850 → "850 ms", 1300 → "1,3 s" */
export const loadTime = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${seconds(ms / 1000)} s`);

/** 750 → "0,75" */
export const inSeconds = (ms: number): string => hundredths(ms / 1000);

/** How a figure moved, in points for percentages and in percent for the rest; nothing without one before. */
export function change(value: number | null, before: number | null, unit: "points" | "share"): string | undefined {
  if (value === null || before === null || (unit === "share" && before === 0)) return undefined;
  return unit === "points" ? `${signed(value - before)} p.p.` : `${signed((value / before - 1) * 100)}%`;
}

export function plotted({ points, byHour }: Summary, of: (point: Point) => number | null): PlotPoint[] {
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

/** Percent of a part; nothing of nothing. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

export const PEOPLE_SHOWN = 10;

/** 'Time range select (1d, 7d, 30d, 90d)'; `before` names what a figure is compared with. */
export const RANGES = [
  { value: "1d", label: "Hoje", before: "que ontem até esta hora" },
  { value: "7d", label: "Últimos 7 dias", before: "que nos 7 dias anteriores" },
  { value: "30d", label: "Últimos 30 dias", before: "que nos 30 dias anteriores" },
  { value: "90d", label: "Últimos 90 dias", before: "que nos 90 dias anteriores" },
] as const;

export const DEFAULT_RANGE = "7d";

export function rangeOf(value: string): (typeof RANGES)[number] {
  return RANGES.find((range) => range.value === value) ?? RANGES[1];
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
