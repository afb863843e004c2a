import { describe, expect, it } from "vitest";

import { cardText, parsePosition, sorted, winningIndex } from "../../src/games/whist/cards";
import { face } from "../../src/games/whist/face";

const FOUR = "Ks4d ?? ?? ?? 7s 1 1:1 8h9hJh2h/AcTc5c2c";

/** Where a card lies: left, right or middle of the table, above or below. */
function place(card: string, text: string, viewer: number | null, settings = {}): string {
  const { spots, width } = face.draw(text, viewer, "en", settings);
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
  ])("%s is held by suits, black and red by turns: %s", (hand, held) => {
    expect(sorted(hand.match(/../g) ?? []).join(" ")).toBe(held);
  });

  it("lies in the order in which it is held, in two rows if it is long", () => {
    const long = "AsKsQsJsTs9s8s7s6s5s4s3s2s ????????????? - 0 0:0";
    const { spots, height } = face.draw(long, 0);
    expect(spots.map(({ id }) => id).join("")).toBe("AsKsQsJsTs9s8s7s6s5s4s3s2s");
    expect(new Set(spots.map(({ y }) => y)).size).toBe(2);
    expect(Math.max(...spots.map(({ y, half }) => y + 0.92 * half))).toBeLessThan(height);
    expect(face.draw("2s ? - 0 6:6", 0).height, "the table keeps its height").toBe(height);
  });

  it("is the viewer's; a spectator sees backs alone", () => {
    expect(face.draw("?? Ks4d - 0 0:2", 1).handSpots).toEqual(["Ks", "4d"]);
    expect(face.draw("?? ?? - 0 0:2", null)).toMatchObject({ handSpots: [], spots: [] });
    expect(face.draw("?? ?? - 0 0:2", null).stacked?.map(({ look }) => look)).toEqual(Array(4).fill("card-back"));
  });
});

describe("the table", () => {
  it("has each card of the trick before its seat, the viewer's below, the next seat to the left", () => {
    const trick = "Ks ? ? ? 7s8s9s 0 1:1";
    expect(["7s", "8s", "9s"].map((card) => place(card, trick, 0))).toEqual(["left", "middle-above", "right"]);
    expect(["7s", "8s", "9s"].map((card) => place(card, "? ? Ks ? 7s8s9s 2 1:1", 2))).toEqual(["left", "middle-above", "right"].map((side) => side));
    expect(place("9h", "Ks4d ? 9h 0 1:1", 0)).toBe("middle-above");
  });

  it("keeps the trick before in the corner, and in the middle until a card is led", () => {
    expect(place("5c", FOUR, 0)).toBe("right-above");
    const led = FOUR.replace(" 7s 1 ", " - 0 ");
    expect(face.draw(led, 0).pastSpots).toEqual(["Ac", "Tc", "5c", "2c"]);
    expect(place("Ac", led, 0), "its seat took it and leads").toBe("middle-below");
    expect(place("Tc", led, 0)).toBe("left");
  });

  it("knows by the trumps who had led that trick", () => {
    const ruffed = "Ks ? - 0 2:0 Ac2h";
    expect(place("2h", ruffed, 0, { trump: "hearts" })).toBe("middle-below");
    expect(place("2h", ruffed, 0, { trump: "none" })).toBe("middle-above");
    expect(face.draw(ruffed, 0, "en", { trump: "hearts" }).labels.map(({ text }) => text)).toContain("Trumps ♥");
    expect([winningIndex(["Ac", "2h", "3h"], "h"), winningIndex(["Ac", "2h"], ""), winningIndex(["2c", "Tc", "9c"], "")]).toEqual([2, 0, 1]);
  });

  it("shows a card that is being played on it", () => {
    expect(face.positionAfter?.("Ks4d ?? - 0 1:1", "Ks")).toBe("4d ?? Ks 1 1:1");
    const taken = face.positionAfter?.("Ks ? 7s 0 1:1", "Ks") ?? "";
    expect(parsePosition(taken)).toMatchObject({ trick: ["7s", "Ks"], leader: 1, hands: [[], ["?"]] });
  });
});

describe("tricks and cards", () => {
  it("are counted for each side, and written with signs", () => {
    expect(face.tallies?.(FOUR).map(({ score }) => score)).toEqual([1, 1, 1, 1]);
    expect(face.tallies?.("Ks ? - 0 2:1").map(({ score }) => score)).toEqual([2, 1]);
    expect(["Td", "As"].map(cardText)).toEqual(["10♦", "A♠"]);
    expect(face.readMove?.("10♦", ["Td", "2d"], "")).toEqual(["Td"]);
    expect(face.readMove?.("td", ["Td", "2d"], "")).toEqual(["Td"]);
  });
});
