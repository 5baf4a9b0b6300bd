/** The first scripts of each route, and the stylesheet, gzipped, against budgets.json. `node sizes.mjs` fails when one is
 * over. What a visit really downloads, later scripts included, is counted by e2e/test_budgets.py. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const staticRoot = join(here, "../static");
const { scriptsKb, stylesKb } = JSON.parse(readFileSync(join(here, "budgets.json"), "utf8"));

const gzippedKb = (file) => gzipSync(readFileSync(join(staticRoot, file)), { level: 9 }).length / 1024;

const isCreator = (name) => name.endsWith("-bulk") || name === "upload";

/** Print one line per route and for the stylesheet; true when all are within their budgets. */
export function report() {
  const { css, entries } = JSON.parse(readFileSync(join(staticRoot, "dist/manifest.json"), "utf8"));
  const { shell, ...routes } = entries;
  const rows = Object.entries(routes).map(([name, { file, imports }]) => {
    const files = new Set([shell.file, ...shell.imports, file, ...imports]);
    const size = [...files].reduce((sum, each) => sum + gzippedKb(each), 0);
    return { name, size, budget: isCreator(name) ? scriptsKb.creator : scriptsKb.page };
  });
  rows.push({ name: "stylesheet", size: gzippedKb(css), budget: stylesKb });
  for (const { name, size, budget } of rows) {
    const verdict = size > budget ? "  OVER BUDGET" : "";
    console.log(`${name.padEnd(24)}${size.toFixed(1).padStart(6)} of ${budget} KB gz${verdict}`);
  }
  return rows.every(({ size, budget }) => size <= budget);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(report() ? 0 : 1);
