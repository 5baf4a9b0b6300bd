/**
 * Builds static/dist with Tailwind and esbuild: one stylesheet, one module per screen, the shell, the blocking theme
 * script, source maps, and a manifest that Django reads.
 *
 *   node build.mjs           once, minified; a warning is a failure
 *   node build.mjs --watch   again on every change, readable
 */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { chunks } from "./chunks.mjs";
import { report } from "./sizes.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const staticRoot = resolve(here, "../static");
const dist = join(staticRoot, "dist");
const watch = process.argv.includes("--watch");

const tailwind = [
  join(here, "node_modules/@tailwindcss/cli/dist/index.mjs"),
  ...["--input", "src/styles/tailwind.css", "--output", "node_modules/.cache/tailwind.css"],
];

/** Every entry by its name in the manifest. */
const entryPoints = {
  app: "src/styles/app.css",
  theme: "src/app/shell/theme.ts",
  shell: "src/app/shell/index.ts",
  ...Object.fromEntries(readdirSync(join(here, "src/screens")).map((name) => [name, `src/screens/${name}/screen.tsx`])),
};

/** The chunks that `file` imports statically, directly or through another chunk. */
function staticImports(outputs, file, found = new Set()) {
  for (const { path, kind } of outputs[file].imports) {
    if (kind === "import-statement" && !found.has(path)) staticImports(outputs, path, found.add(path));
  }
  return [...found];
}

/** Writes {css, theme, fonts, entries: {name: {file, imports, css?}}}, and deletes what earlier builds left behind. */
const manifest = {
  name: "manifest",
  setup(build) {
    build.onEnd(({ errors, metafile: { outputs } = {} }) => {
      if (errors.length > 0) return;
      const published = (file) => relative(staticRoot, resolve(here, file));
      const fileOf = Object.fromEntries(Object.entries(outputs).map(([file, { entryPoint }]) => [entryPoint, file]));
      const entries = Object.entries(entryPoints).map(([name, source]) => {
        const file = fileOf[source];
        const { cssBundle } = outputs[file];
        const css = cssBundle && { css: published(cssBundle) };
        return [name, { file: published(file), imports: staticImports(outputs, file).map(published), ...css }];
      });
      const { app, theme, ...pages } = Object.fromEntries(entries);
      const files = Object.keys(outputs).map(published);
      const fonts = files.filter((file) => file.endsWith(".woff2"));
      writeFileSync(
        join(dist, "manifest.json"),
        JSON.stringify({ css: app.file, theme: theme.file, fonts, entries: pages }),
      );
      const current = new Set([...files, "dist/manifest.json"].map((file) => join(staticRoot, file)));
      for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        const path = join(file.parentPath, file.name);
        if (file.isFile() && !current.has(path)) rmSync(path);
      }
    });
  },
};

execFileSync(process.execPath, tailwind, { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
const builder = await context({
  absWorkingDir: here,
  entryPoints,
  outdir: dist,
  entryNames: "[name]-[hash]",
  chunkNames: "chunks/[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  jsx: "automatic",
  target: ["es2022", "chrome111", "firefox128", "safari16.4"],
  loader: { ".svg": "dataurl", ".woff2": "file" },
  define: { "process.env.NODE_ENV": watch ? '"development"' : '"production"' },
  minify: !watch,
  sourcemap: true,
  legalComments: "linked",
  metafile: true,
  logLevel: "warning",
  plugins: [chunks, manifest],
});

if (watch) {
  // Ends with this process: both are told by the terminal, and its input closes.
  spawn(process.execPath, [...tailwind, "--watch"], { cwd: here, stdio: ["pipe", "ignore", "inherit"] });
  await builder.watch();
} else {
  const { warnings } = await builder.rebuild();
  await builder.dispose();
  report();
  if (warnings.length > 0) process.exit(1);
}
