/**
 * Builds static/dist: one stylesheet, one module per island, the shell, the blocking theme script, a manifest.
 *
 *   node build.mjs           once, minified; any warning is a failure
 *   node build.mjs --watch   again on every change, readable
 *   node build.mjs --sizes   once, then fail when a route is over its budget
 *
 * Tailwind writes a plain stylesheet first, esbuild then bundles it with the scripts, so that every file leaves with
 * its hash in the name and Django has nothing to rename.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { VERSION } from "rolldown";
import { minifySync } from "rolldown/experimental";
import { settled } from "./settle.mjs";
import { report } from "./sizes.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const staticRoot = resolve(here, "../static");
const dist = join(staticRoot, "dist");
const manifestFile = join(dist, "manifest.json");
const watch = process.argv.includes("--watch");

// Its names for the fields of its own tree. No other module says one of them, or the build fails.
const OF_REACT_ALONE =
  /^(_fragmentFiber|_visibility|base(Queue|State)|blockedOn|cachePool|callback(Node|Priority)|deletions|elementType|[a-z]+Lanes|lastRendered(Reducer|State)|(first|last)BaseUpdate|memoized(Props|State)|pendingProps|stateNode|subtreeFlags|updateQueue)$/;
const OF_REACT = /node_modules\/(react|react-dom|scheduler)\//;
const MINIFIER = { module: true, compress: { target: "es2022" }, mangle: { toplevel: true } };

// What is taken from React. A name that is missing here fails the build.
const REACT = {
  react:
    "Component StrictMode Suspense createContext lazy memo startTransition useCallback useContext useDeferredValue useEffect useEffectEvent useId useLayoutEffect useMemo useRef useState useSyncExternalStore",
  "react/jsx-runtime": "Fragment jsx jsxs",
};

const tailwind = [
  join(here, "node_modules/@tailwindcss/cli/dist/index.mjs"),
  ...["--input", "src/styles/tailwind.css", "--output", "node_modules/.cache/tailwind.css"],
];

/** Every entry by its name in the manifest. `vendor` is never loaded: it keeps React in a chunk of its own. */
function entryPoints() {
  const islands = readdirSync(join(here, "src/islands"))
    .map((name) => [name, `src/islands/${name}/index.tsx`])
    .filter(([, file]) => existsSync(join(here, file)));
  return {
    app: "src/styles/app.css",
    theme: "src/shell/theme.ts",
    shell: "src/shell/index.ts",
    vendor: "src/lib/vendor.ts",
    ...Object.fromEntries(islands),
  };
}

/** The chunks that `file` imports statically, directly or through another chunk. */
function staticImports(outputs, file, found = new Set()) {
  for (const { path, kind } of outputs[file].imports) {
    if (kind === "import-statement" && !found.has(path)) {
      found.add(path);
      staticImports(outputs, path, found);
    }
  }
  return [...found];
}

/** {css, theme, fonts, entries: {name: {file, imports, css?}}}, every path relative to the static root. An entry has
 * a stylesheet of its own where its modules import one. */
function manifestOf(outputs, points) {
  const published = (file) => relative(staticRoot, resolve(here, file));
  const named = Object.fromEntries(Object.entries(points).map(([name, source]) => [source, name]));
  const entries = {};
  for (const [file, { entryPoint, cssBundle }] of Object.entries(outputs)) {
    const name = named[entryPoint];
    if (!name) continue;
    entries[name] = { file: published(file), imports: staticImports(outputs, file).map(published) };
    if (cssBundle) entries[name].css = published(cssBundle);
  }
  const { app, theme, vendor: _, ...pages } = entries;
  const fonts = Object.keys(outputs).filter((file) => file.endsWith(".woff2"));
  return { css: app.file, theme: theme.file, fonts: fonts.map(published), entries: pages };
}

/** Drops what earlier builds left behind; `outputs` are the files of this one. */
function removeStale(outputs) {
  const current = new Set(Object.keys(outputs).map((file) => resolve(here, file)));
  for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !current.has(path) && path !== manifestFile) rmSync(path);
  }
}

/** Leaves two percent less of every visit than esbuild does. */
function minifyScripts(outputs) {
  for (const file of outputs.filter((each) => each.endsWith(".js"))) {
    const path = resolve(here, file);
    const { code, errors } = minifySync(file, readFileSync(path, "utf8"), MINIFIER);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    writeFileSync(path, code);
  }
}

/** The modules beside React that say a name which is renamed as if it were React's alone. */
function misnamed(inputs) {
  const others = Object.keys(inputs).filter((file) => /\.(js|mjs|tsx?)$/.test(file) && !OF_REACT.test(file));
  const words = (file) => readFileSync(join(here, file), "utf8").match(/\w+/g) ?? [];
  return others.filter((file) => words(file).some((word) => OF_REACT_ALONE.test(word)));
}

const manifest = (points) => ({
  name: "manifest",
  setup(build) {
    build.onEnd(({ errors, metafile }) => {
      if (errors.length > 0) return;
      writeFileSync(manifestFile, JSON.stringify(manifestOf(metafile.outputs, points), null, 2));
      removeStale(metafile.outputs);
    });
  },
});

/** React as a module of named exports. Its own files are CommonJS, which every file that draws something would have to
 * unwrap, at each use anew. Base UI takes more of it and goes on as it is. */
const named = {
  name: "named",
  setup(build) {
    build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ importer, kind, path }) =>
      kind === "import-statement" && !importer.includes("base-ui") ? { path, namespace: "named" } : null,
    );
    build.onLoad({ filter: /./, namespace: "named" }, ({ path }) => ({
      contents: `export const { ${REACT[path].replaceAll(" ", ", ")} } = require("${path}");`,
      resolveDir: here,
    }));
  },
};

const settling = {
  name: "settling",
  setup(build) {
    build.onLoad({ filter: /[\\/]\.cache[\\/]tailwind\.css$/ }, ({ path }) => ({
      contents: settled(readFileSync(path, "utf8")),
      loader: "css",
    }));
  },
};

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
  define: watch
    ? { "process.env.NODE_ENV": '"development"' }
    : // The second leaves out what React has for its tools alone.
      { "process.env.NODE_ENV": '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" },
  minify: !watch,
  // React's names for the fields of its own tree, which nothing else reads.
  mangleProps: watch ? undefined : OF_REACT_ALONE,
  // Part of the hash in a script's name; what the minifier does with it changes the file.
  footer: watch ? {} : { js: `// ${VERSION} ${JSON.stringify(MINIFIER)}` },
  sourcemap: watch && "linked",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  plugins: [named, settling, manifest(points)],
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
  const { warnings, metafile } = await builder.rebuild();
  await builder.dispose();
  const faulty = misnamed(metafile.inputs);
  if (faulty.length > 0) console.error("says a name that is React's alone (build.mjs):", ...faulty);
  minifyScripts(Object.keys(metafile.outputs));
  const withinBudget = report();
  if (warnings.length > 0 || faulty.length > 0 || (process.argv.includes("--sizes") && !withinBudget)) process.exit(1);
}
