import { asText, parsePaste } from "@/shared/sheet/clipboard";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";

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
    marked: [],
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
  expect(parsePaste("12,9\n", cells(2, price), cells(3, price))).toEqual({
    edits: [
      { id: "a", column: "price", value: "12.90" },
      { id: "b", column: "price", value: "12.90" },
    ],
    refused: 0,
  });
});

test("a column of values goes into a cell each, and what is refused is counted", () => {
  expect(parsePaste("x\t1\r\ny\tnada\r\nz\t3\r\nfora\t4", cells(1, login), cells(3, login, price))).toEqual({
    edits: [
      { id: "a", column: "login", value: "x" },
      { id: "a", column: "price", value: "1.00" },
      { id: "b", column: "login", value: "y" },
      { id: "c", column: "login", value: "z" },
      { id: "c", column: "price", value: "3.00" },
    ],
    refused: 3,
  });
});

test("a fraction is no whole number, though thousands may be grouped by dots", () => {
  const robux: GridColumn<Account> = { ...login, key: "robux", kind: "count" };
  const { edits, refused } = parsePaste("12.5\n1.250\n1250", cells(1, robux), cells(3, robux));
  expect(edits.map(({ id, value }) => [id, value])).toEqual([
    ["b", "1250"],
    ["c", "1250"],
  ]);
  expect(refused).toBe(1);
});

test("values beyond the edge of the grid are counted, not dropped in silence", () => {
  expect(parsePaste("1\t2\t3\n4", cells(1, price), cells(1, price))).toEqual({
    edits: [{ id: "a", column: "price", value: "1.00" }],
    refused: 3,
  });
});

test("a cell in quotes is one value, with the tabs, breaks and quotes that it has", () => {
  const { edits } = parsePaste(
    '"um\tdois"\t"1,5"\r\n"diz ""oi""\nfim"\t2\r\n5" tela\t3',
    cells(1, login),
    cells(3, login, price),
  );
  expect(edits.map(({ value }) => value)).toEqual(["um dois", "1.50", 'diz "oi" fim', "2.00", '5" tela', "3.00"]);
});

test("what is copied comes back as it was", () => {
  const odd = rows.map((row, index) => ({
    ...row,
    data: { ...row.data, login: ["a\tb", '"c" d', "e"][index] as string },
  }));
  const text = asText({ rows: odd, columnsOf: () => [login, price] });
  expect(text).toBe('"a\tb"\t10,50\n"""c"" d"\t10,50\ne\t10,50');
  expect(parsePaste(text, cells(1, login), cells(3, login, price)).edits.map(({ value }) => value)).toEqual([
    "a b",
    "10.50",
    '"c" d',
    "10.50",
    "e",
    "10.50",
  ]);
});
