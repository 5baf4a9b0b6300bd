import { robloxLine } from "@/screens/roblox-bulk/parse";
import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import {
  countLines,
  forServer,
  parseText,
  replaceLines,
  suggestion,
  TEXT_EMPTY,
  withoutLines,
} from "@/shared/creation/lines";

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

const read = (text: string) => parseText(text, robloxLine).lines;

test("the whole text goes to the server, but for lines with a session cookie", () => {
  const text = "a:b\r\nruim\r\u200b\nana:_|WARNING:-DO-NOT-\u017fHARE-THIS\n a:e ";
  expect(forServer(text, read(text))).toBe("a:b\r\nruim\r\u200b\n\n a:e ");
});

test("characters that a request may not contain become invisible and break no line", () => {
  const text = "ana:x\u00001\r\ud83c\nbia:x2\u0000";
  expect(forServer(text, read(text))).toBe("ana:x\u200b1\r\u200b\nbia:x2\u200b");
  expect(read(forServer(text, read(text)))).toEqual(read(text));
});

test("withoutLines leaves what was not sent", () => {
  expect(withoutLines("a:b\nruim\n\u200b\nc:d", new Set([1, 4]))).toBe("ruim");
  expect(withoutLines("a:b\n", new Set([1]))).toBe("");
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
