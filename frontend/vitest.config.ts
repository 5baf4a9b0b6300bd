import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    environment: "jsdom",
    globals: true,
    setupFiles: ["./test/setup.ts"],
    env: { TZ: "America/Sao_Paulo" },
    restoreMocks: true,
    css: false,
    // Left alone, it spares a processor: half of a machine with two.
    maxWorkers: "100%",
    // Generous, for machines that are busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
