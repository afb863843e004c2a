import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });

/** The rules of a component's style that say more than one thing, as text without blanks. */
function rules(source: string): string[] {
  const style = /<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? "";
  const found = [...style.matchAll(/[^{}]+\{[^{}]*\}/g)].map(([rule]) => rule.replaceAll(/\s+/g, " ").trim());
  return found.filter((rule) => rule.split(";").length > 2);
}

describe("styles", () => {
  it("are written once: what two components share is in app.css", () => {
    const homes = new Map<string, string[]>();
    for (const [file, source] of Object.entries(sources)) {
      for (const rule of new Set(rules(source))) homes.set(rule, [...(homes.get(rule) ?? []), file]);
    }
    expect(homes.size).toBeGreaterThan(50);
    expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});
