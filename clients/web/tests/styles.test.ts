import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });

/** The rules of a component's style with several declarations, as normalised text. */
function rules(source: string): string[] {
  const style = /<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? "";
  const found = [...style.matchAll(/[^{}]+\{[^{}]*\}/g)].map(([rule]) => rule.replaceAll(/\s+/g, " ").trim());
  return found.filter((rule) => rule.split(";").length > 2);
}

describe("styles", () => {
  it("are written once: what two components share is in app.css", () => {
    const filesByRule = new Map<string, string[]>();
    for (const [file, source] of Object.entries(sources)) {
      for (const rule of new Set(rules(source))) filesByRule.set(rule, [...(filesByRule.get(rule) ?? []), file]);
    }
    expect(filesByRule.size).toBeGreaterThan(50);
    expect([...filesByRule].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});
