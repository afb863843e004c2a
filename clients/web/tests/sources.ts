/** The page's source files, for tests that read them. */

const FILES: Record<string, string> = import.meta.glob(["../src/**/*.{ts,svelte,css}", "!../src/**/*.test.ts"], { query: "?raw", import: "default", eager: true });

/** Every source file under `src`, by its path there. */
export const sources: ReadonlyMap<string, string> = new Map(
  Object.entries(FILES).map(([path, text]) => [path.replace("../src/", ""), text]),
);
