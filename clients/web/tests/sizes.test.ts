/** Limits the length of files and functions: a longer one is split by concept. */

import ts from "typescript";
import { describe, expect, it } from "vitest";

import { sources } from "./sources";

const MAX_LINES = { files: 400, functions: 60 };
/** Without generated files, which are marked in their first line. */
const handWritten = [...sources].filter(([, text]) => !text.startsWith("// Generated "));

interface Sized {
  name: string;
  lines: number;
}

/** The script of a component, all of any other file. */
function script(path: string, text: string): string {
  return path.endsWith(".svelte") ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "") : text;
}

function isNamed(node: ts.Node): boolean {
  const hasName = ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) || ts.isPropertyDeclaration(node.parent);
  return hasName || !(ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

/** Functions, methods and named arrow functions; a callback counts with the function that contains it. */
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

describe.each([
  ["files", handWritten.map(([name, text]): Sized => ({ name, lines: text.trimEnd().split("\n").length }))],
  ["functions", handWritten.filter(([path]) => !path.endsWith(".css")).flatMap(([path, text]) => functions(path, script(path, text)))],
] as const)("the page's %s", (kind, sized) => {
  it("are never long", () => {
    expect(sized.length).toBeGreaterThan(70);
    expect(sized.filter(({ lines }) => lines > MAX_LINES[kind])).toEqual([]);
  });
});

describe("a function", () => {
  it("is measured with the callbacks in it, and once", () => {
    const text = "function one() {\n  return [1].map((n) => {\n    return n;\n  });\n}\nconst two = () => 1;\ncall(() => 2);\n";
    expect(functions("a.ts", text)).toEqual([{ name: "a.ts:1", lines: 5 }, { name: "a.ts:6", lines: 1 }]);
  });
});
