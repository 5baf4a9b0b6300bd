import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { HeatGrid } from "@/ui/charts/heat-grid";
import { axisEnd, ColumnChart, LineChart, labelPlaces } from "@/ui/charts/time-charts";

const words = (value: number) => `${value} sessões`;
const DAYS = [
  { label: "10/11", name: "terça", value: 4 },
  { label: "11/11", name: "quarta", value: null },
  { label: "12/11", name: "quinta", value: 10 },
  { label: "13/11", name: "sexta", value: 6 },
];

/** What the table behind a chart says. */
const said = (caption: string) =>
  within(screen.getByRole("table", { name: caption }))
    .getAllByRole("row")
    .map((row) => row.textContent);

describe("an axis", () => {
  it.each([
    [[], 2],
    [[null, 0], 2],
    [[3], 4],
    [[10], 10],
    [[12, 4], 12],
    [[211], 300],
    [[1001], 1200],
  ])("over %j ends at %i", (values, end) => {
    expect(axisEnd(values)).toBe(end);
  });

  it("carries as many labels as fit, the last one among them", () => {
    expect([...labelPlaces(3, 7)].sort()).toEqual([0, 1, 2]);
    expect([...labelPlaces(30, 7)].sort((one, other) => one - other)).toEqual([4, 9, 14, 19, 24, 29]);
    expect([...labelPlaces(0, 7)]).toEqual([]);
  });
});

describe("a column chart", () => {
  it("is as high as its values, and a table for those who don't see it", () => {
    const { container } = render(
      <ColumnChart caption="Sessões por dia" points={DAYS} format={words} overall="20 sessões" tick={String} />,
    );
    const heights = [...container.querySelectorAll<HTMLElement>(".column > div")].map(({ style }) => style.height);
    expect(heights).toEqual(["40%", "0%", "100%", "60%"]);
    expect(said("Sessões por dia")).toEqual([
      "terça4 sessões",
      "quartasem medição",
      "quinta10 sessões",
      "sexta6 sessões",
    ]);
  });

  it("reads the point under the pointer, and the whole when there is none", () => {
    const { container } = render(
      <ColumnChart caption="Sessões por dia" points={DAYS} format={words} overall="20 sessões" tick={String} />,
    );
    const area = container.querySelector(".plot-area") as HTMLElement;
    vi.spyOn(area, "getBoundingClientRect").mockReturnValue({ left: 100, width: 400 } as DOMRect);
    const readout = container.querySelector("figure p");
    expect(readout).toHaveTextContent("No período20 sessões");

    fireEvent.pointerMove(area, { clientX: 310 });
    expect(readout).toHaveTextContent("quinta10 sessões");
    expect(container.querySelectorAll("[data-chosen]")).toHaveLength(1);

    fireEvent.pointerMove(area, { clientX: 9_000 });
    expect(readout).toHaveTextContent("sexta6 sessões");

    fireEvent.pointerLeave(area);
    expect(readout).toHaveTextContent("No período20 sessões");
  });
});

describe("a line chart", () => {
  const show = () =>
    render(
      <LineChart
        caption="Conclusão"
        points={DAYS}
        format={words}
        overall="20"
        tick={String}
        end={10}
        target={{ value: 5, label: "Meta 5" }}
      />,
    );

  it("joins what was measured, faintly across what was not", () => {
    const { container } = show();
    const lines = [...container.querySelectorAll("line")];
    expect(lines.map((line) => ["x1", "y1", "x2", "y2"].map((name) => Number(line.getAttribute(name))))).toEqual([
      [12.5, 60, 62.5, 0],
      [62.5, 0, 87.5, 40],
    ]);
    expect(lines.map((line) => line.hasAttribute("data-gap"))).toEqual([true, false]);
  });

  it("holds its points against the target", () => {
    const { container } = show();
    expect(screen.getByText("Meta 5").parentElement).toHaveStyle({ bottom: "50%" });
    const dots = [...container.querySelectorAll(".dot")];
    expect(dots.map((dot) => dot.hasAttribute("data-low"))).toEqual([true, false, false]);
  });
});

describe("a heat grid", () => {
  const COUNTS = [
    [0, 4],
    [2, 8],
  ];
  const show = () =>
    render(<HeatGrid caption="Atividade" rows={["seg", "ter"]} columns={["9h", "10h"]} counts={COUNTS} format={words} />);

  it("is a table of its counts, the strongest first told", () => {
    const { container } = show();
    const rows = within(screen.getByRole("table", { name: "Atividade" })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["9h10h", "seg0 sessões4 sessões", "ter2 sessões8 sessões"]);
    expect(container.querySelector("figure > p")).toHaveTextContent("Maior movimento: ter, 10h8 sessões");
  });

  it("reads the cell under the pointer", () => {
    const { container } = show();
    fireEvent.pointerOver(screen.getAllByRole("cell").find((cell) => cell.textContent === "2 sessões") as HTMLElement);
    expect(container.querySelector("figure > p")).toHaveTextContent("ter, 9h2 sessões");
  });
});
