import { times, toEuro } from "@/lib/money";
import prices from "../../../bulk/games/golden/prices.json";

test.each(prices)("US$ $usd at $rate is € $eur", ({ usd, rate, eur }) => {
  expect(toEuro(usd, rate)).toBe(eur);
});

test.each(["", "abc", "-1", "1,5", "1e3", "NaN"])("%j is no amount", (usd) => {
  expect(toEuro(usd, "0.87")).toBeNull();
});

test("times is exact", () => {
  expect(times("8.70", 5000)).toBe("43500.00");
  expect(times("0.01", 3)).toBe("0.03");
});
