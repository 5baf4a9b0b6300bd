/** Which modules load together: by itself esbuild makes a chunk for every combination of pages, forty requests a page. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const GROUPS = {
  base: [
    "api/client",
    "app/palette/typed-ahead",
    "lib/announce",
    "lib/app-context",
    "lib/dom",
    "lib/errors",
    "lib/first-interaction",
    "lib/held-page",
    "lib/navigate",
    "lib/toast",
    "lib/constants",
    "app/mount",
    "app/query-client",
    "lib/use-held-page",
    "lib/lazy",
    "lib/use-single-flight",
    "lib/use-url-state",
    "ui/announcement",
    "ui/badge",
    "ui/button",
    "ui/card",
    "ui/fields",
    "ui/dialog",
    "lib/format",
  ],
  creation: [
    "shared/creation/creator",
    "shared/creation/workbench",
    "shared/sheet/preview-card",
    "shared/sheet/use-preview",
    "shared/run/outcome",
    "shared/run/run-card",
    "shared/run/use-run",
    "api/drafts",
    "shared/sheet/use-bulk-creation",
    "shared/creation/columns",
    "shared/creation/entries",
    "shared/creation/game",
    "shared/creation/lines",
    "shared/creation/sources",
    "shared/creation/values",
    "shared/creation/settings-tabs",
    "shared/analysis/use-analysis",
    "shared/analysis/use-proposals",
  ],
  run: ["lib/money", "api/runs", "shared/run/run"],
  account: [
    "shared/creation/account-forms",
    "shared/creation/fields",
    "shared/creation/settings-drawer",
    "shared/analysis/proposal-card",
  ],
  earnings: ["shared/earnings/earning", "api/earnings"],
  editing: ["ui/editing", "ui/option-group"],
  marketplace: ["api/configs", "shared/marketplace/configuration", "shared/marketplace/service"],
  accounts: ["screens/gameboost/account", "screens/gameboost/accounts-card"],
  lots: ["screens/lztmarket/lot", "screens/lztmarket/lots-tabs"],
  lists: ["ui/table", "ui/when-near", "lib/use-debounced-value"],
  filters: ["shared/lists/list-card", "ui/downloads"],
};

const here = fileURLToPath(new URL(".", import.meta.url));
const groupOf = new Map(Object.entries(GROUPS).flatMap(([name, files]) => files.map((file) => [file, name])));

/** A plugin of esbuild: who loads one module of a group loads them all. */
export const chunks = {
  name: "chunks",
  setup(build) {
    build.onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path, namespace: "chunk", sideEffects: true }));
    build.onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({
      contents: GROUPS[path.slice("chunk:".length)].map((file) => `import "@/${file}";`).join("\n"),
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
