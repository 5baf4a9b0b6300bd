import { moveCell, tabCell } from "@/shared/sheet/moves";

const bounds = { rows: 100, columns: 4, page: 15 };
const at = (row: number, column: number) => ({ row, column });

test.each([
  ["ArrowDown", false, at(1, 1)],
  ["ArrowDown", true, at(99, 1)],
  ["ArrowUp", false, at(0, 1)],
  ["ArrowRight", false, at(0, 2)],
  ["ArrowRight", true, at(0, 3)],
  ["PageDown", false, at(15, 1)],
  ["Home", false, at(0, 0)],
  ["End", false, at(0, 3)],
  ["End", true, at(99, 3)],
])("%s (Ctrl: %s) leads from the first row's second cell to %o", (key, far, expected) => {
  expect(moveCell(key, far, at(0, 1), bounds)).toEqual(expected);
});

test("nothing leads out of the grid, and letters lead nowhere", () => {
  expect(moveCell("ArrowUp", false, at(0, 0), bounds)).toEqual(at(0, 0));
  expect(moveCell("PageDown", false, at(95, 0), bounds)).toEqual(at(99, 0));
  expect(moveCell("a", false, at(0, 0), bounds)).toBeNull();
});

test("Tab stops where it may, goes on in the next row, and leaves after the last", () => {
  const stops = ({ column }: { column: number }) => column > 1;
  expect(tabCell(at(0, 2), 1, bounds, stops)).toEqual(at(0, 3));
  expect(tabCell(at(0, 3), 1, bounds, stops)).toEqual(at(1, 2));
  expect(tabCell(at(1, 2), -1, bounds, stops)).toEqual(at(0, 3));
  expect(tabCell(at(99, 3), 1, bounds, stops)).toBeNull();
  expect(tabCell(at(0, 2), -1, bounds, stops)).toBeNull();
});
