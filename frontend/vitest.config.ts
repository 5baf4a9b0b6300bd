import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Before the threads begin: one cannot change the zone of its own dates.
process.env.TZ = "America/Sao_Paulo";

/** `*.test.ts` is pure and runs in Node; `*.test.tsx` and `*.dom.test.ts` have a document; `*.page.test.*` load their modules anew. */
export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    globals: true,
    // A sixth less processor time than processes.
    pool: "threads",
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // The default spares a processor: half of a machine with two.
    maxWorkers: "100%",
    // Generous, for machines that are busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.{dom,page}.test.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "document",
          environment: "jsdom",
          include: ["{src,test}/**/*.test.tsx", "src/**/*.dom.test.ts"],
          exclude: ["src/**/*.page.test.tsx"],
          setupFiles: ["./test/setup.ts"],
          // Loading every module anew for each file costs as much as the tests; setup.ts cleans up after each test.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // What belongs to a page as a whole (its one client, its shell, its address) lasts as long as its modules; and
          // a module that is held back must not have been loaded by another file.
          name: "page",
          environment: "jsdom",
          include: ["src/**/*.page.test.{ts,tsx}"],
          setupFiles: ["./test/setup.ts"],
        },
      },
    ],
  },
});
