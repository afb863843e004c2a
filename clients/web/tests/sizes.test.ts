/** Files and functions stay small enough to be read in one go: a longer one is split by concept. */

import ts from "typescript";
import { describe, expect, it } from "vitest";

import { sources } from "./sources";

/** Lines that half of them, nine of ten, and all of them have at most. */
const MOST = { files: [120, 250, 400], functions: [6, 25, 60] };
/** What a tool writes is not written to be read; its first line says so. */
const written = [...sources].filter(([, text]) => !text.startsWith("// Generated "));

interface Sized {
  name: string;
  lines: number;
}

/** The script of a component, all of any other file. */
function script(path: string, text: string): string {
  return path.endsWith(".svelte") ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "") : text;
}

function isNamed(node: ts.Node): boolean {
  const given = ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) || ts.isPropertyDeclaration(node.parent);
  return given || !(ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

/** Functions and methods, and whatever function has been given a name; a callback counts with the one it is in. */
function functions(path: string, text: string): Sized[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const line = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  const found: Sized[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body && isNamed(node))
      found.push({ name: `${path}:${line(node.getStart()) + 1}`, lines: line(node.end) - line(node.getStart()) + 1 });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function at(sized: Sized[], share: number): number {
  return sized.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(share * (sized.length - 1))] ?? 0;
}

describe.each([
  ["files", written.map(([name, text]): Sized => ({ name, lines: text.trimEnd().split("\n").length }))],
  ["functions", written.filter(([path]) => !path.endsWith(".css")).flatMap(([path, text]) => functions(path, script(path, text)))],
] as const)("the page's %s", (kind, sized) => {
  const [half = 0, most = 0, all = 0] = MOST[kind];

  it("are short as a rule", () => {
    expect(sized.length).toBeGreaterThan(70);
    expect(at(sized, 0.5)).toBeLessThanOrEqual(half);
    expect(at(sized, 0.9)).toBeLessThanOrEqual(most);
  });

  it("are never long", () => {
    expect(sized.filter(({ lines }) => lines > all)).toEqual([]);
  });
});

describe("a function", () => {
  it("is measured with the callbacks in it, and once", () => {
    const text = "function one() {\n  return [1].map((n) => {\n    return n;\n  });\n}\nconst two = () => 1;\ncall(() => 2);\n";
    expect(functions("a.ts", text)).toEqual([{ name: "a.ts:1", lines: 5 }, { name: "a.ts:6", lines: 1 }]);
  });
});
