/** The page's folders: their layers, imports only downwards, and a limit on files in each. */

import { describe, expect, it } from "vitest";

import { edges, folder } from "./import-graph";

const MAX_FILES = 25;
const MAX_LAYERS = 6;
/** Every file under `src`, data and pictures included. */
const FILES = Object.keys(import.meta.glob(["../src/**/*", "!../src/**/*.test.ts"])).map((path) => path.replace("../src/", ""));
const GAMES = FILES.flatMap((path) => /^games\/(\w+)\/view\.ts$/.exec(path)?.[1] ?? []);

type Layers = Readonly<Record<string, string[][]>>;

/** The layers of `src` and of its folders, from the top down. Parts of one layer do not import each other. */
const LAYERS: Layers = {
  "": [["main.ts"], ["features"], ["app"], ["games"], ["texts"], ["protocol.ts", "app.css", "boards.css"]],
  features: [
    ["frame"],
    ["play", "lobby", "bots", "clubs", "lessons", "books", "history"],
    ["turn", "people", "class"],
    ["record", "start"],
    ["session", "rules", "account", "watch", "share", "imports"],
    ["own-clubs"],
  ],
  app: [["board", "notices"], ["state"], ["server", "words"], ["browser", "room"]],
  games: [["index.ts", "game-texts.ts"], GAMES, ["poker", "fide-pieces"], ["boards"]],
};

/** The child of a folder that contains a path; undefined: the path is not in the folder. */
function partIn(parent: string, path: string): string | undefined {
  const start = parent === "" ? "" : `${parent}/`;
  return path.startsWith(start) ? path.slice(start.length).split("/")[0] : undefined;
}

/** The layer of a part of the folder, from the top down; -1: it has none. */
function layerOf(part: string, rows: string[][]): number {
  return rows.findIndex((row) => row.includes(part));
}

/** The imports within layered folders that do not go down. */
function upwardImports(imports: Iterable<readonly [string, string]>, layers: Layers): string[] {
  return [...imports].flatMap(([from, to]) =>
    Object.entries(layers).flatMap(([parent, rows]) => {
      const [above, below] = [partIn(parent, from), partIn(parent, to)];
      const isWithin = above === undefined || below === undefined || above === below;
      return isWithin || layerOf(above, rows) < layerOf(below, rows) ? [] : [`${from} imports ${to}`];
    }),
  );
}

/** The files and folders that are in no layer. */
function unplaced(files: readonly string[], layers: Layers): string[] {
  return Object.entries(layers).flatMap(([parent, rows]) => {
    const parts = new Set(files.flatMap((path) => partIn(parent, path) ?? []));
    return [...parts].filter((part) => layerOf(part, rows) < 0).map((part) => `${parent}/${part}`);
  });
}

/** The folders with more files directly in them than allowed. */
function overfull(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of files) counts.set(folder(path), (counts.get(folder(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([name, count]) => `${name}: ${count} files`);
}

describe("the page's folders", () => {
  it("have few layers, and each is in one", () => {
    expect(FILES.length).toBeGreaterThan(250);
    expect(Object.values(LAYERS).filter((rows) => rows.length > MAX_LAYERS)).toEqual([]);
    expect(unplaced(FILES, LAYERS)).toEqual([]);
  });

  it("import only from layers below", () => {
    expect(edges.length).toBeGreaterThan(500);
    expect(upwardImports(edges, LAYERS)).toEqual([]);
  });

  it("have few files each", () => {
    expect(overfull(FILES)).toEqual([]);
  });
});

describe("the check of the folders", () => {
  const layers = { "": [["top"], ["middle", "beside"], ["ground.ts"]], middle: [["a"], ["b"]] };

  it("allows imports down, and within a folder", () => {
    expect(upwardImports([["top/x.ts", "middle/a/x.ts"], ["middle/a/x.ts", "middle/b/x.ts"], ["middle/a/x.ts", "middle/a/y.ts"], ["top/x.ts", "ground.ts"]], layers)).toEqual([]);
  });

  it.each([
    ["up", "ground.ts", "middle/a/x.ts"],
    ["up within a folder", "middle/b/x.ts", "middle/a/x.ts"],
    ["beside it", "middle/a/x.ts", "beside/x.ts"],
  ])("finds an import %s", (_, from, to) => {
    expect(upwardImports([[from, to]], layers)).toEqual([`${from} imports ${to}`]);
  });

  it("finds a folder that has no layer", () => {
    expect(unplaced(["top/x.ts", "new/x.ts", "middle/c/x.ts"], layers)).toEqual(["/new", "middle/c"]);
  });

  it("finds a folder with a file too many", () => {
    const files = Array.from({ length: MAX_FILES }, (_, index) => `top/${index}.ts`);
    expect(overfull([...files, "top/more/x.ts"])).toEqual([]);
    expect(overfull([...files, "top/x.ts"])).toEqual(["top: 26 files"]);
  });
});
