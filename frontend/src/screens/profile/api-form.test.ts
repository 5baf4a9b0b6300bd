import { describe, expect, it } from "vitest";
import { configurationProblems, timeoutOf, withoutMask } from "@/screens/profile/api-form";

describe("timeoutOf: 'non-numeric falls back to 5000'", () => {
  it.each([
    ["8000", 8000],
    [" 1500 ", 1500],
    ["abc", 5000],
    ["", 5000],
    ["12s", 5000],
    ["1.5", 5000],
    ["-1", -1],
  ])("%j is %i", (typed, expected) => {
    expect(timeoutOf(typed)).toBe(expected);
  });
});

describe("configurationProblems", () => {
  const RIGHT = { apiKey: "k", baseUrl: "https://api.gameboost.com/v1", timeout: "1000" };

  it.each([
    [{}, {}],
    [{ apiKey: " " }, { apiKey: "A chave de API é obrigatória" }],
    [{ baseUrl: "gameboost" }, { baseUrl: "Informe uma URL válida" }],
    [{ baseUrl: "" }, { baseUrl: "Informe uma URL válida" }],
    [{ timeout: "999" }, { timeout: "O tempo limite deve ser pelo menos 1000ms" }],
    [{ timeout: "300001" }, { timeout: "O tempo limite deve ser no máximo 300000ms" }],
    [{ timeout: "x" }, {}],
  ])("%j", (changes, expected) => {
    expect(configurationProblems({ ...RIGHT, ...changes })).toEqual(expected);
  });
});

describe("withoutMask", () => {
  it.each([
    ["••••1234nova", "nova"],
    ["n••••1234", "n"],
    ["••••123", ""],
    ["nova", "nova"],
    ["••••1234", ""],
  ])("%j over the mask is %j", (typed, expected) => {
    expect(withoutMask(typed, "••••1234")).toBe(expected);
  });

  it("leaves a key alone where there was no mask", () => {
    expect(withoutMask("abc", "")).toBe("abc");
  });
});
