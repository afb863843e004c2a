/** Game trees: the drawing of nodes, moves, hidden steps, values, and reasons for refused trees. */

import { describe, expect, it } from "vitest";

import { newGameFailureText, sideName } from "../../app/words/format";
import { withSharedTexts } from "../game-texts";
import { gameView } from "./view";
import { matchesPath, nodesOf, readTree } from "./notation";
import { LESSONS } from "./notes";
import { texts } from "./texts";
import { backedUpValues } from "./values";
import { texts as shared, type GameTexts, type Language } from "../../texts";

const CORE: Record<string, string> = import.meta.glob("../../../../../engines/games/tree/*.hpp", { query: "?raw", import: "default", eager: true });

const SIGNAL = "avg(0.5:A([p]B(1,0),[q]B(1,0)),0.5:A([p]B(0,1),[q]B(0,1)))";
const TWO_PLIES = "max(min(3,12,8),min(2,4,6))";

describe("the notation of a tree", () => {
  it("has labels, probabilities and leaves", () => {
    const nodes = nodesOf(readTree(SIGNAL));
    expect(nodes.length).toBe(15);
    expect(nodes.find(({ path }) => path === "01")).toMatchObject({ word: "B", label: "q", share: "" });
    expect(nodes.find(({ path }) => path === "1")).toMatchObject({ word: "A", share: "0.5" });
    expect(nodes.find(({ path }) => path === "101")).toMatchObject({ word: "", leaf: "1" });
    expect(readTree("-5")).toMatchObject({ path: "", leaf: "-5" });
  });

  it("may hide steps", () => {
    expect([matchesPath("?0", "10"), matchesPath("?0", "11"), matchesPath("", ""), matchesPath("0", "")]).toEqual([true, false, true, false]);
  });
});

describe("the drawing", () => {
  it("has the root on top, centred over its children, and the leaves side by side", () => {
    const { spots, lines, labels } = gameView.draw(TWO_PLIES, null);
    const at = (id: string) => spots.find((spot) => spot.id === id);
    expect(at("n")?.y).toBeLessThan(at("n0")?.y ?? 0);
    expect(at("n")?.x).toBeCloseTo(((at("n0")?.x ?? 0) + (at("n1")?.x ?? 0)) / 2);
    expect(new Set(["n00", "n01", "n02", "n10", "n11", "n12"].map((id) => at(id)?.x)).size).toBe(6);
    expect(lines.length).toBe(spots.length - 1);
    expect(labels.map(({ text }) => text)).toEqual(["3", "12", "8", "2", "4", "6"]);
  });

  it("rings the current node, or all nodes that it may be", () => {
    expect(gameView.draw(`${TWO_PLIES} 1`, null).halos?.length).toBe(1);
    expect(gameView.draw(`${SIGNAL} ?0`, 1).halos?.length).toBe(2);
  });
});

describe("a move", () => {
  it("is a click on the child", () => {
    expect(gameView.paths?.("2", `${TWO_PLIES} 1`)).toEqual([[["n12"]]]);
    expect(gameView.paths?.("1", TWO_PLIES)).toEqual([[["n1"]]]);
    expect(gameView.paths?.("1", `${SIGNAL} ?0`)).toEqual([[["n001"]], [["n101"]]]);
  });

  it("leads to that child", () => {
    expect([gameView.positionAfter?.(TWO_PLIES, "1"), gameView.positionAfter?.(`${TWO_PLIES} 1`, "2")]).toEqual([`${TWO_PLIES} 1`, `${TWO_PLIES} 12`]);
    expect(gameView.lastMoveSpots?.("2", `${TWO_PLIES} 12`)).toEqual(["n12"]);
  });
});

const COIN = "max(avg(0.5:min(2,4),0.5:min(7,4)),avg(0.5:min(6,0),0.5:min(5,-2)))";
const THREE = "A(B(C(126,423),C(612,741)),B(C(511,152),C(771,545)))";

describe("the value of a node, shown after the end", () => {
  const valuesOf = (tree: string) => Object.fromEntries(backedUpValues(readTree(tree)));

  it("is backed up from the leaves as in the textbooks", () => {
    expect(valuesOf("max(min(3,12,8),min(2,4,6),min(14,5,2))")).toEqual({ "": "3", "0": "3", "1": "2", "2": "2" });
    expect(valuesOf(COIN)).toMatchObject({ "": "3", "0": "3", "1": "−1", "00": "2", "11": "−2" });
  });

  it("has an entry per seat if three play; of equal children the first counts", () => {
    expect(valuesOf(THREE)).toMatchObject({ "": "1, 2, 6", "0": "1, 2, 6", "00": "1, 2, 6", "01": "6, 1, 2", "10": "1, 5, 2" });
    expect(valuesOf("A(B(C(111,221),C(911,111)),C(222,333))")).toMatchObject({ "00": "1, 1, 1", "0": "1, 1, 1", "": "3, 3, 3" });
  });

  it("is omitted for trees with information sets", () => {
    expect(backedUpValues(readTree(SIGNAL)).size).toBe(0);
    expect(gameView.afterEnd?.(gameView.draw(SIGNAL, null), SIGNAL).pieces.map(({ text }) => text).filter(Boolean)).toEqual(["p", "q", "p", "q"]);
  });

  it("is written on the nodes only after the end", () => {
    const drawing = gameView.draw(TWO_PLIES, null);
    expect(drawing.pieces.some(({ text }) => text)).toBe(false);
    expect(gameView.afterEnd?.(drawing, TWO_PLIES).pieces.map(({ text }) => text)).toEqual(["3", "3", "2"]);
  });

  it("is written beside the nodes if three play", () => {
    const labels = gameView.afterEnd?.(gameView.draw(THREE, null), THREE).labels ?? [];
    expect(labels.length).toBe(8 + 7);
    expect(labels.at(8)).toMatchObject({ text: "1, 2, 6", x: (gameView.draw(THREE, null).spots[0]?.x ?? 0) + 12 });
  });

  it("is explained in the notes; before the end they have the lesson's task", () => {
    const notes = (position: string, lesson: string) => gameView.notes?.(position, 0, "en", { lesson }).join(" ");
    expect(notes(LESSONS.textbook ?? "", "textbook")).toContain("Which branch is best");
    expect(notes(TWO_PLIES, "textbook")).toContain("written for this game");
    expect(notes(LESSONS.textbook ?? "", "coin_flip")).toContain("written for this game");
    expect(notes(SIGNAL, "signal")).toContain("You are partners");
    expect(notes(`${TWO_PLIES} 00`, "textbook")).toContain("what it is worth with best play");
    expect(notes(`${SIGNAL} 000`, "signal")).toContain("No values are written");
  });
});

