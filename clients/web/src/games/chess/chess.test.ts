import { describe, expect, it } from "vitest";

import { pieceName, settingValue } from "../../app/words/format";
import { withStart } from "../../app/words/game-facts";
import { namedNumbers, valuesOf } from "../../features/start/choices";
import type { Drawing } from "../boards/model";
import { choices, completedMoves } from "../boards/pick";
import { gameView as chess } from "./view";
import { SHAPES } from "../fide-pieces/shapes";
import { LANGUAGES } from "../../texts";
import { centre, drawn } from "../../../tests/drawings";
import { gameTextsOf } from "../../../tests/game-views";
import samples from "./san.samples.json";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

function pieces(drawing: Drawing): string[] {
  return drawing.pieces.map(({ spot, look, text }) => `${look.replace("custom-", "")} ${text} ${spot}`).sort();
}

/** The pieces that a move adds to the board (`+`) and removes from it (`-`). */
function change(position: string, move: string): string[] {
  const [old, now] = [position, chess.positionAfter?.(position, move) ?? ""].map((text) => pieces(chess.draw(text, null)));
  if (!old || !now) throw new Error("nothing drawn");
  return [...now.filter((p) => !old.includes(p)).map((p) => `+${p}`), ...old.filter((p) => !now.includes(p)).map((p) => `-${p}`)];
}

function notation(move: string, before: string): string {
  return chess.notation?.(move, before, "en") ?? "";
}

describe("the board", () => {
  it("reads FEN", () => {
    const drawn = pieces(chess.draw(START, null));
    expect(drawn.length).toBe(32);
    expect(drawn).toContain("white k e1");
    expect(drawn).toContain("black q d8");
    expect(drawn).toContain("white n g1");
    expect(drawn).toContain("black p a7");
  });

  it("has a1 at the bottom left for white and spectators, at the top right for black", () => {
    expect(centre(chess.draw(START, 0), "a1")).toEqual([5, 75]);
    expect(centre(chess.draw(START, null), "a1")).toEqual([5, 75]);
    expect(centre(chess.draw(START, 1), "a1")).toEqual([75, 5]);
  });

  it("labels files and ranks from the viewer's side", () => {
    const names = (viewer: number) => chess.draw(START, viewer).labels.map(({ text }) => text).join("");
    expect(names(0)).toBe("a8b7c6d5e4f3g2h1");
    expect(names(1)).toBe("h1g2f3e4d5c6b7a8");
  });

  it("has a light square on the right of each player", () => {
    const { shade } = chess.draw(START, null);
    expect(shade).toContain("M0 70h");
    expect(shade).not.toContain("M70 70h");
  });

  it("has a shape for every piece", () => {
    expect(Object.keys(SHAPES).sort()).toEqual(["b", "k", "n", "p", "q", "r"]);
  });

  it("has a name for every piece", () => {
    expect(pieceName({ look: "custom-black", text: "n" }, gameTextsOf("chess", "en"))).toBe("black knight");
    for (const [language] of LANGUAGES)
      for (const kind of Object.keys(SHAPES))
        for (const look of chess.looks) expect(gameTextsOf("chess", language).pieces[`${look} ${kind}`]).toBeDefined();
  });
});

