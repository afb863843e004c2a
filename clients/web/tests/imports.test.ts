/** No circles: neither a file nor a folder needs what needs it, type imports included. */

import { describe, expect, it } from "vitest";

import { sources } from "./sources";

type Graph = Map<string, Set<string>>;

/** The file that `wanted` means in the file `from`, both as paths under `src`. */
function resolved(from: string, wanted: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const step of wanted.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  const path = parts.join("/");
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => sources.has(file));
}

/** The relative paths that a file imports, or passes on. */
function wanted(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map(([, path = ""]) => path);
}

/** The files that a file finds by their names, `*` being a part of one. */
function found(from: string, text: string): string[] {
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

/** One circle as the way round it; none: null. */
function circle(needs: Graph): string[] | null {
  const done = new Set<string>();
  const search = (node: string, way: string[]): string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    done.add(node);
    for (const next of needs.get(node) ?? []) {
      const found = search(next, [...way, node]);
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
  const all = [...sources].flatMap(([path, text]) => wanted(text).map((name) => [path, name] as const));
  const globbed = [...sources].flatMap(([from, text]) => found(from, text).map((path) => [from, path] as const));
  const edges = [...all.map(([from, name]) => [from, resolved(from, name) ?? ""] as const), ...globbed];

  it("are all found", () => {
    expect(edges.length).toBeGreaterThan(200);
    expect(globbed).toContainEqual(["games/index.ts", expect.stringMatching(/^games\/\w+\/face\.ts$/)]);
    expect(all.filter(([from, name]) => resolved(from, name) === undefined)).toEqual([]);
  });

  it("make no circle of files", () => {
    expect(circle(graph(edges))).toBeNull();
  });

  it("make no circle of folders", () => {
    const folders = edges.map(([from, to]) => [folder(from), folder(to)] as const).filter(([from, to]) => from !== to);
    expect(circle(graph(folders))).toBeNull();
  });

  it("would be found in a circle", () => {
    expect(circle(graph([["a", "b"], ["b", "c"], ["c", "b"]]))).toEqual(["b", "c", "b"]);
    expect(circle(graph([["a", "b"], ["a", "c"], ["b", "c"]]))).toBeNull();
  });
});
