import { describe, expect, it } from "vitest";
import type { UploadField } from "@/api/drafts";
import type { Field } from "@/shared/creation/game";
import { cellOwn, foldName, rankOf } from "@/shared/creation/mapping";
import { countOf, problemOf } from "@/shared/creation/values";

const COUNT = {
  kind: "count",
  label: "Nível",
  min: 0,
  max: null,
  minLength: 0,
  required: false,
  options: [],
} as unknown as Field;

const field = (kind: UploadField["kind"], words: Record<string, string> = {}): UploadField => ({
  name: "x",
  label: "X",
  required: false,
  kind,
  place: "account",
  options: [],
  words,
});

describe("counts", () => {
  it.each([
    ["57", 57],
    ["1.250", 1250],
    ["1,250", 1250],
    ["1.250.000", 1_250_000],
    ["12.4M", 12_400_000],
    ["2,5k", 2500],
    ["1.250k", 1250],
    ["2,3mi", 2_300_000],
    ["1.001k", 1001],
    ["3 mil", 3000],
    ["350 R$", 350],
    ["1e6", 1_000_000],
    ["0", 0],
  ])("reads %s", (text, count) => expect(countOf(text)).toBe(count));

  it.each(["12.5", "12,5", "0,4", "1.2345k", "999999,5"])("rounds no fraction of a count: %j", (text) => {
    expect(countOf(text)).toBeNull();
    expect(problemOf({ ...COUNT, error: "" }, text)).toBe("Informe um número inteiro de 0 a 999.999.999");
  });

  it.each(["", "muitas", "12x", "1.2.3k?", "-5"])("leaves %j to the server", (text) => {
    expect(countOf(text)).toBeNull();
  });
});

const read = (kind: UploadField["kind"], text: string, words = {}) => cellOwn(field(kind, words), text).x;

describe("other kinds", () => {
  it.each([
    ["14,99", "14,99"],
    ["€ 14.99", "14,99"],
    ["US$ 10", "10,00"],
    ["caro", "caro"],
  ])("reads the amount %s", (text, value) => expect(read("amount", text)).toBe(value));

  it.each([
    ["US$ 12,50", { cost: "12,50", costCurrency: "USD" }],
    ["€ 12,50", { cost: "12,50", costCurrency: "EUR" }],
    ["R$ 12,50", { cost: "12,50", costCurrency: "BRL" }],
    ["12,50", { cost: "12,50" }],
  ])("reads the cost %s in its own currency", (text, own) =>
    expect(cellOwn({ ...field("amount"), name: "cost" }, text)).toEqual(own),
  );

  it("knows a currency by its sign", () => {
    expect(read("choice", "€", { "€": "EUR" })).toBe("EUR");
  });

  it.each([
    ["Sim", "true"],
    ["TRUE", "true"],
    ["não", "false"],
    ["None", "false"],
    ["talvez", "talvez"],
  ])("reads the switch %s", (text, value) => expect(read("switch", text)).toBe(value));

  it("reads names, and takes no number for a name", () => {
    expect(read("list", "Jett, Sova; Sage")).toBe("Jett, Sova, Sage");
    expect(read("list", "31")).toBe("");
  });

  it("knows values by other names", () => {
    const words = { alemanha: "Germany", eua: "United States" };
    expect(read("choices", "Alemanha, E.U.A., Chile", words)).toBe("Germany, United States, Chile");
    expect(read("choice", "alemanha", words)).toBe("Germany");
  });

  it("keeps texts as they are written", () => {
    expect(read("text", "007")).toBe("007");
    expect(foldName("Ação #1")).toBe("acao1");
  });
});

describe("ranks", () => {
  const words = { ouro: "Gold", gold: "Gold", radiante: "Radiant" };
  it.each([
    ["Ouro 2", "Gold", 2],
    ["gold III", "Gold", 3],
    ["Gold", "Gold", null],
    ["Radiante", "Radiant", null],
    ["Lendário 9", "Lendário 9", null],
  ])("reads %s", (text, tier, division) => expect(rankOf(words, text)).toEqual([tier, division]));
});
