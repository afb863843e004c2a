import { describe, expect, it } from "vitest";

import { addName, isGenerated, readNames } from "../src/app/words/names";

describe("names", () => {
  it.each([
    ["Guest 4821", true],
    ["Guest 48211", false],
    ["guest 4821", false],
    ["Ann", false],
  ])("%s was made up by the server: %s", (name, generated) => expect(isGenerated(name)).toBe(generated));

  it("of an account are remembered, newest first and once", () => {
    const stored = ["Ann", "Bob", "Ann"].reduce<string | null>((text, name) => addName(text, "a1", name), null);
    expect(readNames(stored, "a1")).toEqual(["Ann", "Bob"]);
    expect(readNames(stored, "b2")).toEqual([]);
    expect(readNames(addName(stored, "b2", "Cyd"), "b2")).toEqual(["Cyd"]);
  });

  it("are bounded", () => {
    const stored = Array.from({ length: 60 }, (_, n) => `N${n}`).reduce<string | null>((text, name) => addName(text, "a1", name), null);
    expect(readNames(stored, "a1")).toHaveLength(50);
    expect(readNames(stored, "a1")[0]).toBe("N59");
  });

  it.each([null, "", "x", "null", "[]", '{"account":"a1"}', '{"account":"a1","names":"x"}', '{"account":"a1","names":[1]}'])(
    "stored as %j are none",
    (text) => expect(readNames(text, "a1")).toEqual([]),
  );
});
