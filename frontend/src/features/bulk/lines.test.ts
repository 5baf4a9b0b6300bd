import {
  countLines,
  onlyLines,
  parseText,
  replaceLines,
  suggestion,
  TEXT_EMPTY,
  validLines,
  withoutLines,
} from "@/features/bulk/lines";
import { robloxLine } from "@/features/roblox-bulk/parse";
import { warThunderLine } from "@/features/war-thunder-bulk/parse";

test("countLines leaves blank lines out", () => {
  expect(countLines("\n a:b \r\n\t\n\u200b\nc:d")).toBe(2);
});

test("replaceLines rewrites the lines it is given and leaves every line break alone", () => {
  const text = "um\r\n\ndois\rtrês";
  expect(replaceLines(text, new Map([[1, "1"]]))).toBe("1\r\n\ndois\rtrês");
  expect(
    replaceLines(
      text,
      new Map([
        [2, "novo"],
        [4, "quatro"],
      ]),
    ),
  ).toBe("um\r\nnovo\ndois\rquatro");
  expect(replaceLines(text, new Map())).toBe(text);
});

test("replaceLines keeps a correction on its line", () => {
  expect(replaceLines("a\nb", new Map([[1, "x\ny"]]))).toBe("x y\nb");
});

test("onlyLines keeps the numbers and sends nothing of the other lines", () => {
  const text = "a:b\r\nruim\r\n\r\nc:d\r\na:e";
  const lines = validLines(parseText(text, robloxLine).lines);
  expect(onlyLines(text, lines)).toBe("a:b\n\n\nc:d\n");
});

test("withoutLines leaves what was not sent", () => {
  const text = "a:b\nruim\n\nc:d";
  expect(withoutLines(text, validLines(parseText(text, robloxLine).lines))).toBe("ruim");
  expect(withoutLines("a:b\n", validLines(parseText("a:b\n", robloxLine).lines))).toBe("");
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
