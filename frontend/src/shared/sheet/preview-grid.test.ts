import { columnWidths } from "@/shared/sheet/preview-grid";
import { type GridColumn, type GridRow, memoMap } from "@/shared/sheet/rows";

type Item = { login: string; email: string; title: string };

const columns: GridColumn<Item>[] = [
  { key: "login", header: "Login", value: ({ login }) => login },
  { key: "email", header: "Email", value: ({ email }) => email },
  { key: "title", header: "Título", value: ({ title }) => title, fallback: () => "Conta Roblox - Robux e Itens" },
  { key: "price", header: "Preço", kind: "money", value: () => "10.00", width: 6 },
];

function row(id: string, data: Item): GridRow<Item> {
  return {
    id,
    line: Number(id),
    data,
    verdict: "valid",
    notes: [],
    title: null,
    priceEur: null,
    stale: false,
    marked: [],
  };
}

const ROWS = [
  row("1", { login: "rafa_obby", email: "", title: "" }),
  row("2", { login: "lucas_blox2014", email: "", title: "" }),
];

it("shares the width by the longest text, and gives an empty column little", () => {
  expect(columnWidths(columns, true)(ROWS)).toEqual({
    "--sheet-tracks": "9.75rem minmax(7.125rem, 14fr) minmax(3.625rem, 6fr) minmax(7.125rem, 20fr) 6rem 2.5rem",
    "--sheet-width": "36.125rem",
    "--sheet-columns": 4,
  });
});

it("lets no text take all of the room", () => {
  const rows = [row("1", { login: "a", email: "", title: "Conta Roblox ".repeat(20) })];
  expect(columnWidths(columns, false)(rows)["--sheet-tracks" as never]).toContain("20fr) 6rem");
});

test("of many rows only those that changed are made anew", () => {
  const made: string[] = [];
  const make = memoMap(({ name }: { name: string }) => {
    made.push(name);
    return name.toUpperCase();
  });
  const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];

  expect(make([a, b, c])).toEqual(["A", "B", "C"]);
  expect(make([a, { name: "d" }, c])).toEqual(["A", "D", "C"]);
  expect(make([c])).toEqual(["C"]);
  expect(made).toEqual(["a", "b", "c", "d"]);
});
