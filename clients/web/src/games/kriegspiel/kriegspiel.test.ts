import { describe, expect, it } from "vitest";

import { gameView } from "./view";

const WHITE_SEES = "8/8/8/3P4/8/8/PPPP1PPP/RNBQKBNR[???????????????] b KQ? ? ? 2 0+0/1+0 d5p - - -";
const BLACK_SEES = "rnbqkbnr/ppp1pppp/8/8/8/8/8/8[????????????????] b kq? ? ? 2 0+0/1+0 d5p - - -";
const REFUSED = "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR[????????????????] w KQ? ? ? 2 0+0/0+0 - - - e4e5";
const REFUSAL = "rnbqkbnr/pppp1ppp/8/4p3/8/8/8/8[????????????????] w kq? ? ? 2 0+0/0+0 - - - ?";
const CHECKED = "8/8/8/8/4P3/3P4/PPP2PPP/RNBQKBNR[????????????????] w KQ? ? ? 3 0+0/0+0 - l - -";
const MATE = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 4 41 8+6/5+7 - r - -";

describe("a partly hidden board", () => {
  it("has only the visible pieces", () => {
    const { pieces } = gameView.draw(WHITE_SEES, 0);
    expect(pieces).toHaveLength(16);
    expect(pieces.every(({ look }) => look === "custom-white")).toBe(true);
  });

  it("marks a king in check, by the umpire's call or from the full board", () => {
    expect([CHECKED, WHITE_SEES, MATE].map((position) => gameView.draw(position, 0).checkedSpots)).toEqual([["e1"], [], ["g8"]]);
  });

  it("counts what each side has captured", () => {
    expect(gameView.tallies!(WHITE_SEES).map(({ captures }) => captures?.count)).toEqual([1, 0]);
  });
});

describe("the umpire's calls", () => {
  it.each([
    [WHITE_SEES, 0, ["Black has lost a pawn on d5.", "Lost so far: White nothing, Black 1 pawn."]],
    [REFUSED, 0, ["Refused: e5.", "Lost so far: White nothing, Black nothing."]],
    [REFUSAL, 1, ["A try of White was refused.", "Lost so far: White nothing, Black nothing."]],
    [CHECKED, null, ["White is in check on the long diagonal.", "Lost so far: White nothing, Black nothing."]],
    [WHITE_SEES.replace("0+0/1+0 d5p - - -", "2+1/1+0 d5e fn t ??"), null, ["Black has lost a pawn on d5, taken en passant.", "Black is in check on the file and by a knight.", "Black can capture with a pawn.", "2 tries of Black were refused.", "Lost so far: White 2 pawns and 1 piece, Black 1 pawn."]],
    [MATE, 0, ["Black is in check on the rank.", "Lost so far: White 8 pawns and 6 pieces, Black 5 pawns and 7 pieces."]],
    [MATE.replace("r - -", "- - g8f8"), 0, ["Refused: Kf8.", "Lost so far: White 8 pawns and 6 pieces, Black 5 pawns and 7 pieces."]],
  ])("in %s are noted for seat %s", (position, viewer, notes) => {
    expect(gameView.notes!(position, viewer, "en", {})).toEqual(notes);
  });

  it("are in the list of moves", () => {
    const before = WHITE_SEES.replace("3P4/8/8/PPPP1PPP", "8/4P3/8/PPPP1PPP");
    const listed = [["e4d5", before, WHITE_SEES], ["?", "", BLACK_SEES], ["e4e5", REFUSED, REFUSED], ["?", REFUSAL, REFUSAL], ["?", "", CHECKED], ["g1f3", before, CHECKED]] as const;
    expect(listed.map(([move, from, to]) => gameView.notation!(move, from, "en", to))).toEqual(["exd5", "hidden ×d5", "e5, refused", "hidden, refused", "hidden+", "Nf3+"]);
  });

  it("are read aloud without revealing anything hidden", () => {
    const described = (move: string, after: string) => gameView.describeMove!(move, "Ann", "en", after);
    expect([described("?", BLACK_SEES), described("e4e5", REFUSED), described("?", REFUSAL)]).toEqual(["Ann has made a hidden move. Black has lost a pawn on d5.", "Ann has tried e4e5, which was refused", "Ann has tried a move that was refused"]);
  });

  it("mark the square of a capture by a hidden move", () => {
    expect([BLACK_SEES, REFUSAL, CHECKED].map((position) => gameView.lastMoveSpots!("?", position))).toEqual([["d5"], [], []]);
  });
});

it("reads moves in algebraic notation by the visible pieces", () => {
  expect(gameView.readMove!("Nf3", ["g1f3", "g1h3", "b1c3"], CHECKED)).toEqual(["g1f3"]);
});
