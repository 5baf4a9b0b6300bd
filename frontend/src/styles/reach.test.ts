import { readdirSync, readFileSync } from "node:fs";

const sheets = readdirSync("src/styles").filter((name) => name.endsWith(".css"));

test("no rule of the whole page is looked at anew with each element that comes or goes", () => {
  const far = sheets.flatMap(
    (name) => readFileSync(`src/styles/${name}`, "utf8").match(/\b(?:html|body):has\((?!>).*/g) ?? [],
  );
  expect(far).toEqual([]);
});
