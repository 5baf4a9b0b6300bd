import { robloxLine } from "@/screens/roblox-bulk/parse";
import { goldenCases, goldenLimits, withVerdict } from "@/shared/creation/golden.fixture";
import { parseText } from "@/shared/creation/lines";

test.each(goldenCases("roblox"))("$name", ({ text, expected }) => {
  expect(parseText(text, robloxLine).lines.map(withVerdict)).toEqual(expected);
});

test.each(goldenLimits)("$name", ({ text, error }) => {
  expect(parseText(text, robloxLine).problem).toBe(error);
});

test("as many lines as a run takes are all read", () => {
  const text = Array.from({ length: 5000 }, (_, n) => ` jogador${n}:Exemplo#${n}`).join("\r\n");
  const { lines, problem } = parseText(text, robloxLine);
  expect([lines.filter(({ error }) => error === "").length, problem]).toEqual([5000, null]);
});

const DESCRIBED = "jogador:a:b | Robux: 1.250 | Email: x@exemplo.com | Senha do email: s";

test.each([
  ["login", "outro", "outro:a:b | Robux: 1.250 | Email: x@exemplo.com | Senha do email: s"],
  ["password", "c:d", "jogador:c:d | Robux: 1.250 | Email: x@exemplo.com | Senha do email: s"],
  ["emailLogin", "y@exemplo.com", "jogador:a:b | Robux: 1.250 | Email: y@exemplo.com | Senha do email: s"],
] as const)("a line's %s is rewritten and the rest of the line stays", (field, value, written) => {
  expect(robloxLine.write(DESCRIBED, field, value)).toBe(written);
  expect(robloxLine.part(1, written)[field]).toBe(value);
});

test("a line without an e-mail gets one with its password", () => {
  const written = robloxLine.write("jogador:a:b | Robux: 40", "emailLogin", "x@exemplo.com:s:1");
  expect(written).toBe("jogador:a:b | Robux: 40 | Email: x@exemplo.com | Email password: s:1");
  const read = { emailLogin: "x@exemplo.com", emailPassword: "s:1" };
  expect(robloxLine.part(1, written)).toMatchObject({ ...read, robux: 40 });
  const halfStated = robloxLine.write("jogador:a | E-mail: y@exemplo.com", "emailLogin", "x@exemplo.com:s:1");
  expect(robloxLine.part(1, halfStated)).toMatchObject(read);
});
