import { describe, expect, it } from "vitest";

import { type RoomState, createEntry, unknownRoom } from "../../app/room/room";
import { RowBuilder } from "../../app/room/timeline";
import { pieceName } from "../../app/words/format";
import { announcement } from "../../features/record/announcement";
import { cardText, parsePosition, sorted, winningIndex } from "./cards";
import { gameView } from "./view";
import { type Language, texts } from "../../texts";
import { gameTextsOf } from "../../../tests/game-views";
import { moved } from "../../../tests/helpers";

const FOUR = "Ks4d ?? ?? ?? 7s 1 1:1 8h9hJh2h/AcTc5c2c";

/** Where a card lies on the table: left, middle or right, above or below the middle. */
function place(card: string, text: string, viewer: number | null, settings = {}): string {
  const { spots, width } = gameView.draw(text, viewer, "en", settings);
  const spot = spots.find(({ id }) => id === card);
  if (!spot) return "nowhere";
  const across = Math.sign(Math.round(spot.x - width / 2));
  const down = Math.sign(Math.round(spot.y - 41));
  return `${["left", "middle", "right"][across + 1]}${["-above", "", "-below"][down + 1]}`;
}

describe("a hand", () => {
  it.each([
    ["2s3h4c5d", "2s 3h 4c 5d"],
    ["2s3h5d9d", "3h 2s 9d 5d"],
    ["2c3s5d", "3s 5d 2c"],
    ["AsKs2sAh", "As Ks 2s Ah"],
    ["2c", "2c"],
  ])("%s is sorted by suits, alternately black and red: %s", (hand, expected) => {
    expect(sorted(hand.match(/../g) ?? []).join(" ")).toBe(expected);
  });

  it("lies in sorted order, in two rows if it is long", () => {
    const long = "AsKsQsJsTs9s8s7s6s5s4s3s2s ????????????? - 0 0:0";
    const { spots, height } = gameView.draw(long, 0);
    expect(spots.map(({ id }) => id).join("")).toBe("AsKsQsJsTs9s8s7s6s5s4s3s2s");
    expect(new Set(spots.map(({ y }) => y)).size).toBe(2);
    expect(Math.max(...spots.map(({ y, half }) => y + 0.92 * half))).toBeLessThan(height);
    expect(gameView.draw("2s ? - 0 6:6", 0).height, "the table keeps its height").toBe(height);
  });

  it("is shown only to its owner; a spectator sees card backs", () => {
    expect(gameView.draw("?? Ks4d - 0 0:2", 1).handSpots).toEqual(["Ks", "4d"]);
    expect(gameView.draw("?? ?? - 0 0:2", null)).toMatchObject({ handSpots: [], spots: [] });
    expect(gameView.draw("?? ?? - 0 0:2", null).stacked?.map(({ look }) => look)).toEqual(Array(4).fill("card-back"));
  });
});

describe("the table", () => {
  it("has each card of the trick in front of its seat, the viewer's at the bottom", () => {
    const trick = "Ks ? ? ? 7s8s9s 0 1:1";
    expect(["7s", "8s", "9s"].map((card) => place(card, trick, 0))).toEqual(["left", "middle-above", "right"]);
    expect(["7s", "8s", "9s"].map((card) => place(card, "? ? Ks ? 7s8s9s 2 1:1", 2))).toEqual(["left", "middle-above", "right"].map((side) => side));
    expect(place("9h", "Ks4d ? 9h 0 1:1", 0)).toBe("middle-above");
  });

  it("shows the last trick in the middle until a card is led, then in the corner", () => {
    expect(["Ac", "2c"].map((card) => place(card, FOUR, 2)), "at the left hand of seat 0, who sits opposite").toEqual(["right-above", "right-above"]);
    expect([0, 1, 3].map((viewer) => place("5c", FOUR, viewer))).toEqual(["left-below", "right-below", "left-above"]);
    const beforeLead = FOUR.replace(" 7s 1 ", " - 0 ");
    expect(gameView.draw(beforeLead, 0).pastSpots).toEqual(["Ac", "Tc", "5c", "2c"]);
    expect(place("Ac", beforeLead, 0), "its seat won the trick and leads").toBe("middle-below");
    expect(place("Tc", beforeLead, 0)).toBe("left");
    expect(gameView.draw(beforeLead.replace(" - 0 ", " - 1 "), 0, "en", { trump: "none" }).winningCardSpots, "the winning card").toEqual(["Ac"]);
  });

  it("derives the leader of the last trick from the trump suit", () => {
    const ruffed = "Ks ? - 0 2:0 Ac2h";
    expect(place("2h", ruffed, 0, { trump: "hearts" })).toBe("middle-below");
    expect(place("2h", ruffed, 0, { trump: "none" })).toBe("middle-above");
    expect(gameView.draw(ruffed, 0, "en", { trump: "hearts" }).labels.map(({ text }) => text)).toContain("Trumps ♥");
    expect([winningIndex(["Ac", "2h", "3h"], "h"), winningIndex(["Ac", "2h"], ""), winningIndex(["2c", "Tc", "9c"], "")]).toEqual([2, 0, 1]);
  });

  it("shows a card as soon as it is played", () => {
    expect(gameView.positionAfter?.("Ks4d ?? - 0 1:1", "Ks")).toBe("4d ?? Ks 1 1:1");
    const taken = gameView.positionAfter?.("Ks ? 7s 0 1:1", "Ks") ?? "";
    expect(parsePosition(taken)).toMatchObject({ trick: ["7s", "Ks"], leader: 1, hands: [[], ["?"]] });
  });
});

