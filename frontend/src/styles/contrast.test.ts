import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Theme = Record<string, number>;

const css = readFileSync("src/styles/tokens.css", "utf8");
const light = luminances(/:root \{([^}]*)\}/);
const themes: [string, Theme][] = [
  ["light", light],
  ["dark", { ...light, ...luminances(/\.dark \{([^}]*)\}/) }],
];

const TONES = ["accent", "good", "warn", "bad", "info"];
const TEXT_PAIRS = [
  ...["ink", "muted", ...TONES].flatMap((text) => ["canvas", "surface", "sunken"].map((ground) => [text, ground])),
  ...TONES.flatMap((tone) => [
    [tone, `${tone}-soft`],
    ["ink", `${tone}-soft`],
  ]),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-bad", "bad"],
  ["on-bad", "bad-strong"],
  ["rail-ink", "rail"],
  ["rail-ink", "rail-raised"],
  ["rail-muted", "rail"],
  ["rail-muted", "rail-raised"],
];
const OUTLINE_PAIRS = [
  ["line-strong", "surface"],
  ["line-strong", "canvas"],
  ["accent", "surface"],
  ["signal", "rail"],
];

describe.each(themes)("contrast, %s (WCAG 2.2 AA)", (_, theme) => {
  it.each(TEXT_PAIRS)("%s on %s reads: at least 4.5:1", (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(OUTLINE_PAIRS)("%s on %s shows: at least 3:1", (line, ground) => {
    expect(contrast(theme, line, ground)).toBeGreaterThanOrEqual(3);
  });
});

/** Relative luminance of every opaque token in the block that `pattern` finds. */
function luminances(pattern: RegExp): Theme {
  const block = pattern.exec(css)?.[1] ?? "";
  const tokens = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return Object.fromEntries([...tokens].map(([, name, l, c, h]) => [name, luminance(Number(l), Number(c), Number(h))]));
}

/** oklch to linear sRGB (Ottosson's matrices), then WCAG's weights. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

function contrast(theme: Theme, one: string | undefined, other: string | undefined): number {
  const [first = Number.NaN, second = Number.NaN] = [theme[one ?? ""], theme[other ?? ""]];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
