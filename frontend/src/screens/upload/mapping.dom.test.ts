import { beforeEach, describe, expect, it } from "vitest";
import type { UploadField } from "@/api/drafts";
import {
  accountOf,
  type Item,
  mapped,
  missingText,
  rememberMapping,
  rowProblem,
  startingMapping,
  textOf,
  withText,
} from "@/screens/upload/mapping";
import type { Kind } from "@/screens/upload/standard";

const field = (name: string, kind: Kind = "text", place: "account" | "data" = "account"): UploadField => ({
  name,
  label: name,
  required: false,
  kind,
  place,
  options: [],
  words: { ouro: "Gold" },
});
const fields = [
  field("login"),
  field("password", "secret"),
  field("login:password", "pair"),
  field("emailLogin"),
  field("emailPassword", "secret"),
  field("title"),
  field("price", "amount"),
  field("skins", "count", "data"),
  field("current_tier:current_division", "rank", "data"),
  field("agents", "list", "data"),
];
const row = (...cells: string[]): Item => ({ id: "7", line: 7, cells, extra: {} });

describe("accounts", () => {
  it("hold what the mapped columns say, each where the request has it", () => {
    const mapping = ["login", "password", null, "price", "skins", "current_tier:current_division"];
    expect(accountOf(row("a01", "x:y", "azul", "14,99", "1.250", "Ouro 2"), mapping, fields)).toEqual({
      line: 7,
      login: "a01",
      password: "x:y",
      price: "14.99",
      account_data: { skins: 1250, current_tier: "Gold", current_division: 2 },
    });
  });

  it("state nothing for blank cells", () => {
    expect(accountOf(row("a01", "x", " ", "31"), ["login", "password", "title", "agents"], fields)).toEqual({
      line: 7,
      login: "a01",
      password: "x",
    });
  });

  it("are parted at the first colon", () => {
    expect(accountOf(row("a01:x:y"), ["login:password"], fields)).toEqual({ line: 7, login: "a01", password: "x:y" });
    expect(accountOf(row("a01:x:a@example.com:y"), ["login:password"], fields)).toEqual({
      line: 7,
      login: "a01",
      password: "x",
      emailLogin: "a@example.com",
      emailPassword: "y",
    });
  });

  it("take what was added beyond the columns", () => {
    const item = withText(row("a01", "x"), ["login", "password"], "title", "Conta 01");
    expect(textOf(item, ["login", "password"], "title")).toBe("Conta 01");
    expect(accountOf(item, ["login", "password"], fields)).toMatchObject({ title: "Conta 01" });
    expect(withText(item, ["login", "password"], "password", "z").cells).toEqual(["a01", "z"]);
  });

  it.each([
    [{}, "Falta o login e a senha."],
    [{ password: "x" }, "Falta o login."],
    [{ login: "a" }, "Falta a senha."],
    [{ login: "jo••••02", password: "x" }, "O login está mascarado: preencha-o com o login verdadeiro."],
    [{ login: "a", password: "x" }, ""],
  ])("are held back when %j", (account, problem) => expect(rowProblem(account)).toBe(problem));
});

describe("mapping", () => {
  it("gives a field to one column only", () => {
    expect(mapped(["login", null, "password"], 1, "login")).toEqual([null, "login", "password"]);
    expect(mapped(["login", null], 0, null)).toEqual([null, null]);
  });

  it("lacks login and password until they are there", () => {
    expect(missingText([null])).toBe("Indique a coluna de Login e de Senha, ou a que tem “login:senha”.");
    expect(missingText(["login"])).toBe("Indique a coluna de Senha, ou a que tem “login:senha”.");
    expect(missingText(["login:password"])).toBe("");
    expect(missingText(["login", "password"])).toBe("");
  });
});

describe("memory", () => {
  const columns = ["usr", "segredo-da-conta"].map((header, index) => ({ index, header, field: null }));
  beforeEach(() => localStorage.clear());

  it("gives back what was chosen for the same columns, and keeps none of their words", () => {
    rememberMapping("fortnite", columns, ["login", "password"]);
    expect(startingMapping("fortnite", columns)).toEqual(["login", "password"]);
    expect(startingMapping("roblox", columns)).toEqual([null, null]);
    expect(startingMapping("fortnite", columns.slice(1))).toEqual([null]);
    expect(JSON.stringify({ ...localStorage })).not.toContain("segredo");
  });

  it("does without what it cannot read", () => {
    rememberMapping("fortnite", columns, ["login", "password"]);
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, "{");
    expect(startingMapping("fortnite", columns)).toEqual([null, null]);
  });
});
