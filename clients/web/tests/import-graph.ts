/** Which source file imports which, type imports included. */

import { sources } from "./sources";

/** Resolves an import in the file `from`; paths are relative to `src`. */
function resolveImport(from: string, specifier: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  const path = parts.join("/");
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => sources.has(file));
}

/** The relative imports and re-exports of a file, without data files. */
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

/** The folder of a file, or the file itself at the top level. */
export function folder(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : path;
}

/** Each import of a file by its specifier. */
const specifiers = [...sources].flatMap(([path, text]) => importSpecifiers(text).map((name) => [path, name] as const));
export const unresolved = specifiers.filter(([from, name]) => resolveImport(from, name) === undefined);
/** The imports by `import.meta.glob`. */
export const globbed = [...sources].flatMap(([from, text]) => globImports(from, text).map((path) => [from, path] as const));
/** All imports, as pairs of paths under `src`. */
export const edges = [...specifiers.map(([from, name]) => [from, resolveImport(from, name) ?? ""] as const), ...globbed];
