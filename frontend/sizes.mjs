/** The first scripts of each route, and all its stylesheets, gzipped, against budgets.json. `node sizes.mjs` fails when
 * one is over. What a visit really downloads, later scripts included, is counted by e2e/test_every_page.py. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const staticRoot = join(here, "../static");
const { scriptsKb, stylesKb } = JSON.parse(readFileSync(join(here, "budgets.json"), "utf8"));

const gzippedKb = (file) => gzipSync(readFileSync(join(staticRoot, file)), { level: 9 }).length / 1024;

const isCreator = (name) => name === "upload" || name === "criar";

const sum = (files) => [...new Set(files)].reduce((total, file) => total + gzippedKb(file), 0);

/** Print one line per route, its scripts and its stylesheets; true when all are within their budgets. */
export function report() {
  const { css, entries } = JSON.parse(readFileSync(join(staticRoot, "dist/manifest.json"), "utf8"));
  const { shell, ...routes } = entries;
  const verdicts = Object.entries(routes).map(([name, route]) => {
    const scripts = sum([shell.file, ...shell.imports, route.file, ...route.imports]);
    const styles = sum([css, route.css ?? css]);
    const scriptsBudget = isCreator(name) ? scriptsKb.creator : scriptsKb.page;
    const fits = scripts <= scriptsBudget && styles <= stylesKb;
    const sizes = [`${scripts.toFixed(1)} of ${scriptsBudget}`, `${styles.toFixed(1)} of ${stylesKb}`];
    console.log(
      `${name.padEnd(22)}${sizes.map((size) => size.padStart(14)).join("")} KB gz${fits ? "" : "  OVER BUDGET"}`,
    );
    return fits;
  });
  return verdicts.every(Boolean);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(report() ? 0 : 1);
