import { newEntries, rowMaker, withEdits } from "@/shared/creation/entries";
import { initialForm, textOf } from "@/shared/creation/game";
import { GAMES, GOLDEN, goldenLimits } from "@/shared/creation/golden.fixture";
import { numberedLines, parseLines, passwordParts, readLine, splitOtherwise, textProblem } from "@/shared/creation/lines";

const cases = (["roblox", "war-thunder"] as const).flatMap((slug) =>
  GOLDEN[slug].map(({ name, text, lines }) => ({ slug, name, text, lines })),
);

test.each(cases)("$slug: $name", ({ slug, text, lines }) => {
  const game = GAMES[slug];
  const read = newEntries([], parseLines(text).lines);
  const rows = rowMaker(
    game,
    initialForm(game),
  )(read).map(({ line, verdict, error, data }) => {
    const { own } = readLine(data.text, game.lines);
    const said = verdict === "valid" ? Object.entries(own).map(([name, value]) => [name, textOf(value)]) : [];
    return { line, verdict, error, ...Object.fromEntries(said.filter(([, value]) => value !== "")) };
  });

  const expected = lines
    .filter(({ error }) => !error?.includes("cookie"))
    .map(({ line, verdict = "valid", error = "", ...fields }) => {
      // What cannot be read is not looked at further.
      const { robux, otherExperiences = [], ...said } = verdict === "valid" ? fields : {};
      const names = otherExperiences.join(", ");
      const details = { ...(robux != null && { robux: String(robux) }), ...(names && { otherExperiences: names }) };
      return { line, verdict, error, ...said, ...details };
    });
  expect(rows).toEqual(
    expected.map(({ ...row }) => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null))),
  );
});

test.each(goldenLimits)("a text with $name is refused as on the server", ({ text, error }) => {
  const limits = GAMES.roblox.limits;
  expect(textProblem(text, numberedLines(text).length, limits)).toBe(error);
});

test("a line with a session cookie stays where it is, and every other keeps its number", () => {
  const { lines, cookies } = parseLines("a:b\r\nruim\r\u200b\nana:_|WARNING:-DO-NOT-\u017fHARE-THIS\n c:d ");
  expect(lines).toEqual([
    { line: 1, text: "a:b" },
    { line: 2, text: "ruim" },
    { line: 5, text: " c:d " },
  ]);
  expect(cookies).toEqual(["ana:_|WARNING:-DO-NOT-\u017fHARE-THIS"]);
});

test("characters that a request may not contain become invisible", () => {
  expect(parseLines("ana:x\u00001\nbia:x2\ud83c").lines.map(({ text }) => text)).toEqual([
    "ana:x\u200b1",
    "bia:x2\u200b",
  ]);
});

test.each([
  ["ana", "Não há “:” entre o login e a senha."],
  ["ana:", "Falta a senha."],
  [":senha", "Falta o login."],
  ["a:b:c@d.com:", "Falta a senha do e-mail."],
  ["a:b:c@d.com", "Há três partes: falta a senha do e-mail?"],
])("what is missing of %j is said", (line, reason) => {
  expect(readLine(line, GAMES["war-thunder"].lines)).toMatchObject({ reason });
});

test.each([
  ["jogador01;senha", { login: "jogador01", password: "senha" }],
  ["jogador01\tsenha", { login: "jogador01", password: "senha" }],
  ["jogador01：senha", { login: "jogador01", password: "senha" }],
  ["jogador01 | senha", { login: "jogador01", password: "senha" }],
  ["jogador01/senha", { login: "jogador01", password: "senha" }],
  ["jogador01   senha", { login: "jogador01", password: "senha" }],
  ["p;s;e@f.g;h", { login: "p", password: "s", emailLogin: "e@f.g", emailPassword: "h" }],
  ["a;b;c", null],
  ["a;", null],
])("a line %j with another separator", (line, said) => {
  expect(splitOtherwise(line)).toEqual(said);
});

test.each([
  ["Sen#a9:mail9@rambler.ru:mp9", [{ password: "Sen#a9", emailLogin: "mail9@rambler.ru", emailPassword: "mp9" }]],
  ["Sen#a9 mail9@rambler.ru", [{ password: "Sen#a9", emailLogin: "mail9@rambler.ru", emailPassword: "" }]],
  ["senha1:outra:senha2", [{ password: "senha1" }, { login: "outra", password: "senha2" }]],
  ["senha1, outra:senha2", [{ password: "senha1" }, { login: "outra", password: "senha2" }]],
  ["P@ss.word", null],
  ["Senha:2", null],
])("a password %j", (password, accounts) => {
  expect(passwordParts(password)).toEqual(accounts);
});

test("an edit makes one row anew, and none of those with a repeated login", () => {
  const game = GAMES.roblox;
  const makeRows = rowMaker(game, initialForm(game));
  const read = newEntries([], parseLines("um:a\num:b\ndois:c\num:d").lines);
  const before = makeRows(read);
  expect(before.map(({ verdict }) => verdict)).toEqual(["valid", "duplicate", "valid", "duplicate"]);

  const edits = [{ id: read[2]?.id ?? "", column: "password", value: "outra" }];
  const after = makeRows(withEdits(read, edits, game));
  expect(after.map((row, index) => row === before[index])).toEqual([true, true, false, true]);
});
