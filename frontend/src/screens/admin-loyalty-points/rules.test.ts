import { describe, expect, it } from "vitest";
import { formOf, problemsOf, settingsOf, tilingProblem } from "@/screens/admin-loyalty-points/rules";
import { SETTINGS } from "@/shared/loyalty/loyalty-settings.fixture";

const FORM = formOf(SETTINGS);

describe("tilingProblem", () => {
  it("is null when the levels cover 0-100 without gap or overlap", () => {
    expect(tilingProblem(SETTINGS)).toBeNull();
    expect(tilingProblem({ ...SETTINGS, poorThresholdMax: 0, mediumThresholdMin: 1 })).toBeNull();
  });

  it.each([
    [{ mediumThresholdMin: 33 }, "Faltam os pontos de 31 a 32, antes do nível Médio."],
    [{ mediumThresholdMin: 30 }, "O nível Médio deve começar em 31, onde o anterior termina."],
    [{ poorThresholdMin: 1 }, "Faltam os pontos de 0 a 0, antes do nível Fraco."],
    [{ excellentThresholdMax: 99 }, "Faltam os pontos de 100 a 100, depois do último nível."],
    [{ excellentThresholdMax: 101 }, "O último nível deve terminar em 100."],
    [{ mediumThresholdMax: 20 }, "O nível Médio termina antes de começar."],
  ])("names what is wrong with %j", (change, problem) => {
    expect(tilingProblem({ ...SETTINGS, ...change })).toBe(problem);
  });
});

describe("the form", () => {
  it("makes the settings it was made of", () => {
    expect(settingsOf(SETTINGS, FORM)).toEqual(SETTINGS);
    expect(FORM.excellentBonusPercentage).toBe("5");
  });

  it("takes whole numbers, and a percentage with two places", () => {
    expect(problemsOf({ ...FORM, excellentBonusPercentage: "7.25" })).toEqual({});
    expect(Object.keys(problemsOf({ ...FORM, excellentBonusPercentage: "7.255" }))).toEqual(["excellentBonusPercentage"]);
    expect(Object.keys(problemsOf({ ...FORM, excellentBonusPercentage: "101" }))).toEqual(["excellentBonusPercentage"]);
    expect(Object.keys(problemsOf({ ...FORM, pointsForLateDelivery: "-5.5" }))).toEqual(["pointsForLateDelivery"]);
    expect(Object.keys(problemsOf({ ...FORM, poorThresholdMax: "" }))).toEqual(["poorThresholdMax"]);
    expect(settingsOf(SETTINGS, { ...FORM, poorThresholdMax: "" })).toBeNull();
  });
});
