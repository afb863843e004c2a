import { describe, expect, it } from "vitest";

import { LANGUAGES, texts } from "../src/texts";

/** The names of all texts, with those under which they stand. */
function keys(of: object, under = ""): string[] {
  return Object.entries(of).flatMap(([name, text]) => (typeof text === "object" ? keys(text as object, `${under}${name}.`) : [`${under}${name}`]));
}

describe("the languages", () => {
  it.each(LANGUAGES)("%s says all that English says", (language) => {
    expect(keys(texts[language]).sort()).toEqual(keys(texts.en).sort());
  });
});
