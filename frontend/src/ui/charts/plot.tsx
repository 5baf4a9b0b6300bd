import { type PointerEvent, type ReactNode, useState } from "react";
import { writtenLabels } from "@/ui/charts/scale";

export type PlotPoint = {
  /** Under the axis, short: "12/11", "14h". */
  label: string;
  /** In full: "quarta-feira, 12 de novembro". */
  name: string;
  /** None where nothing was measured. */
  value: number | null;
};

type PlotProps = {
  /** What is shown, as its name and as the head of the table behind it. */
  caption: string;
  points: readonly PlotPoint[];
  /** A value in words: "34 sessões". */
  words: (value: number) => string;
  /** The end of the axis; it starts at 0. */
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

const MISSING = "sem medição";

/** The frame of a chart over time: axis, a line that reads the point under the pointer, and a table for those who
 * don't see it. A point's middle is at (index + 0.5) / count of the width. */
export function Plot({ caption, points, words, end, tick, overall, labels = 7, children }: PlotProps) {
  const [chosen, setChosen] = useState<number>();
  const told = chosen === undefined ? undefined : points[chosen];
  const written = writtenLabels(points.length, labels);
  const look = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * points.length);
    setChosen(Math.min(points.length - 1, Math.max(0, index)));
  };
  const said = (value: number | null) => (value === null ? MISSING : words(value));

  return (
    <figure>
      <div aria-hidden="true">
        <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="text-muted">{told?.name ?? "No período"}</span>
          <span className="font-medium tabular-nums">{told ? said(told.value) : overall}</span>
        </p>
        <div className="plot">
          <div className="plot-axis">
            {[end, end / 2, 0].map((value) => (
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
              <span key={name}>{written.has(index) && <span>{label}</span>}</span>
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
                <td>{said(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
