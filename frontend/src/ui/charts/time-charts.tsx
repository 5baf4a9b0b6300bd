import { type PointerEvent, type ReactNode, useState } from "react";

export type PlotPoint = {
  /** Under the axis, short: "12/11", "14h". */
  label: string;
  /** In full: "quarta-feira, 12 de novembro". */
  name: string;
  /** None where nothing was measured. */
  value: number | null;
};

export type PlotProps = {
  /** What is shown, as its name and as the head of the table behind it. */
  caption: string;
  points: readonly PlotPoint[];
  /** A value in words: "34 sessões". */
  format: (value: number) => string;
  /** Where the axis starts, 0 if not said, and ends. */
  start?: number;
  end: number;
  /** A value on the axis. */
  tick: (value: number) => string;
  /** What is read while no point is looked at: the figure of all of them. */
  overall: string;
  /** How many labels fit under the axis. */
  labels?: number;
  /** What is drawn inside; `chosen` is the point that is looked at. */
  children: (chosen: number | undefined) => ReactNode;
};

/** The frame of a chart over time: axis, a line that reads the point under the pointer, and a table for those who
 * don't see it. A point's middle is at (index + 0.5) / count of the width. */
export function Plot({ caption, points, format, start = 0, end, tick, overall, labels = 7, children }: PlotProps) {
  const [chosen, setChosen] = useState<number>();
  const point = chosen === undefined ? undefined : points[chosen];
  const places = labelPlaces(points.length, labels);
  const look = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * points.length);
    setChosen(Math.min(points.length - 1, Math.max(0, index)));
  };
  const valueLabel = (value: number | null) => (value === null ? "sem medição" : format(value));

  return (
    <figure>
      <div aria-hidden="true">
        <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="text-muted">{point?.name ?? "No período"}</span>
          <span className="font-medium tabular-nums">{point ? valueLabel(point.value) : overall}</span>
        </p>
        <div className="plot">
          <div className="plot-axis">
            {[end, (start + end) / 2, start].map((value) => (
              <span key={value}>{tick(value)}</span>
            ))}
          </div>
          <div
            className="plot-area"
            onPointerMove={look}
            onPointerDown={look}
            onPointerLeave={() => setChosen(undefined)}
          >
            {children(chosen)}
          </div>
          <div className="plot-labels">
            {points.map(({ label, name }, index) => (
              <span key={name}>{places.has(index) && <span>{label}</span>}</span>
            ))}
          </div>
        </div>
      </div>
      {/* A table is never smaller than its rows, so its place is what hides it. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <tbody>
            {points.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{valueLabel(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const FACTORS = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];
const SMALL_FACTORS = [2, 4, 6, 8, 10];

/** The end of an axis that starts at 0: a round number not below any value, whose half is round too. */
export function axisEnd(values: readonly (number | null)[]): number {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(highest));
  const factors = power === 1 ? SMALL_FACTORS : FACTORS;
  return Math.round(power * (factors.find((factor) => factor * power >= highest) ?? 10));
}

/** Which of `count` labels are written so that about `wanted` of them fit: evenly spaced, the last one among them. */
export function labelPlaces(count: number, wanted: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / wanted));
  const places = new Set<number>();
  for (let index = count - 1; index >= 0; index -= step) places.add(index);
  return places;
}

/** A figure by month, day, hour or step, as columns; with one below 0, from the middle up and down. */
export function ColumnChart({ points, ...rest }: Omit<PlotProps, "start" | "end" | "children">) {
  const end = axisEnd(points.map(({ value }) => Math.abs(value ?? 0)));
  const isSigned = points.some(({ value }) => (value ?? 0) < 0);
  const height = (value: number) => (Math.abs(value) / end) * (isSigned ? 50 : 100);
  return (
    <Plot {...rest} points={points} start={isSigned ? -end : 0} end={end}>
      {(chosen) => (
        <div className="absolute inset-0 flex">
          {points.map(({ name, value }, index) => (
            <div key={name} className="column" data-chosen={index === chosen || undefined}>
              <div
                data-low={(value ?? 0) < 0 || undefined}
                style={{
                  height: `${height(value ?? 0)}%`,
                  bottom: isSigned ? `${50 - (Number(value) < 0 ? height(value ?? 0) : 0)}%` : 0,
                }}
              />
            </div>
          ))}
        </div>
      )}
    </Plot>
  );
}

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
