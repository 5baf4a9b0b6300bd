import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import { goldenCases, goldenLimits, withVerdict } from "@/shared/creation/golden.fixture";
import { parseText } from "@/shared/creation/lines";

test.each(goldenCases("war-thunder"))("$name", ({ text, expected }) => {
  expect(parseText(text, warThunderLine).lines.map(withVerdict)).toEqual(expected);
});

test.each(goldenLimits)("$name", ({ text, error }) => {
  expect(parseText(text, warThunderLine).problem).toBe(error);
});

test("as many lines as a run takes are all read", () => {
  const text = Array.from({ length: 5000 }, (_, n) => ` jogador${n}:Exemplo#${n}`).join("\r\n");
  const { lines, problem } = parseText(text, warThunderLine);
  expect([lines.filter(({ error }) => error === "").length, problem]).toEqual([5000, null]);
});

test.each([
  ["login", "outro", "outro:b:c@exemplo.com:d"],
  ["password", "x", "piloto:x:c@exemplo.com:d"],
  ["emailLogin", "y@exemplo.com", "piloto:b:y@exemplo.com:d"],
] as const)("a line's %s is rewritten and the rest of the line stays", (field, value, written) => {
  expect(warThunderLine.write("piloto:b:c@exemplo.com:d", field, value)).toBe(written);
});

test("a line without an e-mail gets one with its password", () => {
  expect(warThunderLine.write("piloto:b", "emailLogin", "x@exemplo.com:s")).toBe("piloto:b:x@exemplo.com:s");
});
