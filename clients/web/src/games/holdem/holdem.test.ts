import { describe, expect, it } from "vitest";

import { createEntry } from "../../app/room/room";
import { handTextWithCards } from "../../app/words/format";
import { announcement } from "../../features/record/announcement";
import { gameView } from "./view";
import { CATEGORIES, compareHands, rankHand } from "./ranking";
import { texts } from "../../texts";
import { gameTextsOf } from "../../../tests/game-views";
import { playthrough, previousGains } from "../../../tests/playthroughs";
import { running } from "../../../tests/rooms";

const cards = (text: string): string[] => text.match(/../g) ?? [];

describe("the rank of a hand", () => {
  /** Hands from the best to the worst. */
  const ORDER = [
    "9s8s7s6s5sAdAh", "5h4h3h2hAhKcKd", "QcQdQhQs2cAdKd", "JcJdJh2c2dAhKh", "TcTdThAcAd2h3h", "Ac9c6c4c2cAdAh", "AcKdQhJsTc2d2h", "5c4d3h2sAc9h9d",
    "7c7d7h4s2cJdAh", "AcAdQcQd9h2c2d", "9c9dAcKdQh2s3s", "AcKdQhJs9c2d3h",
  ];

  it("is that of the best five of seven cards, in the usual order", () => {
    const handTexts = ORDER.map((text) => rankHand(cards(text)));
    expect(handTexts.map(({ category }) => category)).toEqual([
      "straight flush", "straight flush", "four of a kind", "full house", "full house", "flush", "straight", "straight", "three of a kind", "two pair", "pair", "high card",
    ]);
    const sorted = [...handTexts].sort((a, b) => compareHands(b, a));
    expect(sorted).toEqual(handTexts);
    expect(new Set(CATEGORIES).size).toBe(9);
  });

  it("ignores cards outside the best five", () => {
    expect(compareHands(rankHand(cards("AcKdQhJs9c2d3h")), rankHand(cards("AdKcQcJd9h3s4s")))).toBe(0);
    expect(rankHand(cards("KcKdQcQdJcJdAh"))).toEqual({ category: "two pair", ranks: [11, 10, 12] });
    expect(rankHand(cards("KcKdKhQcQdQsAh"))).toEqual({ category: "full house", ranks: [11, 10] });
  });
});

describe("the hands of a session", () => {
  it("have the same gains as in the core", () => {
    const { ours, core } = previousGains(gameView, playthrough("holdem", "start"), { hands: 4 });
    expect(core.length).toBe(4);
    expect(ours).toEqual(core);
  });

  it("name both sides' hands after a showdown", () => {
    const { previous } = gameView.handState!("-/-/ 2 2 AhKd7c2s/AcKh7d3s2c/cc-cc-cc-cc", { hands: 4 });
    expect(handTextWithCards(previous!.end, [], 0, texts.en, gameTextsOf("holdem", "en"))).toBe("You win 2 chips at the showdown, two pair, aces up against two pair, sevens up");
  });

  it("are drawn with blinds, board, pot and the dealer's button", () => {
    const texts = (position: string, viewer: number | null) => (gameView.draw(position, viewer).stacked ?? []).flatMap(({ look, text }) => (text ? `${look} ${text}` : []));
    expect(texts("AhKd????/-/ 1 0 -/-/", 0)).toEqual(["chip 1", "dealer D", "chip 2"]);
    expect(texts("????7c2s/Qs9h2c/crc-r 2 0 AhKd7c2s/-/f", 1)).toEqual(["chip 2", "dealer D", "chip 8"]);
    const drawing = gameView.draw("AhKd????/Qs9h2c/crc-r 1 0 -/-/", 0);
    expect(drawing.pieces.filter(({ look }) => look === "card-back").map(({ spot }) => spot)).toEqual(["card 2 1", "card 2 2"]);
    expect(drawing.pieces.filter(({ spot }) => spot.startsWith("board")).map(({ text }) => text)).toEqual(["Q", "9", "2"]);
  });

  it("show the cost of a move on its button", () => {
    const cost = (hand: string, move: string) => gameView.moveChips!(move, `${hand} 1 0 -/-/`, {});
    expect([cost("AhKd????/-/", "call"), cost("AhKd????/-/", "raise"), cost("AhKd????/Qs9h2c/cc-", "bet"), cost("AhKd????/Qs9h2cTd/cc-cc-r", "raise")]).toEqual([1, 3, 2, 8]);
  });
});

describe("the winning cards", () => {
  it("are the winner's best five", () => {
    expect(gameView.draw("-/-/ 2 2 9s8sQdQc/QsQh7s6s5s/cc-cc-cc-cc", null).winningCardSpots).toEqual(["card 1 1", "card 1 2", "board 3", "board 4", "board 5"]);
    expect(gameView.draw("-/-/ 2 0 3h2d3c2s/KsQhJdTc9c/cc-cc-cc-cc", null).winningCardSpots).toEqual([]);
    expect(gameView.draw("-/-/ 2 2 9s8sQdQc/-/f", null).winningCardSpots).toEqual([]);
  });
});

describe("a screen reader", () => {
  it("announces the viewer's cards and those on the table", () => {
    const position = "AhKd????/Qs9h2c/crc-r 1 0 -/-/";
    const room = { ...running(), history: [createEntry(position, 0)], legal: ["fold", "call", "raise"] };
    const handAt = (text: string) => gameView.handState!(text, { hands: 4 });
    const announced = announcement({ room, shownPly: 0, gameView, handAt, buttonMoves: room.legal, t: texts.en, gameTexts: gameTextsOf("holdem", "en"), language: "en" });
    expect(announced).toBe("You hold: ace of hearts, king of diamonds. On the table: queen of spades, nine of hearts, two of clubs. In the pot: 10. Your move: Fold, Call 2, Raise 4.");
  });
});
