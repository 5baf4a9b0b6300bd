import type { StockAccount } from "@/api/stock";
import { newPrices } from "@/screens/contas/prices";

const listing = (id: number, price: string | null, state = "on_sale", priceStep = "0.01") => ({
  id,
  price,
  state,
  priceStep,
  market: "GameBoost",
});
const accounts = [
  { title: "Um", listings: [listing(1, "10.01"), listing(2, "5.00", "sold")] },
  { title: "Dois", listings: [listing(3, "0.07"), listing(4, null)] },
] as unknown as StockAccount[];
const after = (...args: Parameters<typeof newPrices> extends [unknown, ...infer Rest] ? Rest : never) =>
  newPrices(accounts, ...args)?.map((each) => [each.id, each.after]);

test.each([
  [
    "set",
    "9,90",
    [
      [1, "9.90"],
      [3, "9.90"],
    ],
  ],
  ["set", "10,01", [[3, "10.01"]]],
  [
    "lower",
    "10",
    [
      [1, "9.01"],
      [3, "0.06"],
    ],
  ],
  [
    "raise",
    "50%",
    [
      [1, "15.02"],
      [3, "0.11"],
    ],
  ],
] as const)("%s %s changes only what is on sale and has a price, to the cent", (rule, typed, expected) => {
  expect(after(rule, typed)).toEqual(expected);
});

test.each([
  ["set", ""],
  ["set", "0"],
  ["set", "abc"],
  ["lower", "100"],
] as const)("%s %j is no price", (rule, typed) => {
  expect(after(rule, typed)).toBeUndefined();
});

test("a price is rounded to what its marketplace takes", () => {
  const lot = { title: "Lote", listings: [listing(5, "12.50", "on_sale", "1.00")] } as unknown as StockAccount;
  expect(newPrices([lot], "lower", "10")?.[0]?.after).toBe("11.00");
});
