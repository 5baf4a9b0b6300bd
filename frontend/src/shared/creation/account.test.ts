import { robloxLine } from "@/screens/roblox-bulk/parse";
import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import {
  type Account,
  accountColumns,
  edited,
  filled,
  type LineOverride,
  overridesBody,
} from "@/shared/creation/account";
import { parseText, splitLines } from "@/shared/creation/lines";

const TEXT = "jogador01:a\n\nruim";
const { lines } = parseText(TEXT, robloxLine);
const accounts = new Map<string, Account>(
  lines.map((parsed) => [String(parsed.line), { parsed, raw: splitLines(TEXT)[parsed.line - 1] ?? "", override: {} }]),
);
const edit = (column: string, value: string, id = "1", own: ReadonlyMap<string, LineOverride> = new Map()) =>
  edited([{ id, column, value }], accounts, own, robloxLine);

test("a cell of the line rewrites the line, several cells of it together", () => {
  const both = [
    { id: "1", column: "login", value: "outro" },
    { id: "1", column: "password", value: "x" },
  ];
  expect(edited(both, accounts, new Map(), robloxLine).lines).toEqual(new Map([[1, "outro:x"]]));
  expect(edit("raw", "jogador03:c", "3").lines).toEqual(new Map([[3, "jogador03:c"]]));
});

test("a title or price of one line is its own, and moves with its login", () => {
  const own = edit("priceUsd", "12.50").overrides;
  expect(own).toEqual(new Map([["jogador01", { priceUsd: "12,50" }]]));
  expect(edit("login", "Outro", "1", own).overrides).toEqual(new Map([["outro", { priceUsd: "12,50" }]]));
});

test("what lines have of their own goes out under their numbers, without what is blank", () => {
  const own = new Map([["jogador01", { title: "", priceUsd: "12,50" }]]);
  expect(overridesBody(lines, own, filled)).toEqual({ "1": { priceUsd: "12.50" } });
});

test("a field takes no text that would part the line otherwise", () => {
  const general = { title: () => "Geral", priceUsd: "10,00" };
  const [login, password] = accountColumns({ rule: robloxLine, rate: "0.87", general, titles: true, extra: [] });
  const account = accounts.get("1") as Account;
  expect(login?.refuse?.("a:b", account)).toBe("Esse texto não cabe no formato da linha.");
  expect(login?.refuse?.("outro", account)).toBe("");
  expect(password?.refuse?.("a:b", account)).toBe("");
});

test.each([
  ["roblox", robloxLine],
  ["war-thunder", warThunderLine],
] as const)("an account of %s without an e-mail takes one with its password, and says so", (_, rule) => {
  const general = { title: () => "Geral", priceUsd: "10,00" };
  const email = accountColumns({ rule, rate: "0.87", general, titles: true, extra: [] })[2];
  const account: Account = { parsed: rule.part(1, "jogador01:a"), raw: "jogador01:a", override: {} };
  const needed = "Escreva o e-mail com a senha dele: email:senhadoemail";
  expect(email?.editable?.(account)).toBe(true);
  expect(email?.refuse?.("x@exemplo.com", account)).toBe(needed);
  expect(email?.refuse?.(":s", account)).toBe(needed);
  expect(email?.refuse?.("x@exemplo.com:s", account)).toBe("");
});
