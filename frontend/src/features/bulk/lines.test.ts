import { countLines, parseText, rawLine, replaceLine, suggestion, TEXT_EMPTY } from "@/features/bulk/lines";
import { robloxLine } from "@/features/roblox-bulk/parse";
import { warThunderLine } from "@/features/war-thunder-bulk/parse";

test("countLines leaves blank lines out", () => {
  expect(countLines("\n a:b \r\n\t\n\u200b\nc:d")).toBe(2);
});

test("replaceLine rewrites one line and leaves every line break alone", () => {
  const text = "um\r\n\ndois\rtrês";
  expect(replaceLine(text, 1, "1")).toBe("1\r\n\ndois\rtrês");
  expect(replaceLine(text, 2, "novo")).toBe("um\r\nnovo\ndois\rtrês");
  expect(replaceLine(text, 4, "quatro")).toBe("um\r\n\ndois\rquatro");
  expect(replaceLine(text, 9, "x")).toBe(text);
});

test("replaceLine keeps a correction on its line", () => {
  expect(replaceLine("a\nb", 1, "x\ny")).toBe("x y\nb");
});

test("rawLine is the line as pasted", () => {
  expect(rawLine("a\r\n  b c ", 2)).toBe("  b c ");
  expect(rawLine("a", 7)).toBe("");
});

test.each([
  ["jogador01;senha", "jogador01:senha"],
  ["jogador01\tsenha", "jogador01:senha"],
  ["jogador01：senha", "jogador01:senha"],
  ["jogador01 | senha", "jogador01:senha"],
  ["jogador01 senha", null],
  ["a;b;c", null],
  ["a;", null],
  [";_|WARNING:-DO-NOT-SHARE-THIS", null],
])("a Roblox line %j is taken for %j", (line, expected) => {
  expect(suggestion(line, robloxLine)).toBe(expected);
});

test.each([
  ["p;s;e@f.g;h", "p:s:e@f.g:h"],
  ["p,s", "p:s"],
  ["p;s;e", null],
  ["p:s:e", null],
])("a War Thunder line %j is taken for %j", (line, expected) => {
  expect(suggestion(line, warThunderLine)).toBe(expected);
});

test("a text without accounts has a problem and no lines", () => {
  expect(parseText(" \n", robloxLine)).toEqual({ lines: [], problem: TEXT_EMPTY });
});
