import { expect, it } from "vitest";
import { aRun } from "@/shared/creation/fixtures";
import { spokenProgress } from "@/shared/run/run";

it("a run is spoken of at each quarter of the way, and when its state changes", () => {
  const spoken = (settled: number, state: "running" | "paused" = "running") =>
    spokenProgress({ ...aRun(), state, settled, total: 5000 });
  const said = new Set(Array.from({ length: 5000 }, (_, settled) => spoken(settled)));
  expect([...said]).toEqual(["Em andamento: 0%", "Em andamento: 25%", "Em andamento: 50%", "Em andamento: 75%"]);
  expect(spoken(1300, "paused")).toBe("Pausada: 25%");
});
