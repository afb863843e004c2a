import { describe, expect, it } from "vitest";

import { type TypedMove, readTypedMove } from "../src/features/turn/typed-move";
import type { GameView } from "../src/games/boards/model";
import { gameTextsOf } from "./game-views";
import { moving, putting } from "./toys";

function read(gameView: GameView | undefined, legal: string[], text: string): TypedMove {
  return readTypedMove(text, { legal, position: "x........", gameView, gameTexts: gameTextsOf("", "en"), language: "en" });
}

describe("a typed move", () => {
  it("is read without regard to case, dashes and blanks where that is clear", () => {
    for (const text of ["a1-b2", "A1-B2", "a1b2", " a1 – b2 ", "a1xb2+"]) expect(read(moving, ["a1-b2", "a1-b3"], text)).toEqual({ move: "a1-b2" });
    expect(read(putting, ["b2", "B2"], "B2")).toEqual({ move: "B2" });
    expect(read(putting, ["b2", "B2"], "b2 ")).toEqual({ move: "b2" });
  });

  it("may be a move that is played by a button, by its name", () => {
    expect(read(putting, ["a1", "pass"], "Pass")).toEqual({ move: "pass" });
  });

  it("has candidates where it may mean several, and is not guessed where it is like one", () => {
    expect(read(putting, ["aB", "Ab", "c1"], "AB")).toEqual({ candidates: ["aB", "Ab"] });
    expect(read(moving, ["a1-b2", "a1-c2", "a2-c2"], "a1")).toEqual({ candidates: ["a1-b2", "a1-c2"] });
    expect(read(moving, ["a1-b2", "c1-c2"], "ab2")).toEqual({ candidates: ["a1-b2"] });
  });

  it("is none where it is like no legal move", () => {
    for (const text of ["", "  ", "x", "c3", "a1-b2-c3", "-"]) expect(read(moving, ["a1-b2"], text)).toEqual({ candidates: [] });
    expect(read(moving, [], "a1-b2")).toEqual({ candidates: [] });
  });

  it("is first what the game's own reader says", () => {
    const gameView: GameView = { ...putting, readMove: (text, legal) => legal.filter((move) => text === `cell ${move}`) };
    expect(read(gameView, ["a1", "b2"], "cell b2")).toEqual({ move: "b2" });
    expect(read(gameView, ["a1", "b2"], "a1")).toEqual({ move: "a1" });
  });

  it("needs no gameView", () => {
    expect(read(undefined, ["a1", "b2"], "A1")).toEqual({ move: "a1" });
  });
});
