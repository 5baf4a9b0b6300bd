import { Plot, type PlotProps } from "@/ui/charts/time-charts";

type LineChartProps = Omit<PlotProps, "children"> & {
  /** A dashed line that the values are held against, and its name. */
  target?: { value: number; label: string };
};

/** Beyond this many points the line speaks for itself. */
const MAX_DOTS = 45;

/** A figure by day or hour as a line, faint across what was not measured. Points below the target stand out. */
export function LineChart({ points, end, target, ...rest }: LineChartProps) {
  const x = (index: number) => ((index + 0.5) / points.length) * 100;
  const y = (value: number) => (value / end) * 100;
  const measured = points.flatMap(({ value }, index) => (value === null ? [] : [[index, value] as const]));
  return (
    <Plot {...rest} points={points} end={end}>
      {(chosen) => (
        <>
          {target && (
            <div className="plot-target" style={{ bottom: `${y(target.value)}%` }}>
              <span>{target.label}</span>
            </div>
          )}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
            <title>{rest.caption}</title>
            {measured.slice(1).map(([index, value], before) => {
              const [from, was] = measured[before] ?? [index, value];
              return (
                <line
                  key={index}
                  x1={x(from)}
                  y1={100 - y(was)}
                  x2={x(index)}
                  y2={100 - y(value)}
                  className="line"
                  data-gap={index - from > 1 || undefined}
                />
              );
            })}
          </svg>
          {points.map(
            ({ name, value }, index) =>
              value !== null &&
              (points.length <= MAX_DOTS || index === chosen) && (
                <span
                  key={name}
                  className="dot"
                  data-chosen={index === chosen || undefined}
                  data-low={(target && value < target.value) || undefined}
                  style={{ left: `${x(index)}%`, bottom: `${y(value)}%` }}
                />
              ),
          )}
        </>
      )}
    </Plot>
  );
}
