import { describe, expect, it } from "vitest";
import { bonusLabel, clampPoints, levelAt, signedPoints, tierLabel } from "@/shared/loyalty/loyalty";
import { SETTINGS } from "@/shared/loyalty/loyalty-settings.fixture";

describe("levels", () => {
  it.each([
    [0, "poor"],
    [30, "poor"],
    [31, "medium"],
    [79, "medium"],
    [80, "excellent"],
    [100, "excellent"],
  ])("%i points are %s", (points, tier) => {
    expect(levelAt(points, SETTINGS)?.tier).toBe(tier);
  });

  it("are called Fraco, Médio, Excelente, and N/A when unknown", () => {
    expect(["poor", "medium", "excellent", "gold", null].map((tier) => tierLabel(tier).label)).toEqual([
      "Fraco",
      "Médio",
      "Excelente",
      "N/A",
      "N/A",
    ]);
  });
});

describe("words", () => {
  it("sign points and clamp them to 0-100", () => {
    expect([5, -10, 0].map(signedPoints)).toEqual(["+5", "−10", "0"]);
    expect([-20, 0, 55, 100, 130].map(clampPoints)).toEqual([0, 0, 55, 100, 100]);
  });

  it("write a bonus", () => {
    expect(["5.00", "7.25", "0.00"].map(bonusLabel)).toEqual(["+5%", "+7,25%", "Sem bônus"]);
  });
});