describe("check", () => {
  it.each([
    ["a bishop", "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1", ["e1"]],
    ["a knight", "4k3/8/3N4/8/8/8/8/4K3 b - - 0 1", ["e8"]],
    ["a rook", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", ["e1"]],
    ["a queen", "4k3/8/8/7q/8/8/8/3K4 w - - 0 1", ["d1"]],
    ["a white pawn", "8/8/4k3/3P4/8/8/8/4K3 b - - 0 1", ["e6"]],
    ["a black pawn", "4k3/8/8/8/8/8/5p2/4K3 w - - 0 1", ["e1"]],
    ["no pawn from behind", "4k3/5p2/8/8/8/8/8/4K3 b - - 0 1", []],
    ["nothing through a piece", "4k3/8/8/8/8/8/8/r1N1K3 w - - 0 1", []],
    ["no piece of the same side", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", []],
    ["nothing against the side that is not to move", "4k3/8/8/8/8/8/8/r3K3 b - - 0 1", []],
    ["nothing at the start", START, []],
  ])("by %s", (_, position, kings) => {
    expect(chess.draw(position, null).checkedSpots).toEqual(kings);
  });
});

describe("the board after a move", () => {
  it("has the other side to move", () => {
    expect(chess.positionAfter?.(START, "e2e4")).toBe("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    expect(chess.positionAfter?.(START, "e3e4")).toBe(START);
  });

  it("has a captured piece removed", () => {
    expect(change("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5")).toEqual(["+white p d5", "-black p d5", "-white p e4"]);
  });

  it("has the rook moved by castling", () => {
    const open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    expect(change(open, "e1g1")).toEqual(["+white k g1", "+white r f1", "-white k e1", "-white r h1"]);
    expect(change(open, "e8c8")).toEqual(["+black k c8", "+black r d8", "-black k e8", "-black r a8"]);
    expect(change(open, "e1f1")).toEqual(["+white k f1", "-white k e1"]);
  });

  it("castles in Chess960, where king and rook may change places and one may stay", () => {
    const ends = (rank: string, move: string) => (chess.positionAfter?.(`4k3/8/8/8/8/8/8/${rank} w KQ - 0 1`, move) ?? "").split("/")[7];
    expect(ends("1R3KR1", "f1g1")).toBe("1R3RK1 b");
    expect(ends("1R3KR1", "f1b1")).toBe("2KR2R1 b");
    expect(ends("RK5R", "b1a1")).toBe("2KR3R b");
    expect(ends("R5KR", "g1h1")).toBe("R4RK1 b");
    expect(ends("2RK3R", "d1c1")).toBe("2KR3R b");
  });

  it("has a pawn removed that was captured en passant", () => {
    const position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    expect(change(position, "e5d6")).toEqual(["+white p d6", "-black p d5", "-white p e5"]);
  });

  it("has the promoted piece", () => {
    expect(change("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n")).toEqual(["+white n d8", "-black r d8", "-white p e7"]);
    expect(change("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q")).toEqual(["+black q a1", "-black p a2"]);
    const knight = { move: "e7d8n", piece: { spot: "d8", look: "custom-white", text: "n" } };
    expect(chess.promotions?.(["e7d8n"], 0)).toEqual([knight]);
    expect(chess.promotions?.(["e2e4"], 0)).toEqual([]);
    const black = chess.promotions?.(["e2e1n", "e2e1b", "e2e1r", "e2e1q"], 1) ?? [];
    expect(black.map(({ piece }) => piece.text).join("")).toBe("qnrb");
    expect(black[0]?.piece).toEqual({ spot: "e1", look: "custom-black", text: "q" });
  });
});

describe("a move", () => {
  it("is shown as played as soon as it is sent", () => {
    expect(drawn(chess, "4k3/8/8/8/8/8/4P3/4K3 w", { pendingMove: "e2e4" })).toEqual(chess.draw("4k3/8/8/8/4P3/8/8/4K3 b", null));
  });

  it("asks for the piece if a pawn promotes", () => {
    const promotions = ["e7e8q", "e7e8r", "e7e8b", "e7e8n"];
    expect(completedMoves(chess, [...promotions, "e7d8q", "a2a3"], ["e7", "e8"])).toEqual(promotions);
    expect([...choices(chess, promotions, []).targets]).toEqual(["e8"]);
  });
});

describe("castling by clicks", () => {
  const position = (rank: string) => `4k3/8/8/8/8/8/8/${rank} w KQ - 0 1`;
  const completed = (rank: string, legal: string[], path: string[]) => completedMoves(chess, legal, path, position(rank));

  it("is the king and its target, or the king and the rook", () => {
    for (const spot of ["g1", "h1"]) expect(completed("R3K2R", ["e1g1", "e1f1"], ["e1", spot])).toEqual(["e1g1"]);
    expect(completed("R3K2R", ["e1g1", "e1c1"], ["e1", "a1"])).toEqual(["e1c1"]);
    for (const spot of ["g1", "h1"]) expect(completed("1R2K2R", ["e1h1", "e1b1"].slice(0, 1), ["e1", spot])).toEqual(["e1h1"]);
  });

  it("is only the king and the rook where the target is a step of the king", () => {
    const legal = ["f1g1", "f1h1", "f1b1"];
    expect(completed("1R3K1R", legal, ["f1", "g1"])).toEqual(["f1g1"]);
    expect(completed("1R3K1R", legal, ["f1", "h1"])).toEqual(["f1h1"]);
    for (const spot of ["b1", "c1"]) expect(completed("1R3K1R", legal, ["f1", spot])).toEqual(["f1b1"]);
  });

  it("is typed in several ways", () => {
    const read = (text: string, legal: string[], rank: string) => chess.readMove?.(text, legal, position(rank));
    const legal = ["f1g1", "f1h1", "f1b1"];
    expect(read("O-O", legal, "1R3K1R")).toEqual(["f1h1"]);
    expect(read("0-0-0", legal, "1R3K1R")).toEqual(["f1b1"]);
    expect(read("Kg1", legal, "1R3K1R")).toEqual(["f1g1"]);
    expect(read("Kh1", legal, "1R3K1R")).toEqual([]);
    expect(notation("f1h1", position("1R3K1R"))).toBe("O-O");
  });

  it("can be premoved", () => {
    expect(chess.premoveTargets?.(position("1R3K1R"), "f1")).toContain("b1");
    expect(chess.premoveTargets?.(position("R3K2R"), "e1")).toEqual(expect.arrayContaining(["g1", "h1", "a1"]));
  });
});

describe("start positions", () => {
  const number = (rank: string) => chess.startSettings?.(`${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()} w KQkq - 0 1`).start;

  it("have the numbers of python-chess", () => {
    expect(["bbqnnrkr", "bqnbnrkr", "rnbqkbnr", "nrkbnqbr", "rkrnnqbb"].map(number)).toEqual([0, 1, 518, 269, 959]);
    expect(number("rnbqkrbn")).toBeUndefined();
    expect(chess.startSettings?.("")).toEqual({});
  });
});

describe("moves in algebraic notation", () => {
  it("agree with python-chess", () => {
    expect(samples.length).toBeGreaterThan(200);
    for (const [position, move, text] of samples as string[][]) expect(`${position}: ${notation(move ?? "", position ?? "")}`).toBe(`${position}: ${text}`);
  });

  it("need only the board and the side of a position", () => {
    expect(notation("g1f3", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")).toBe("Nf3");
  });

  it("distinguish mate from check if an en passant capture is possible", () => {
    const before = (defender: string) => `8/8/7R/3k4/3${defender}4/B7/2P5/4RB1K w`;
    expect(notation("c2c4", before("b"))).toBe("c4#");
    expect(notation("c2c4", before("p"))).toBe("c4+");
  });

  it("leave a move unchanged if no piece is on its start", () => {
    expect(notation("e3e4", START)).toBe("e3e4");
  });
});

describe("a premove", () => {
  const targets = (from: string) => chess.premoveTargets?.(START, from).sort().join(" ");
  it("moves as on an empty board", () => {
    expect(targets("a1")).toBe("a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1");
    expect(targets("b1")).toBe("a3 c3 d2");
    expect(targets("e2")).toBe("d3 e3 e4 f3");
    expect(targets("e8")).toBe("a8 c8 d7 d8 e7 f7 f8 g8 h8");
    expect(targets("h7")).toBe("g6 h5 h6");
    expect(targets("e4")).toBe("");
  });
});

describe("the setting of the start", () => {
  const start = { name: "start", default: 518, least: 0, most: 960 };

  it("has a field for a number, and the values that have names", () => {
    expect(valuesOf(start)).toBeNull();
    for (const [language] of LANGUAGES)
      expect(namedNumbers(start, gameTextsOf("chess", language)).map(({ value }) => value)).toEqual([518, 960]);
    expect(namedNumbers({ name: "size", default: 8 }, gameTextsOf("chess", "en"))).toEqual([]);
  });

  it("is that of the start, where it was drawn", () => {
    expect(withStart({ start: 960 }, [start], { start: 357 })).toEqual({ start: 357 });
    expect(withStart({ start: 960 }, [start])).toEqual({ start: 960 });
    expect([withStart({ start: 518 }, [start], { start: 518 }), withStart({}, [start], { start: 518 })]).toEqual([{ start: 518 }, {}]);
  });

  it("is said in words", () => {
    const said = (value: number) => settingValue(start, value, gameTextsOf("chess", "en"));
    expect([518, 960, 357].map(said)).toEqual(["classical", "Chess960, drawn", "Chess960, number 357"]);
  });
});
