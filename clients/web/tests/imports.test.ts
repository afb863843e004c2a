/** No import cycles between files or folders, type imports included. */

import { describe, expect, it } from "vitest";

import { edges, folder, globbed, unresolved } from "./import-graph";

type Graph = Map<string, Set<string>>;

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
  it("are all resolved", () => {
    expect(edges.length).toBeGreaterThan(200);
    expect(globbed).toContainEqual(["games/index.ts", expect.stringMatching(/^games\/\w+\/view\.ts$/)]);
    expect(unresolved).toEqual([]);
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