describe("after the end", () => {
  const DEAL = ["AsKsQsJsTs9s8s", "AhKhQhJhTh9h8h7h6h5h", "AdKdQd", "AcKc"].join(" ");

  it("shows all hands in front of their seats, without overlaps", () => {
    const { stacked = [], labels, spots } = gameView.draw(`${DEAL} 7s 1 1:1 8c9cJc2c`, 0, "en", { trump: "spades" });
    expect(stacked.map(({ text }) => text).join(" ")).toBe("A K Q J 10 9 8 7 6 5 A K Q A K");
    expect(labels.map(({ text }) => text)).toEqual(["Trumps ♠", "Second", "Third", "Fourth"]);
    expect(spots.map(({ id }) => id), "the last trick would lie under them").not.toContain("8c");
    for (const { x, y } of stacked)
      for (const label of labels) expect(Math.abs(x - label.x) < 5 && Math.abs(y - label.y) < 5, `${label.text} under a card`).toBe(false);
  });
});

describe("a full trick", () => {
  const LED = FOUR.replace(" 7s 1 ", " - 0 ");

  it("ends only with its last card, and its winner leads", () => {
    expect(gameView.trickState?.(LED)).toEqual({ number: 3, ended: { number: 2, winner: 0 } });
    expect(gameView.trickState?.(FOUR)).toEqual({ number: 3, ended: null });
    expect(gameView.trickState?.("Ks4d ?? - 0 0:0")).toEqual({ number: 1, ended: null });
  });

  it("is a line in the list of moves, with its winner", () => {
    const positions = ["2c2d ?? - 0 0:0", "2d ?? 2c 1 0:0", "2d ? - 1 0:1 2c9c", "2d - 9d 0 0:1 2c9c", "- - - 1 0:2 2c9c/9d2d"];
    const history = positions.map((position, ply) => createEntry(position, null, ply === 0 ? null : moved(ply, ply - 1, "x", { seat: [0, 1, 1, 0][ply - 1] ?? 0 })));
    const lines = new RowBuilder(undefined, undefined, gameView.trickState).rounds(history, 2);
    expect(lines.map(({ number, rows, winner }) => [number, rows.map(({ seat }) => seat), winner])).toEqual([
      [1, [0, 1], 1],
      [2, [1, 0], 1],
    ]);
    expect(new RowBuilder(undefined, undefined, gameView.trickState).rounds(history.slice(0, 4), 2).map(({ winner }) => winner)).toEqual([1, null]);
  });
});

describe("a screen reader", () => {
  const names = ["Ann", "Bob", "Cyd", "Dan"];
  const description = (position: string, viewer: number | null, language: Language = "en", settings = {}) =>
    gameView.describePosition!(position, { viewer, language, settings, nameOf: (seat) => names[seat] ?? "", pieceName: (piece) => pieceName(piece, gameTextsOf("whist", language)) });

  it("describes the viewer's hand, the trumps, and the cards on the table", () => {
    expect(description("?? ?? Ks4d ?? 7s2s 2 1:1 8h9hJh2h", 2, "en", { trump: "hearts" })).toEqual({
      happened: [],
      visible: ["You hold: king of spades, 4 of diamonds", "Trumps: hearts", "On the table: 7 of spades from Ann, 2 of spades from Bob"],
    });
  });

  it("announces who won a trick, and the number of tricks", () => {
    const beforeLead = "? 4d ? ? - 1 1:2 8h9hJh2h";
    expect(description(beforeLead, 1)).toEqual({ happened: ["Bob takes the trick", "Tricks: your side 2, the others 1"], visible: ["You hold: 4 of diamonds", "You lead"] });
    expect(description(beforeLead, null).happened).toEqual(["Bob takes the trick", "Tricks: 1 to 2"]);
    expect(description(beforeLead, 1, "zh-Hant").happened).toEqual(["Bob 贏得此墩", "墩數：己方 2，對方 1"]);
  });

  it("announces the trick after the move and before the turn", () => {
    const [before, after] = ["? 4d Qh ? 8h9hJh 3 1:1", "? 4d Qh ? - 2 2:1 8h9hJh2h"].map((position, ply) => createEntry(position, 2, ply === 0 ? null : moved(9, 8, "2h", { seat: 3 })));
    const seats = names.map((name) => ({ player: { name } }));
    const room: RoomState = { ...unknownRoom("x"), you: 2, phase: "running", seats, history: [before!, after!], legal: ["Qh"] };
    const context = { room, shownPly: 1, gameView, handAt: undefined, buttonMoves: [], t: texts.en, gameTexts: gameTextsOf("whist", "en"), language: "en" as const };
    expect(announcement(context)).toBe("Dan played 2♥. Cyd takes the trick. Tricks: your side 2, the others 1. You hold: queen of hearts. You lead. Your move.");
    expect(announcement({ ...context, shownPly: 0 }), "while an earlier position is shown").toBe("");
  });

  it("says of each card in whose hand it is or who played it", () => {
    const names = new Map(gameView.draw(FOUR, 0).spots.map(({ id, name }) => [id, name]));
    expect(["Ks", "7s", "Ac"].map((card) => names.get(card))).toEqual(["your hand", "on the table, First", "last trick, First"]);
  });
});

describe("tricks and cards", () => {
  it("are counted per side and written with suit symbols", () => {
    expect(gameView.tallies?.(FOUR).map(({ score }) => score)).toEqual([1, 1, 1, 1]);
    expect(gameView.tallies?.("Ks ? - 0 2:1").map(({ score }) => score)).toEqual([2, 1]);
    expect(["Td", "As"].map(cardText)).toEqual(["10♦", "A♠"]);
    expect(gameView.readMove?.("10♦", ["Td", "2d"], "")).toEqual(["Td"]);
    expect(gameView.readMove?.("td", ["Td", "2d"], "")).toEqual(["Td"]);
  });
});
