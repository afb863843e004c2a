import { describe, expect, it } from "vitest";

import { readTypedMove } from "../../src/features/turn/typed-move";
import type { Language } from "../../src/texts";
import { GAME_VIEWS, gameTextsOf } from "../game-views";

/** What is read: the move, or the candidates with a question mark. */
function read(game: string, position: string, legal: string[], text: string, language: Language = "en"): string {
  const typed = readTypedMove(text, { legal, position, gameView: GAME_VIEWS[game], gameTexts: gameTextsOf(game, language), language });
  return "move" in typed ? typed.move : `? ${typed.candidates.join(" ")}`.trim();
}

describe("a typed chess move", () => {
  const ROOK = "4k3/8/8/3p4/2B1P3/8/1P6/R3K2R w KQ - 0 1";
  const legal = ["e4d5", "c4d5", "c4b3", "c4b5", "b2b3", "b2b4", "a1d1", "a1c1", "h1f1", "e1g1", "e1c1", "e1d1", "e4e5"];
  it.each([
    ["e4e5", "e4e5"], ["e5", "e4e5"], [" E5 ", "e4e5"], ["e4-e5", "e4e5"], ["exd5", "e4d5"], ["ed5", "e4d5"], ["e4xd5", "e4d5"],
    ["Bxd5", "c4d5"], ["Bd5", "c4d5"], ["bd5", "c4d5"], ["Bc4xd5+", "c4d5"], ["O-O", "e1g1"], ["0-0", "e1g1"], ["oo", "e1g1"],
    ["0-0-0", "e1c1"], ["b3", "b2b3"], ["Bb3", "c4b3"], ["Rd1", "a1d1"], ["rad1", "a1d1"], ["R1d1", "a1d1"], ["kd1!", "e1d1"],
  ])("%s", (text, move) => {
    expect(read("chess", ROOK, legal, text)).toBe(move);
  });

  it.each([["Qd4", "?"], ["", "?"], ["e", "?"], ["xyz", "?"], ["Rb1", "?"], ["e6", "?"], ["ed", "? e4d5"]])("is not guessed: %s", (text, answer) => {
    expect(read("chess", ROOK, legal, text)).toBe(answer);
  });

  it("has candidates where more than one is meant", () => {
    const knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    expect(read("chess", knights, ["b1d2", "f3d2", "e1e2"], "Nd2")).toBe("? b1d2 f3d2");
    expect(read("chess", knights, ["b1d2", "f3d2", "e1e2"], "Nfd2")).toBe("f3d2");
    const pawn = "8/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    const promotions = ["e7e8q", "e7e8r", "e7e8b", "e7e8n"];
    expect(read("chess", pawn, promotions, "e8")).toBe(`? ${promotions.join(" ")}`);
    for (const text of ["e8=Q", "e8q", "e8(Q)", "e7e8=q", "E8Q"]) expect(read("chess", pawn, promotions, text)).toBe("e7e8q");
  });

  it("tells a bishop from the pawn on the b-file by its case", () => {
    const both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    expect(read("chess", both, ["b2c3", "d2c3"], "bc3")).toBe("b2c3");
    expect(read("chess", both, ["b2c3", "d2c3"], "Bc3")).toBe("d2c3");
    expect(read("chess", both, ["b2c3", "d2c3"], "BC3")).toBe("d2c3");
  });
});

describe("a typed move of xiangqi", () => {
  const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
  const legal = ["h2e2", "b2e2", "h0g2", "c3c4", "a0a1"];
  it.each(["h2e2", "H2-E2", "炮二平五", "炮2平5", "C2=5", "c2.5", "砲二平五"])("%s", (text) => {
    for (const language of ["en", "zh-Hans", "zh-Hant"] as const) expect(read("xiangqi", START, legal, text, language)).toBe("h2e2");
  });

  it("may go forward and back", () => {
    expect(read("xiangqi", START, legal, "馬二進三")).toBe("h0g2");
    expect(read("xiangqi", START, legal, "H2+3")).toBe("h0g2");
    expect(read("xiangqi", START, legal, "P7+1")).toBe("c3c4");
    expect(read("xiangqi", START, legal, "H2-3")).toBe("?");
  });

  it("may name the front one of two on a file", () => {
    const two = "4k4/9/9/9/4R4/9/4R4/9/9/3K5 w - - 0 1";
    const rooks = ["e5d5", "e3d3", "e5e6"];
    for (const text of ["前车平六", "+R=6", "R+=6"]) expect(read("xiangqi", two, rooks, text)).toBe("e5d5");
    for (const text of ["後車平六", "-r=6"]) expect(read("xiangqi", two, rooks, text)).toBe("e3d3");
  });
});

describe("a typed play of backgammon", () => {
  const position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
  const legal = ["8/5 6/5", "24/23 13/10", "13/9", "bar/20", "6/off(2)", "6/5*/2", "6/2", "roll"];
  it.each([
    ["8/5 6/5", "8/5 6/5"], ["6/5 8/5", "8/5 6/5"], ["6/5, 8/5", "8/5 6/5"], ["13/10 24/23", "24/23 13/10"], ["13/10 10/9", "13/9"], ["13/12/9", "13/9"],
    ["25/20", "bar/20"], ["Bar/20*", "bar/20"], ["6/off 6/off", "6/off(2)"], ["6/0(2)", "6/off(2)"], ["6/5*/2", "6/5*/2"], ["6/2", "6/2"], ["Roll", "roll"],
  ])("%s", (text, move) => {
    expect(read("backgammon", position, legal, text)).toBe(move);
  });

  it("is asked for where a hit on the way is not clear", () => {
    expect(read("backgammon", position, legal, "6/5/2")).toBe("? 6/5*/2 6/2");
    expect(read("backgammon", position, legal, "6/1")).toBe("?");
  });
});

describe("a typed move of other games", () => {
  it("is what the page shows", () => {
    const cells = "B 2 25 24 23 20 19 15 1 2 3 6 7 11";
    expect(read("ewn", cells, ["11-2", "1-12", "24-19"], "11-2")).toBe("11-2");
    expect(read("ewn", cells, ["11-2", "1-12", "24-19"], "24 19")).toBe("24-19");
    expect(read("ewn", cells, ["11-2", "1-12", "24-19"], "112")).toBe("? 11-2 1-12");
    expect(read("othello", "", ["f5", "pass"], "F5")).toBe("f5");
    expect(read("othello", "", ["pass"], gameTextsOf("othello", "zh-Hans").moves.pass ?? "", "zh-Hans")).toBe("pass");
  });
});

describe("a typed move of stones", () => {
  const EMPTY = "9/9/9/9/9/9/9/9/9 x - 0 0,0";
  it.each([["d4", "D4"], ["D4", "D4"], ["ｄ４", "D4"], ["pass", "pass"], ["Pass", "pass"], ["i4", "?"]])("%s", (text, move) => {
    expect(read("go", EMPTY, ["D4", "D5", "pass"], text)).toBe(move);
  });

  it("marks a group while stones are marked", () => {
    const [marking, legal] = [EMPTY.replace("9 x - 0", "xo7 o - 2") + " x -", ["dead A1", "dead B1", "done", "resume"]];
    expect([read("go", marking, legal, "b1"), read("go", marking, legal, "dead b1"), read("go", marking, legal, "同意", "zh-Hans")]).toEqual(["dead B1", "dead B1", "done"]);
  });
});
