/** No import cycles between files or folders, type imports included. */

import { describe, expect, it } from "vitest";

import { sources } from "./sources";

type Graph = Map<string, Set<string>>;

/** The file that the import `specifier` in the file `from` means, both as paths under `src`. */
function resolveImport(from: string, specifier: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  const path = parts.join("/");
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => sources.has(file));
}

/** The relative paths that a file imports or exports from, without data, which imports nothing. */
function importSpecifiers(text: string): string[] {
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map(([, path = ""]) => path);
  return paths.filter((path) => !path.endsWith(".json"));
}

/** The files that a file imports by `import.meta.glob`. */
function globImports(from: string, text: string): string[] {
  const patterns = [...text.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*"(\.\/[^"]+)"/g)].map(([, pattern = ""]) => pattern);
  return patterns.flatMap((pattern) => {
    const [start = "", end = ""] = `${folder(from)}/${pattern.slice(2)}`.split("*");
    return [...sources.keys()].filter((path) => path.startsWith(start) && path.endsWith(end));
  });
}

/** The folder of a file; files that are in none stand for themselves. */
function folder(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : path;
}

function graph(edges: Iterable<readonly [string, string]>): Graph {
  const needs: Graph = new Map();
  for (const [from, to] of edges) needs.set(from, (needs.get(from) ?? new Set()).add(to));
  return needs;
}

/** The path of one cycle; null: there is none. */
function findCycle(needs: Graph): string[] | null {
  const done = new Set<string>();
  const search = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    done.add(node);
    for (const next of needs.get(node) ?? []) {
      const found = search(next, [...path, node]);
      if (found) return found;
    }
    return null;
  };
  for (const node of needs.keys()) {
    const found = search(node, []);
    if (found) return found;
  }
  return null;
}

describe("imports", () => {
  const all = [...sources].flatMap(([path, text]) => importSpecifiers(text).map((name) => [path, name] as const));
  const globbed = [...sources].flatMap(([from, text]) => globImports(from, text).map((path) => [from, path] as const));
  const edges = [...all.map(([from, name]) => [from, resolveImport(from, name) ?? ""] as const), ...globbed];

  it("are all resolved", () => {
    expect(edges.length).toBeGreaterThan(200);
    expect(globbed).toContainEqual(["games/index.ts", expect.stringMatching(/^games\/\w+\/face\.ts$/)]);
    expect(all.filter(([from, name]) => resolveImport(from, name) === undefined)).toEqual([]);
  });

  it("have no cycle of files", () => {
    expect(findCycle(graph(edges))).toBeNull();
  });

  it("have no cycle of folders", () => {
    const folders = edges.map(([from, to]) => [folder(from), folder(to)] as const).filter(([from, to]) => from !== to);
    expect(findCycle(graph(folders))).toBeNull();
  });

  it("are searched for cycles", () => {
    expect(findCycle(graph([["a", "b"], ["b", "c"], ["c", "b"]]))).toEqual(["b", "c", "b"]);
    expect(findCycle(graph([["a", "b"], ["a", "c"], ["b", "c"]]))).toBeNull();
  });
});
