/** What a screen reader announces of the end of a game, in each language. */

import { beforeAll, describe, expect, it } from "vitest";

import { announcement } from "../src/core/announcement";
import { fromRecord } from "../src/core/fold";
import type { Finished } from "../src/protocol";
import { type Language, loadTexts, texts } from "../src/texts";
import { gameTextsOf } from "./faces";
import { finished, record, seated } from "./helpers";

beforeAll(async () => {
  await loadTexts("zh-Hans");
  await loadTexts("zh-Hant");
});

/** The announcement to a spectator of a game that has ended so. */
function announce(language: Language, end: Partial<Finished>): string {
  const room = { ...fromRecord(record([seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b")]), 0), finished: finished(3, end) };
  const context = { room, shownPly: 0, face: undefined, handAt: undefined, buttonMoves: [] };
  return announcement({ ...context, t: texts[language], gameTexts: gameTextsOf("mygame", language), language });
}

describe("the announced end of a game", () => {
  it.each<[Language, Partial<Finished>, string]>([
    ["en", {}, "Ponderer wins by resignation."],
    ["en", { reason: "flag" }, "Ponderer wins on time."],
    ["en", { reason: "rules", word: "checkmate" }, "Ponderer wins: checkmate."],
    ["en", { reason: "agreed", scores: [0.5, 0.5] }, "Draw by agreement."],
    ["en", { reason: "rules" }, "Ponderer wins."],
    ["zh-Hans", {}, "Ponderer 获胜（认输）。"],
    ["zh-Hans", { reason: "rules", word: "dead position", scores: [0.5, 0.5] }, "和棋（双方都无法获胜）。"],
    ["zh-Hant", {}, "Ponderer 獲勝（認輸）。"],
    ["zh-Hant", { reason: "rules" }, "Ponderer 獲勝。"],
  ])("is one sentence: %s %j", (language, end, sentence) => {
    expect(announce(language, end)).toBe(sentence);
  });
});
