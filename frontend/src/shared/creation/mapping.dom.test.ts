import { beforeEach, describe, expect, it } from "vitest";
import type { FileReading, UploadField } from "@/api/drafts";
import { mapColumn, missingText, rememberMapping, rowsIn, startingMapping } from "@/shared/creation/mapping";

const field = (name: string, kind: UploadField["kind"] = "text", place: "account" | "data" = "account"): UploadField => ({
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
const reading = (...cells: string[]): FileReading => ({
  ...{ kind: "csv", encoding: "", delimiter: "", sheet: "", sheets: [], headerLine: 1, columns: [], notices: [] },
  ...{ rows: [cells], lines: [7], total: 1, fields },
});

describe("accounts", () => {
  it("hold what the mapped columns say", () => {
    const mapping = ["login", "password", null, "price", "skins", "current_tier:current_division"];
    expect(rowsIn(reading("a01", "x:y", "azul", "14,99", "1.250", "Ouro 2"), mapping)).toEqual([
      {
        line: 7,
        own: {
          login: "a01",
          password: "x:y",
          price: "14,99",
          "account_data.skins": "1.250",
          "account_data.current_tier": "Gold",
          "account_data.current_division": "2",
        },
      },
    ]);
  });

  it("state nothing for blank cells", () => {
    expect(rowsIn(reading("a01", "x", " "), ["login", "password", "title"])[0]?.own).toEqual({
      login: "a01",
      password: "x",
    });
  });

  it("are parted at the first colon", () => {
    expect(rowsIn(reading("a01:x:y"), ["login:password"])[0]?.own).toEqual({ login: "a01", password: "x:y" });
    expect(rowsIn(reading("a01:x:a@example.com:y"), ["login:password"])[0]?.own).toEqual({
      login: "a01",
      password: "x",
      emailLogin: "a@example.com",
      emailPassword: "y",
    });
  });
});

describe("mapping", () => {
  it("gives a field to one column only", () => {
    expect(mapColumn(["login", null, "password"], 1, "login")).toEqual([null, "login", "password"]);
    expect(mapColumn(["login", null], 0, null)).toEqual([null, null]);
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
