/**
 * The text of a position: a FEN, the lost pieces, the umpire's three calls, and the tries refused in this turn. In a
 * player's view, a `?` in brackets after the board represents each hidden piece.
 */

/** The numbers of pawns and pieces that a side has lost. */
export interface Lost {
  pawns: number;
  pieces: number;
}

export interface Position {
  /** The FEN of the visible pieces. */
  fen: string;
  /** Whether pieces may be hidden, as is the case until the end of the game. */
  isView: boolean;
  turn: 0 | 1;
  lost: [Lost, Lost];
  /** The capture of the last move: its square, and its kind (a pawn, a piece, or a pawn en passant). */
  capture: { square: string; kind: "p" | "x" | "e" } | null;
  /** The directions of checks, as letters of `frlsn`: file, rank, long diagonal, short diagonal, knight. */
  checks: string;
  hasPawnTries: boolean;
  /** The refused tries, such as `g1f3`; for those of the other side, only `refusals` is known. */
  refused: string[];
  refusals: number;
}

function lostOf(text: string): Lost {
  const [pawns = 0, pieces = 0] = text.split("+").map(Number);
  return { pawns, pieces };
}

export function read(text: string): Position {
  const [board = "", side = "w", rights = "-", passed = "-", quiet = "0", number = "1", lost = "", capture = "-", checks = "-", tries = "-", refused = "-"] = text.split(" ");
  const [white = "", black = ""] = lost.split("/");
  const tried = refused.match(/[a-h][1-8][a-h][1-8]/g) ?? [];
  return {
    fen: [board.replace(/\[\?*\]/, ""), side, rights, passed, quiet, number].join(" "),
    isView: text.includes("?"),
    turn: side === "b" ? 1 : 0,
    lost: [lostOf(white), lostOf(black)],
    capture: capture === "-" ? null : { square: capture.slice(0, 2), kind: capture[2] as "p" | "x" | "e" },
    checks: checks === "-" ? "" : checks,
    hasPawnTries: tries === "t",
    refused: [...tried],
    refusals: tried.length || refused.split("?").length - 1,
  };
}
