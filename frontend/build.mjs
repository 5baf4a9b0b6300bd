/**
 * Builds static/dist with Tailwind and esbuild: one stylesheet, one module per screen, the shell, the blocking theme
 * script, source maps, and a manifest that Django reads.
 *
 *   node build.mjs           once, minified; a warning is a failure
 *   node build.mjs --watch   again on every change, readable
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { report } from "./sizes.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const staticRoot = resolve(here, "../static");
const dist = join(staticRoot, "dist");
const watch = process.argv.includes("--watch");

const tailwind = [
  join(here, "node_modules/@tailwindcss/cli/dist/index.mjs"),
  ...["--input", "src/styles/tailwind.css", "--output", "node_modules/.cache/tailwind.css"],
];

/** Every entry by its name in the manifest. No page loads `vendor`: as an entry it keeps React in a chunk of its own. */
function entryPoints() {
  const screens = readdirSync(join(here, "src/screens")).map((name) => [name, `src/screens/${name}/screen.tsx`]);
  return {
    app: "src/styles/app.css",
    theme: "src/app/shell/theme.ts",
    shell: "src/app/shell/index.ts",
    vendor: "src/app/vendor.ts",
    ...Object.fromEntries(screens),
  };
}

/** Loads the modules of a group of chunks.json together: esbuild alone makes a chunk for every combination of pages. */
const chunks = {
  name: "chunks",
  setup(build) {
    const groups = JSON.parse(readFileSync(join(here, "chunks.json"), "utf8"));
    const groupOf = new Map(Object.entries(groups).flatMap(([name, files]) => files.map((file) => [file, name])));
    build.onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path, namespace: "chunk", sideEffects: true }));
    build.onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({
      contents: groups[path.slice("chunk:".length)].map((file) => `import "@/${file}";`).join("\n"),
      resolveDir: here,
    }));
    build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
      const group = groupOf.get(relative(join(here, "src"), path).replace(/\.tsx?$/, ""));
      if (!group) return null;
      return {
        contents: `${readFileSync(path, "utf8")}\nimport "chunk:${group}";`,
        loader: path.endsWith("x") ? "tsx" : "ts",
      };
    });
  },
};

/** The chunks that `file` imports statically, directly or through another chunk. */
function staticImports(outputs, file, found = new Set()) {
  for (const { path, kind } of outputs[file].imports) {
    if (kind === "import-statement" && !found.has(path)) staticImports(outputs, path, found.add(path));
  }
  return [...found];
}

/** Writes {css, theme, fonts, entries: {name: {file, imports, css?}}}, and deletes what earlier builds left behind. */
const manifest = (points) => ({
  name: "manifest",
  setup(build) {
    build.onEnd(({ errors, metafile }) => {
      if (errors.length > 0) return;
      const { outputs } = metafile;
      const published = (file) => relative(staticRoot, resolve(here, file));
      const named = Object.fromEntries(Object.entries(points).map(([name, source]) => [source, name]));
      const entries = {};
      for (const [file, { entryPoint, cssBundle }] of Object.entries(outputs)) {
        if (!named[entryPoint]) continue;
        const css = cssBundle && { css: published(cssBundle) };
        entries[named[entryPoint]] = {
          file: published(file),
          imports: staticImports(outputs, file).map(published),
          ...css,
        };
      }
      const { app, theme, vendor: _, ...pages } = entries;
      const fonts = Object.keys(outputs).filter((file) => file.endsWith(".woff2"));
      const written = { css: app.file, theme: theme.file, fonts: fonts.map(published), entries: pages };
      writeFileSync(join(dist, "manifest.json"), JSON.stringify(written, null, 2));
      const current = new Set([
        ...Object.keys(outputs).map((file) => resolve(here, file)),
        join(dist, "manifest.json"),
      ]);
      for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        const path = join(file.parentPath, file.name);
        if (file.isFile() && !current.has(path)) rmSync(path);
      }
    });
  },
});

mkdirSync(dist, { recursive: true });
execFileSync(process.execPath, tailwind, { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
const points = entryPoints();
const builder = await context({
  absWorkingDir: here,
  entryPoints: points,
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
  plugins: [chunks, manifest(points)],
});

if (watch) {
  const styles = spawn(process.execPath, [...tailwind, "--watch=always"], {
    cwd: here,
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      styles.kill();
      process.exit();
    });
  }
  await builder.watch();
} else {
  const { warnings } = await builder.rebuild();
  await builder.dispose();
  report();
  if (warnings.length > 0) process.exit(1);
}
