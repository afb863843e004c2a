/** Every game that the page can draw has rules: short, in each language, with pictures that its view draws. */

import { describe, expect, it } from "vitest";

import { viewLoaders, rulesLoaders } from "../src/games";
import { LANGUAGES, type Language } from "../src/texts";
import { type GameRules, RULES_SECTIONS, type RulesPicture, type RulesTexts } from "../src/texts/game-rules";
import { GAME_VIEWS } from "./game-views";
import { sources } from "./sources";

const RULES = import.meta.glob<GameRules>("../src/games/*/rules.ts", { import: "rules", eager: true });
const GAMES = Object.entries(RULES).map(([path, rules]) => ({ id: path.split("/").at(-2) ?? "", rules }));

/** The most signs of a sentence, and of a game's whole text, which is about a page on a phone. */
/** In characters. */
const MAX_SENTENCE: Record<Language, number> = { en: 240, "zh-Hans": 90, "zh-Hant": 90 };
const MAX_TEXT: Record<Language, number> = { en: 2800, "zh-Hans": 1000, "zh-Hant": 1000 };

function paragraphs(texts: RulesTexts): string[] {
  return [...RULES_SECTIONS.flatMap((section) => texts[section]), ...texts.hints];
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.?]) |(?<=[。？])/).filter((sentence) => sentence !== "");
}

/** What is wrong with a game's rules. */
function faults(id: string, { pictures, texts }: GameRules): string[] {
  return [...LANGUAGES.flatMap(([language]) => textFaults(language, texts[language], texts.en)), ...pictures.flatMap((picture) => pictureFaults(id, picture)), ...(pictures.length > 0 ? [] : ["no picture"])];
}

function textFaults(language: Language, texts: RulesTexts, english: RulesTexts): string[] {
  const all = paragraphs(texts);
  const long = all.flatMap(sentences).filter((sentence) => sentence.length > MAX_SENTENCE[language]);
  return [
    ...RULES_SECTIONS.filter((section) => texts[section].length === 0 || texts[section].length !== english[section].length).map((section) => `${language}: the paragraphs of ${section}`),
    ...(texts.hints.length === english.hints.length ? [] : [`${language}: the hints`]),
    ...all.filter((text) => !/[.。]$/.test(text) || text.includes("!") || text.includes("！")).map((text) => `${language}: how it ends: ${text}`),
    ...all.filter((text) => (text.split("`").length - 1) % 2 !== 0).map((text) => `${language}: backquotes: ${text}`),
    ...texts.hints.filter((hint) => hint.length > MAX_SENTENCE[language] / 1.5).map((hint) => `${language}: a long hint: ${hint}`),
    ...long.map((sentence) => `${language}: a long sentence: ${sentence}`),
    ...(all.join("").length <= MAX_TEXT[language] ? [] : [`${language}: ${all.join("").length} signs`]),
  ];
}

function pictureFaults(id: string, { position, from, to = [], marked = [], caption }: RulesPicture): string[] {
  return LANGUAGES.flatMap(([language]) => {
    const drawing = GAME_VIEWS[id]?.draw(position, null, language);
    const spots = new Set(drawing?.spots.map((spot) => spot.id));
    const unknown = [...(from ? [from] : []), ...to, ...marked].filter((spot) => !spots.has(spot));
    return [...(drawing?.pieces.length ? [] : [`${position}: nothing is drawn`]), ...unknown.map((spot) => `${position}: no spot ${spot}`), ...(caption[language] ? [] : [`${position}: a caption in ${language}`])];
  });
}

describe("the rules", () => {
  it("exist for every game that the page can draw", () => {
    expect(Object.keys(GAME_VIEWS).length).toBeGreaterThan(1);
    expect(Object.keys(rulesLoaders).sort()).toEqual(Object.keys(viewLoaders).sort());
  });

  it.each(GAMES)("of $id are complete, short, and drawn", ({ id, rules }) => {
    expect(faults(id, rules)).toEqual([]);
  });

  it("are loaded only when somebody reads them", () => {
    const eager = [...sources].filter(([, text]) => /from "[^"]*\/rules"/.test(text) || /rules\.ts"[^)]*eager/.test(text));
    expect(eager.map(([path]) => path)).toEqual([]);
  });

  it("are reported as faulty", () => {
    const [id = ""] = Object.keys(GAME_VIEWS);
    const texts = (ending: string): RulesTexts => ({ hints: [], goal: [`Win${ending}`], turn: ["Move."], end: ["Later."], here: ["As `a1."] });
    const rules: GameRules = {
      pictures: [{ section: "goal", position: GAME_VIEWS[id]?.sample ?? "", marked: ["nowhere"], caption: { en: "A board", "zh-Hans": "", "zh-Hant": "盤" } }],
      texts: { en: texts("."), "zh-Hans": { ...texts("!"), turn: [] }, "zh-Hant": { ...texts("。"), end: [`${"長".repeat(91)}。`], hints: ["一。"] } },
    };
    const found = faults(id, rules).join("\n");
    for (const fault of ["zh-Hans: the paragraphs of turn", "zh-Hans: how it ends: Win!", "zh-Hant: the hints", "zh-Hant: a long sentence", "en: backquotes", "no spot nowhere", "a caption in zh-Hans"])
      expect(found).toContain(fault);
    expect(faults(id, { ...rules, pictures: [] })).toContain("no picture");
  });
});
