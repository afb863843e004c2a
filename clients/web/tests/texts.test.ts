import { describe, expect, it } from "vitest";

import { LANGUAGES, texts } from "../src/texts";

/** The keys of all texts, as dotted paths. */
function keys(texts: object, under = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) => (typeof text === "object" ? keys(text as object, `${under}${name}.`) : [`${under}${name}`]));
}

describe("the languages", () => {
  it.each(LANGUAGES)("%s has all keys of English", (language) => {
    expect(keys(texts[language]).sort()).toEqual(keys(texts.en).sort());
  });
});
