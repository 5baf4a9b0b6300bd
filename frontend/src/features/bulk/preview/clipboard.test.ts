import { asText, pasted } from "@/features/bulk/preview/clipboard";
import type { GridColumn, GridRow } from "@/features/bulk/preview/rows";

type Account = { login: string; price: string };

const login: GridColumn<Account> = {
  key: "login",
  header: "Login",
  value: (account) => account.login,
  editable: () => true,
};
const price: GridColumn<Account> = {
  key: "price",
  header: "Preço",
  kind: "money",
  value: (account) => account.price,
  editable: () => true,
};
const rows = ["a", "b", "c"].map(
  (name, index): GridRow<Account> => ({
    id: name,
    line: index + 1,
    data: { login: name, price: "10.50" },
    verdict: "valid",
    notes: [],
    priceEur: null,
    title: null,
    stale: false,
  }),
);
const cells = (count: number, ...columns: GridColumn<Account>[]) => ({
  rows: rows.slice(0, count),
  columnsOf: () => columns,
});

test("cells are copied as a spreadsheet takes them, amounts as people write them", () => {
  expect(asText(cells(2, login, price))).toBe("a\t10,50\nb\t10,50");
});

test("one value fills every chosen cell", () => {
  expect(pasted("12,9\n", cells(2, price), cells(3, price))).toEqual({
    edits: [
      { id: "a", column: "price", value: "12.90" },
      { id: "b", column: "price", value: "12.90" },
    ],
    refused: 0,
  });
});

test("a column of values goes into a cell each, and what is refused is counted", () => {
  expect(pasted("x\t1\r\ny\tnada\r\nz\t3\r\nfora\t4", cells(1, login), cells(3, login, price))).toEqual({
    edits: [
      { id: "a", column: "login", value: "x" },
      { id: "a", column: "price", value: "1.00" },
      { id: "b", column: "login", value: "y" },
      { id: "c", column: "login", value: "z" },
      { id: "c", column: "price", value: "3.00" },
    ],
    refused: 1,
  });
});
