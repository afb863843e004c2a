import { describe, expect, it } from "vitest";

import { fromRecord, update } from "../../app/room/fold";
import { type RoomState, createEntry } from "../../app/room/room";
import { RowBuilder, endedHand } from "../../app/room/timeline";
import { handTextWithCards, handText } from "../../app/words/format";
import { announcement } from "../../features/record/announcement";
import { gameView } from "./view";
import { texts } from "../../texts";
import { gameTextsOf } from "../../../tests/game-views";
import { finished, moved, record, started } from "../../../tests/helpers";
import { running } from "../../../tests/rooms";

const handAt = (position: string) => gameView.handState!(position, { hands: 4 });

describe("the hands of a session", () => {
  it.each([
    ["K?/ 2 1 KJ/cc", 1, { winner: 0, gain: 1, reason: "showdown" }],
    ["K?/ 2 -2 JQ/bc", 1, { winner: 1, gain: 2, reason: "showdown" }],
    ["K?/ 2 1 K?/bf", 1, { winner: 0, gain: 1, reason: "fold" }],
    ["K?/ 2 -1 K?/cbf", 1, { winner: 1, gain: 1, reason: "fold" }],
    ["K?/ 3 1 Q?/bf", 2, { winner: 1, gain: 1, reason: "fold" }],
    ["K?/ 3 1 QK/cbc", 2, { winner: 1, gain: 2, reason: "showdown" }],
  ])("in %s have the result of the previous one", (position, number, end) => {
    expect(handAt(position).previous).toMatchObject({ number, end });
  });

  it("are counted, with the chips in the pot while one is played", () => {
    expect([handAt("K?/ 1 0 --/"), handAt("K?/bc 2 0 --/"), handAt("--/ 5 1 KJ/cc")].map(({ number, total, pot }) => [number, total, pot])).toEqual([
      [1, 4, 2],
      [2, 4, 4],
      [4, 4, null],
    ]);
  });

  it("are drawn alone and with their cards after they have ended", () => {
    const end = handAt("Q?/ 3 1 KJ/bc").previous?.position ?? "";
    expect(end).toBe("KJ/bc 2 1 --/");
    const drawn = gameView.draw(end, 0);
    expect(drawn.pieces.map(({ spot, text }) => [spot, text])).toEqual([["card 1", "K"], ["card 2", "J"]]);
    expect(drawn.stacked?.flatMap(({ text }) => text || [])).toEqual(["4"]);
    expect(gameView.draw("--/ 5 1 KJ/bc", null).pieces).toEqual(drawn.pieces);
  });
});

describe("a screen reader", () => {
  const announce = (room: RoomState, shownPly: number) => announcement({ room, shownPly, gameView, handAt, buttonMoves: ["fold", "call"], t: texts.en, gameTexts: gameTextsOf("kuhn", "en"), language: "en" });

  it("announces the viewer's card, the legal moves, and the end of hands and of the game", () => {
    const dealt = { ...running(), history: [{ ...createEntry("K?/ 1 0 --/", 0) }, { ...createEntry("K?/cb 1 0 --/", 0, moved(5, 1, "bet")), throws: [] }], legal: ["fold", "call"] };
    expect(announce(dealt, 1)).toBe("Ponderer played Bet. You hold: king. In the pot: 3. Your move: Fold, Call 1.");
    const called = { ...dealt, history: [...dealt.history, createEntry("Q?/ 2 2 KJ/cbc", 1, moved(6, 2, "call"))], legal: [] };
    expect(announce(called, 2)).toBe("Ada played Call. Hand 1 of 4: You win 2 chips at the showdown, king against jack.");
    expect(announce({ ...called, finished: finished(7, { scores: [1, 0] }) }, 2)).toMatch(/ You win by resignation\.$/);
  });
});

describe("the list of moves", () => {
  const at = (seq: number, ply: number, move: string, position: string, seat: number, turn: number) => ({ ...moved(seq, ply, move, { turn }), position, seat });
  const events = [
    { ...started(1), position: "K?/ 1 0 --/" },
    at(2, 0, "check", "K?/c 1 0 --/", 0, 1),
    at(3, 1, "bet", "K?/cb 1 0 --/", 1, 0),
    at(4, 2, "call", "Q?/ 2 2 KJ/cbc", 0, 1),
    at(5, 3, "bet", "Q?/b 2 2 KJ/cbc", 1, 0),
    at(6, 4, "fold", "J?/ 3 1 Q?/bf", 0, 0),
  ];
  const { history } = events.reduce((room, event) => update(room, event, 0), fromRecord(record(), 0));

  it("starts a line for each hand, with its number and its result", () => {
    const lines = new RowBuilder().rounds(history, 2, handAt);
    expect(lines.map(({ number, rows, endedHand }) => [number, rows.map(({ seat, ply }) => `${seat}:${ply}`), endedHand?.number ?? null])).toEqual([
      [1, ["0:1", "1:2"], null],
      [null, ["0:3"], 1],
      [2, ["1:4"], null],
      [null, ["0:5"], 2],
    ]);
  });

  it("ends a hand only with its last move", () => {
    expect(history.map((_, ply) => endedHand(history, ply, handAt)?.number ?? 0)).toEqual([0, 0, 0, 1, 0, 2]);
    const seats = [{ player: { name: "Ada", bot: false } }, { player: { name: "Ann", bot: false } }];
    const [first, second] = [3, 5].map((ply) => endedHand(history, ply, handAt)!);
    expect(handText(first!.end, seats, 0, texts.en, gameTextsOf("kuhn", "en"))).toBe("You win 2 chips at the showdown");
    expect(handText(second!.end, seats, 0, texts.en, gameTextsOf("kuhn", "en"))).toBe("Ann wins 1 chip by a fold");
    expect(handTextWithCards(first!.end, seats, 1, texts.en, gameTextsOf("kuhn", "en"))).toBe("Ada wins 2 chips at the showdown, king against jack");
    expect(handText(second!.end, seats, null, texts["zh-Hans"], gameTextsOf("kuhn", "zh-Hans"))).toBe("Ann 赢 1 筹码，对方弃牌");
  });
});
