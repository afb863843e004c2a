/** What a screen reader announces of the end of a game, in each language. */

import { beforeAll, describe, expect, it } from "vitest";

import { fromRecord, update } from "../src/app/room/fold";
import { announced, announcement, newLines, stepLine } from "../src/features/record/announcement";
import type { GameView } from "../src/games/boards/model";
import type { Finished } from "../src/protocol";
import type { RoomEvent } from "../src/protocol";
import { type Language, loadTexts, texts } from "../src/texts";
import { gameTextsOf } from "./game-views";
import { finished, moved, record, seated, started, withdrew } from "./helpers";
import { putting } from "./toys";

beforeAll(async () => {
  await loadTexts("zh-Hans");
  await loadTexts("zh-Hant");
});

/** The announcement to a spectator of a game that has ended so. */
function announce(language: Language, end: Partial<Finished>): string {
  const room = { ...fromRecord(record([seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b")]), 0), finished: finished(3, end) };
  const context = { room, shownPly: 0, gameView: undefined, handAt: undefined, buttonMoves: [] };
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

describe("what has happened since", () => {
  const EVENTS: RoomEvent[] = [seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b"), started(3), moved(4, 0, "a1"), moved(5, 1, "b2"), moved(6, 2, "c3")];
  function context(events: readonly RoomEvent[], you: number | null, gameView?: GameView) {
    const room = { ...events.reduce((state, event) => update(state, event, 0), fromRecord(record(), 0)), you };
    const names = { t: texts.en, gameTexts: gameTextsOf("mygame", "en"), language: "en" as const };
    return { room: { ...room, legal: you === null ? [] : ["x"] }, shownPly: room.history.length - 1, gameView, handAt: undefined, buttonMoves: [], ...names };
  }

  it("is one line per move, then whose turn it is, however many moves come at once", () => {
    const before = announced(context(EVENTS.slice(0, 4), 1));
    expect(newLines(before, context(EVENTS, 1))).toEqual(["Ponderer played b2.", "Ada played c3.", "Your move."]);
    expect(newLines(announced(context(EVENTS, 1)), context(EVENTS, 1))).toEqual([]);
  });

  it("contains departures and the end once", () => {
    const left = withdrew(7, 1);
    const [before, after] = [announced(context(EVENTS, null)), context([...EVENTS, left, finished(8)], null)];
    expect(newLines(before, after)).toEqual(["Ponderer resigns; the others play on.", "Ponderer wins by resignation."]);
    expect(newLines(announced(after), after)).toEqual([]);
  });

  it("names the place of a position when the user steps through the moves", () => {
    expect(stepLine({ ...context(EVENTS, null), shownPly: 2 })).toBe("Position 2 of 3. Ponderer played b2.");
    expect(stepLine({ ...context(EVENTS, null), shownPly: 0 })).toBe("Position 0 of 3.");
  });

  it("uses the game's own description of a move, if there is one", () => {
    const gameView: GameView = { ...putting, describeMove: (move, who, _language, after) => (move === "b2" ? `${who} hides on b2 (${after})` : undefined) };
    expect(newLines(announced(context(EVENTS.slice(0, 3), null, gameView)), context(EVENTS.slice(0, 5), null, gameView))).toEqual(["Ada played a1.", "Ponderer hides on b2 (after b2)."]);
  });
});
