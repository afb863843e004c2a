/**
 * The text of a position: a FEN, the men lost, the umpire's three calls, and the tries refused in this turn. In a view
 * the board ends with a `?` for each hidden man, in brackets.
 */

/** Pawns and pieces that a side has lost. */
export interface Lost {
  pawns: number;
  pieces: number;
}

export interface Position {
  /** FEN, with the men that are seen. */
  fen: string;
  /** Whether something is hidden: until the end of the game. */
  isView: boolean;
  turn: 0 | 1;
  lost: [Lost, Lost];
  /** What the last move has captured: the square, and a pawn, a piece, or a pawn en passant. */
  capture: { square: string; kind: "p" | "x" | "e" } | null;
  /** Letters of `frlsn`: file, rank, long diagonal, short diagonal, knight. */
  checks: string;
  hasPawnTries: boolean;
  /** The refused tries, `g1f3`; only their number is known of the other side's. */
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
  const ways = refused.match(/[a-h][1-8][a-h][1-8]/g) ?? [];
  return {
    fen: [board.replace(/\[\?*\]/, ""), side, rights, passed, quiet, number].join(" "),
    isView: text.includes("?"),
    turn: side === "b" ? 1 : 0,
    lost: [lostOf(white), lostOf(black)],
    capture: capture === "-" ? null : { square: capture.slice(0, 2), kind: capture[2] as "p" | "x" | "e" },
    checks: checks === "-" ? "" : checks,
    hasPawnTries: tries === "t",
    refused: [...ways],
    refusals: ways.length || refused.split("?").length - 1,
  };
}