describe("the payoff at a leaf", () => {
  it("is zero-sum, shared, or separate for each seat", () => {
    const scores = (position: string) => gameView.tallies?.(position).map(({ score }) => score);
    expect(scores(`${TWO_PLIES} 01`)).toEqual([12, -12]);
    expect(scores(`${SIGNAL} 000`)).toEqual([1, 1]);
    expect(scores(`${THREE} 010`)).toEqual([6, 1, 2]);
    expect(scores(`${TWO_PLIES} 0`)).toEqual([]);
  });

  it("is written with commas if three play", () => {
    const texts = gameView.draw(THREE, null).labels.map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(["1, 2, 6", "4, 2, 3"]);
  });
});

describe("a branch's probability", () => {
  it("does not touch its line", () => {
    const { labels, lines } = gameView.draw(COIN, null);
    const shares = labels.filter(({ text }) => text === "0.5");
    expect(shares.length).toBe(4);
    for (const { x, y } of shares)
      for (const { x1, y1, x2, y2 } of lines) {
        const length = Math.hypot(x2 - x1, y2 - y1);
        const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
        const distance = Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length;
        if (along > 0 && along < length) expect(distance).toBeGreaterThan(1.5);
      }
  });
});

describe("a seat", () => {
  it("is called neither MAX nor MIN if partners or three play", () => {
    const namesIn = (lesson: string) => ["A", "B"].map((seat) => sideName(seat, { ...game, ...texts.en } as GameTexts, { lesson }));
    const game = { seats: {} };
    expect(namesIn("textbook")).toEqual(["A (max)", "B (min)"]);
    expect([namesIn("signal"), namesIn("three_seats")]).toEqual([["A", "B"], ["A", "B"]]);
  });
});

/** The sentences with which the core refuses a tree. */
function refusals(): string[] {
  const code = Object.values(CORE).join("\n").replace(/"\s*\n\s*"/g, "");
  const sentences = [...code.matchAll(/"([A-Z](?:[^"\\\n]|\\.)*\.)"/g)].map(([, sentence = ""]) => sentence);
  return sentences.filter((sentence) => sentence !== "No node of the tree looks like this.");
}

/** The sentences that the core composes from parts. */
const COMPOSED = [
  ...["A tree has at most 2000 characters.", "A tree has at most 200 nodes.", "A tree has at most 9 plies."],
  ...["A node has at most 8 children.", "A leaf has at most 4 digits."],
  ...["A label is one to 8 small letters in square brackets.", 'A node is missing before ")".', 'A node is missing before ",".'],
  ...["After max stands an opening bracket.", "After avg stands an opening bracket.", "Write min in small letters."],
];

describe.each<Language>(["zh-Hans", "zh-Hant"])("the reason why a custom tree is refused, in %s", (language) => {
  const t = shared[language];
  const gameTexts = withSharedTexts(texts, language);
  const reasonText = (sentence: string): string => newGameFailureText({ code: "bad_setup", message: `The position of the setup cannot be read: ${sentence}` }, t, gameTexts);

  it("is translated for every sentence of the core", () => {
    expect(refusals().length).toBeGreaterThan(20);
    for (const sentence of [...refusals(), ...COMPOSED]) {
      expect(reasonText(sentence), sentence).toMatch(/^[^#]*\p{Script=Han}[^#]*。$/u);
      expect(reasonText(sentence), sentence).not.toContain("The position");
    }
  });

  it("keeps the numbers and words of the sentence", () => {
    expect(reasonText("A tree has at most 200 nodes.")).toContain("200");
    expect(reasonText("A seat is a capital letter before a bracket, as A(1,2).")).toContain("A(1,2)");
    expect(reasonText('A node is missing before ")".')).toContain(")");
    expect(reasonText("Write min in small letters.")).toContain("min");
  });

  it("is the server's sentence if that is unknown", () => {
    expect(reasonText("Something new.")).toBe("The position of the setup cannot be read: Something new.");
  });
});
