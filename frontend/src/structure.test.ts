import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** From the bottom up: a layer imports itself and those before it. Screens import no other screen. */
const LAYERS = ["lib", "api", "ui", "app", "shared", "screens"];
const IMPORT = /\b(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g;
const EXPORT = /^export (?:default )?(?:async )?(?:const|function|type|class) (\w+)/gm;

const modules = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file),
);
const product = modules.filter((file) => !/fixture/.test(file));

const importsOf = (file: string): string[] =>
  [...readFileSync(join("src", file), "utf8").matchAll(IMPORT)].flatMap(([, path = ""]) => {
    const bare = path.startsWith("@/") ? path.slice(2) : join(dirname(file), path);
    return modules.filter((module) => module === `${bare}.ts` || module === `${bare}.tsx`);
  });

const layerOf = (file: string) => LAYERS.indexOf(file.split("/")[0] ?? "");
const screenOf = (file: string) => (file.startsWith("screens/") ? file.split("/")[1] : undefined);
const imports = new Map(product.map((file) => [file, importsOf(file)]));
const edges = [...imports].flatMap(([file, all]) => all.map((imported) => [file, imported] as const));

test("every module is in a layer, and layers import one way", () => {
  expect(product.filter((file) => layerOf(file) < 0)).toEqual([]);
  expect(edges.filter(([file, imported]) => layerOf(imported) > layerOf(file))).toEqual([]);
});

test("no screen imports another, not even in a test", () => {
  const tests = readdirSync("src/screens", { recursive: true, encoding: "utf8" }).map((file) => join("screens", file));
  const all = tests.filter((file) => /\.tsx?$/.test(file)).flatMap((file) => importsOf(file).map((to) => [file, to]));
  const across = all.filter(([file = "", to = ""]) => screenOf(to) && screenOf(to) !== screenOf(file));
  expect(across).toEqual([]);
});

test("no two exports of different modules share a name", () => {
  const modulesOf = new Map<string, Set<string>>();
  for (const file of modules) {
    for (const [, name = ""] of readFileSync(join("src", file), "utf8").matchAll(EXPORT))
      modulesOf.set(name, (modulesOf.get(name) ?? new Set()).add(file));
  }
  expect([...modulesOf].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([]);
});

test("every screen has the module that the build starts from", () => {
  const entries = modules.filter((file) => /^screens\/[^/]+\/screen\.tsx$/.test(file));
  expect(entries.map(screenOf)).toEqual(readdirSync("src/screens").sort());
});

test("no module imports itself through others", () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file) || path.includes(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of product) visit(file, []);
  expect(cycles).toEqual([]);
});
