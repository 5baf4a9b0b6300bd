import { expect, test } from "vitest";
import { GAMES } from "@/shared/creation/golden.fixture";
import { chosenMarkets, marketsOf } from "@/shared/creation/markets";

const { roblox, fortnite } = GAMES;
const services = (form: Record<string, string>, game = roblox) => chosenMarkets(game, form).map(({ service }) => service);

test("nothing is asked of a marketplace where nobody chose one", () => {
  expect(services({})).toEqual(["gameboost"]);
  expect(marketsOf(roblox, {})).toBeUndefined();
});

test("several marketplaces go in their order with what was typed for each", () => {
  const form = {
    "markets.lztmarket": "true",
    "markets.lztmarket.factor": " 1,5 ",
    "markets.lztmarket.feePercent": "doze",
    "markets.lztmarket.title": "Roblox for you",
    "markets.lztmarket.description": "  ",
  };
  expect(marketsOf(roblox, form)).toEqual({
    gameboost: {},
    lztmarket: { factor: "1.50", feePercent: "doze", title: "Roblox for you" },
  });
});

test("one marketplace may be left out, and terms of the usual one are told", () => {
  expect(marketsOf(roblox, { "markets.gameboost": "false", "markets.lztmarket": "true" })).toEqual({ lztmarket: {} });
  expect(marketsOf(roblox, { "markets.gameboost.ending": "0.90" })).toEqual({ gameboost: { ending: "0.90" } });
});

test("a marketplace that does not take the game is never chosen", () => {
  expect(services({ "markets.lztmarket": "true" }, fortnite)).toEqual(["gameboost"]);
});
