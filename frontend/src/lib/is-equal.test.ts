import { isEqual } from "@/lib/is-equal";

test.each([
  [
    { login: "ana", own: { robux: "5", images: ["1", "2"] } },
    { own: { images: ["1", "2"], robux: "5" }, login: "ana" },
  ],
  [null, null],
  [[], []],
])("%j is the same as %j", (one, other) => expect(isEqual(one, other)).toBe(true));

test.each([
  [{ robux: "5" }, { robux: 5 }],
  [{ robux: "5" }, { robux: "5", title: "" }],
  [
    { robux: "5", title: "" },
    { robux: "5", login: "" },
  ],
  [
    ["1", "2"],
    ["2", "1"],
  ],
  [[], {}],
  [{}, null],
  ["", null],
])("%j is not the same as %j", (one, other) => expect(isEqual(one, other)).toBe(false));
