import { marketLabel } from "@/shared/run/run";

test.each([
  ["gameboost:https://api.gameboost.com", "api.gameboost.com"],
  ["gameboost:sandbox", "Marketplace simulado"],
  ["lztmarket:sandbox", "Marketplace simulado"],
  ["gameboost:ensaio", "Ensaio (marketplace simulado)"],
])("%s reads %s: only practice is called so", (market, words) => {
  expect(marketLabel({ market })).toBe(words);
});
