import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import ROUTES from "./src/app/browser/routes.json" with { type: "json" };

/** Tests that change what others see; a game's tests are beside its face. */
const ISOLATED = ["tests/isolated/**/*.test.ts", "src/**/*.isolated.test.ts"];

// `npm run dev` shows the page with live reload; API and sockets come from a running `zeitnot serve`.
const server = "http://127.0.0.1:8080";

/** Puts the page's routes next to index.html, for the server. */
const routes: Plugin = {
  name: "routes",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "routes.json", source: JSON.stringify(ROUTES) });
  },
};

export default defineConfig({
  plugins: [svelte(), routes],
  build: {
    outDir: "../../server/zeitnot_server/web/static",
    emptyOutDir: true,
    target: "es2023",
    // light-dark() is kept as it is: every browser since May 2024 has it.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    // Two small chunks compress worse than one: the front page needs both for a new game, a club's forms only the clock.
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: "choices", test: /start\/(choices|custom-control)\.ts$/ }] } } },
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    setupFiles: "tests/all-texts.ts",
    // The limit only ends what hangs: a busy machine may hold a test up for seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "threads",
    // To import everything anew for each file takes most of the time: only files that change what others see get that.
    projects: [
      { extends: true, test: { name: "together", include: ["{tests,src}/**/*.test.ts"], exclude: ISOLATED, isolate: false } },
      { extends: true, test: { name: "isolated", include: ISOLATED } },
    ],
  },
});
