import { Plot, type PlotPoint } from "@/ui/charts/plot";
import { axisEnd } from "@/ui/charts/scale";

type ColumnChartProps = {
  caption: string;
  points: readonly PlotPoint[];
  words: (value: number) => string;
  overall: string;
  tick?: (value: number) => string;
  labels?: number;
};

/** A count by day, hour or step, as columns. */
export function ColumnChart({ points, tick = String, ...rest }: ColumnChartProps) {
  const end = axisEnd(points.map(({ value }) => value));
  return (
    <Plot {...rest} points={points} end={end} tick={tick}>
      {(chosen) => (
        <div className="absolute inset-0 flex">
          {points.map(({ name, value }, index) => (
            <div key={name} className="column" data-chosen={index === chosen || undefined}>
              <div style={{ height: `${((value ?? 0) / end) * 100}%` }} />
            </div>
          ))}
        </div>
      )}
    </Plot>
  );
}
