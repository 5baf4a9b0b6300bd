import { toEuro, with99 } from "@/lib/money";
import { byPercent, endIn99, replaceText } from "@/shared/sheet/bulk-edit-bar";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";

type Account = { title: string; price: string; fixed?: boolean };

const title: GridColumn<Account> = {
  key: "title",
  header: "Título",
  value: (account) => account.title,
  editable: (account) => !account.fixed,
  fallback: () => "Conta (geral)",
};
const price: GridColumn<Account> = {
  key: "price",
  header: "Preço",
  kind: "money",
  value: (account) => account.price,
  editable: () => true,
};

function grid(...accounts: Account[]): GridRow<Account>[] {
  return accounts.map((data, index) => ({
    id: `${index + 1}`,
    line: index + 1,
    data,
    verdict: "valid",
    notes: [],
    priceEur: null,
    title: null,
    stale: false,
    marked: [],
  }));
}

test("find and replace takes the text literally and ignores case", () => {
  const rows = grid({ title: "Conta a. e CONTA A.", price: "1.00" }, { title: "Outra", price: "1.00" });
  expect(replaceText(rows, title, "conta a.", "$& Kit")).toEqual([
    { id: "1", column: "title", value: "$& Kit e $& Kit" },
  ]);
  expect(replaceText(rows, title, "", "x")).toEqual([]);
});

test("an empty cell is replaced in the default it shows; a read-only one stays", () => {
  const rows = grid({ title: "", price: "1.00" }, { title: "Conta", price: "1.00", fixed: true });
  expect(replaceText(rows, title, "(geral)", "nova")).toEqual([{ id: "1", column: "title", value: "Conta nova" }]);
});

test.each([
  ["10", "12.50", "13.75"],
  ["-7,5", "10.00", "9.25"],
  ["+0,03 %", "50.00", "50.02"],
  ["+0,05 %", "50.00", "50.02"],
  ["33.33", "0.03", "0.04"],
])("%s %% of %s is %s", (percent, before, after) => {
  expect(byPercent(grid({ title: "", price: before }), price, percent)).toEqual([
    { id: "1", column: "price", value: after },
  ]);
});

test("half a cent goes to the even neighbour, as on the server", () => {
  expect(byPercent(grid({ title: "", price: "50.00" }), price, "0,01")).toEqual([]);
  expect(toEuro("10.05", "0.50")).toBe("5.02");
  expect(toEuro("10.15", "0.50")).toBe("5.08");
});

test("what stands in a file for a price and is none is left as it is", () => {
  const rows = grid({ title: "", price: "caro" }, { title: "", price: "1.00" });
  expect(byPercent(rows, price, "10")).toEqual([{ id: "2", column: "price", value: "1.10" }]);
  expect(endIn99(rows, price)).toEqual([{ id: "2", column: "price", value: "0.99" }]);
});

test("what is no percentage changes nothing, and no price falls to zero", () => {
  expect(byPercent(grid({ title: "", price: "1.00" }), price, "dez")).toBeNull();
  expect(byPercent(grid({ title: "", price: "1.00" }), price, "-100")).toEqual([]);
});

test.each([
  ["10.00", "9.99"],
  ["10.48", "9.99"],
  ["10.50", "10.99"],
  ["0.10", "0.99"],
  ["1.49", "1.99"],
  ["9.99", "9.99"],
])("%s euros become %s", (before, after) => {
  expect(with99(before)).toBe(after);
});

test("dollars are chosen so that the euros that go out end in 99", () => {
  for (const usd of ["10.00", "15.00", "19.90", "0.50", "123.45", "9999.00"]) {
    expect(toEuro(with99(usd, "0.8700"), "0.8700")).toMatch(/\.99$/);
  }
  expect(with99("10.00", "0.87")).toBe("10.33");
});

test("prices that end in 99 already are no edits", () => {
  expect(endIn99(grid({ title: "", price: "9.99" }, { title: "", price: "20.10" }), price)).toEqual([
    { id: "2", column: "price", value: "19.99" },
  ]);
});
