/** Exact values of moves: signs, words, the best of them, and where they stand. */

import { describe, expect, it } from "vitest";

import { bestMoves, equilibriumText, isEquilibrium, outcomeOf, numbersText, playedText, shortValue, spokenValue, valuesSummary } from "../src/features/record/move-values";
import { valueTexts } from "../src/features/record/value-texts";
import type { MoveValue } from "../src/protocol";

const WIN: MoveValue = { move: "4", value: 1, distance: 21 };
const LATER_WIN: MoveValue = { move: "3", value: 1, distance: 25 };
const DRAW: MoveValue = { move: "5", value: 0 };
const LOSS: MoveValue = { move: "1", value: -1, distance: 20 };
const LATER_LOSS: MoveValue = { move: "2", value: -1, distance: 30 };
const OPEN: MoveValue = { move: "7" };

describe("the exact value of a move", () => {
  it("is a sign and the plies to the end", () => {
    expect([WIN, DRAW, LOSS, OPEN].map(shortValue)).toEqual(["+21", "0", "−20", "?"]);
    expect([WIN, DRAW, LOSS, OPEN].map(outcomeOf)).toEqual(["won", "drawn", "lost", "open"]);
  });

  it("has a text", () => {
    const t = valueTexts.en;
    expect([WIN, DRAW, LOSS, OPEN].map((move) => spokenValue(move, t))).toEqual([
      "4: wins in 21 plies",
      "5: draws",
      "1: loses in 20 plies",
      "7: not solved in the time allowed",
    ]);
    expect(spokenValue({ ...WIN, distance: 1 }, t)).toBe("4: wins in 1 ply");
  });

  it("is best if it wins soonest, or else draws, or loses last", () => {
    expect(bestMoves([LATER_WIN, WIN, DRAW, LOSS])).toEqual(["4"]);
    expect(bestMoves([LOSS, DRAW, { ...DRAW, move: "6" }])).toEqual(["5", "6"]);
    expect(bestMoves([LOSS, LATER_LOSS])).toEqual(["2"]);
    expect(bestMoves([WIN, OPEN])).toEqual([]);
    expect(bestMoves([{ ...WIN, distance: 1 }, OPEN])).toEqual(["4"]);
    expect(bestMoves([])).toEqual([]);
  });

  it("has the plies of the move that wins, or of the one that loses last", () => {
    const plies = (...moves: MoveValue[]) => numbersText(moves, valueTexts.en);
    expect(plies(WIN, LATER_WIN, LOSS)).toBe("Plies to the end: 4 (21), 3 (25).");
    expect(plies(LOSS, LATER_LOSS)).toBe("Plies to the end: 1 (20), 2 (30).");
    expect([plies(DRAW, LOSS), plies({ move: "4", value: 1 })]).toEqual(["", ""]);
  });

  it("is summed up: what wins, or draws, and what the others do", () => {
    const summary = (...moves: MoveValue[]) => valuesSummary(moves, valueTexts.en);
    expect(summary(WIN, LATER_WIN)).toBe("Every move wins with best play.");
    expect(summary(DRAW)).toBe("Every move draws with best play.");
    expect(summary(LOSS, LATER_LOSS)).toBe("Every move loses with best play.");
    expect(summary(WIN, LOSS, LATER_WIN)).toBe("Winning moves: 4, 3. All others lose.");
    expect(summary(WIN, DRAW)).toBe("Winning moves: 4. All others draw.");
    expect(summary(WIN, DRAW, LOSS)).toBe("Winning moves: 4. All others draw or lose.");
    expect(summary(LOSS, DRAW)).toBe("Drawing moves: 5. All others lose.");
  });
});

describe("a margin", () => {
  const more: MoveValue = { move: "d3", value: 1, margin: 12 };
  const less: MoveValue = { move: "c4", value: 1, margin: 2 };
  const even: MoveValue = { move: "e6", value: 0, margin: 0 };
  const behind: MoveValue = { move: "f5", value: -1, margin: -4 };

  it("takes the place of the plies to the end", () => {
    expect([more, even, behind].map(shortValue)).toEqual(["+12", "0", "−4"]);
    expect([more, even, behind].map((move) => spokenValue(move, valueTexts.en))).toEqual(["d3: wins by 12", "e6: draws", "f5: loses by 4"]);
    expect(spokenValue(behind, valueTexts["zh-Hans"])).toBe("f5：净负 4");
    expect(spokenValue(behind, valueTexts["zh-Hant"])).toBe("f5：淨負 4");
  });

  it("names the best move once all are solved, and each move's margin", () => {
    expect(bestMoves([less, more, even, behind])).toEqual(["d3"]);
    expect(bestMoves([more, OPEN])).toEqual([]);
    expect(numbersText([behind, less, more, even, OPEN], valueTexts.en)).toBe("Margins: d3 +12, c4 +2, e6 0, f5 −4.");
  });
});

describe("what is not solved", () => {
  it("is named, without a summary of the other moves", () => {
    const summary = (...moves: MoveValue[]) => valuesSummary(moves, valueTexts.en);
    expect(summary(OPEN, { move: "6" })).toBe("Not solved: 7, 6.");
    expect(summary(WIN, OPEN, LOSS)).toBe("Winning moves: 4. Not solved: 7.");
  });
});

describe("an equilibrium", () => {
  const moves: MoveValue[] = [
    { move: "check", probability: 0.334, expected: -0.331 },
    { move: "bet", probability: 0.666, expected: 0 },
  ];

  it("is shown by probabilities instead of values", () => {
    expect(isEquilibrium(moves)).toBe(true);
    expect(isEquilibrium([DRAW, OPEN])).toBe(false);
    expect(isEquilibrium([])).toBe(false);
  });

  it("has the likeliest move first, with what it gains", () => {
    const text = equilibriumText(moves, (move) => move.toUpperCase(), valueTexts.en);
    expect(text).toContain("plays BET 67 % (0), CHECK 33 % (−0.33);");
  });

  it("grades the move that was played, as values do", () => {
    const textOf = (played: string | undefined, of: readonly MoveValue[]) => playedText(of, played, (move) => move.toUpperCase(), valueTexts.en);
    expect([textOf("check", moves), textOf("fold", moves), textOf(undefined, moves)]).toEqual(["Played: CHECK, 33 % (−0.33).", "", ""]);
    expect(textOf(DRAW.move, [WIN, DRAW])).toBe("Played: 5: draws.");
  });
});
