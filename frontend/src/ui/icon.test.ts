import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ICON_NAMES } from "@/ui/button";

const names = [...ICON_NAMES].sort();

describe("icons", () => {
  it("every name has its drawing, and every drawing its name", () => {
    const drawings = readdirSync("src/styles/icons").map((file) => file.replace(/\.svg$/, ""));
    expect(drawings.sort()).toEqual(names);
  });

  it("every name has its line in icons.css", () => {
    const css = readFileSync("src/styles/icons.css", "utf8");
    const lines = [...css.matchAll(/\.icon-([\w-]+) \{\s+--icon: url\("\.\/icons\/([\w-]+)\.svg"\)/g)];
    expect(lines.map(([, name]) => name).sort()).toEqual(names);
    expect(lines.every(([, name, file]) => name === file)).toBe(true);
  });
});
