/**
 * What a board looks like, as plain values: a game's face makes a Drawing of a position's text, and one
 * component draws all of them.
 *
 * Lengths are in board units: a cell of a grid is 10 wide. Nothing here knows a rule of any game,
 * only its notations; what may be played comes from the server.
 */

import type { Component } from "svelte";

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import type { HandState } from "./hands";
import type { FleetPlacement } from "./fleet-placement";
import type { Pair } from "./pairs";
import type { Look, Piece, Suit } from "./pieces";
import type { Listener, PositionDescription } from "./description";
import type { Cube, ShownCards, TrickState } from "./table";

export type { Look, Piece, Suit };

/** A rectangle of the board. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A spot on which a piece can stand. `half`: half its width; `name`: what a screen reader calls it; `area`: where it
 * can be clicked, if that is more than the spot itself; `line`: it is no cell, node or point but the line between two,
 * with (x, y) in its middle, and a click hits up to `half` beside it: all marks are along it, and a piece on it is a line
 * of its look's colour.
 */
export interface Spot {
  id: string;
  x: number;
  y: number;
  half: number;
  name: string;
  /** What a click on it does, as a tooltip. */
  hint?: string;
  area?: Area;
  line?: Line;
}

/** What stands on pieces that have characters by tradition: these, or pictures that need no language. */
export const PIECE_SETS = ["characters", "international"] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** What a game's own pieces are drawn of. `kind`: a piece by its letter; empty: the one that stands for its side. */
export interface CustomPiece {
  kind: string;
  side: string;
  language: Language;
  set: PieceSet;
}

export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * Text on the board. It is a coordinate, which the reader may switch off, unless `isText`; `large`: the name of a part
 * of the board; `inCorner`: in a cell's corner, where it begins at x; `edge`: it names a column above the board, or a
 * row beside it, and stays in view when a part of the board is shown.
 */
export interface Label {
  x: number;
  y: number;
  text: string;
  isText?: boolean;
  large?: boolean;
  inCorner?: boolean;
  edge?: "above" | "beside";
}

/** A goal cell of a seat. */
export interface Goal {
  spot: string;
  seat: number;
}

/** A piece of a stack below the outermost: it is drawn, but on no spot. */
export interface StackedPiece {
  x: number;
  y: number;
  look: Look;
  text: string;
}

/** A piece that has left the game, seen from its edge. */
export interface Slab extends Area {
  look: Look;
}

/** A throw that still lies on the board. `values`: `HIDDEN` for those that the viewer may not see; `isOver`: it has been played, or its seat cannot play it any more. */
export interface ShownThrow {
  seat: number;
  values: number[];
  isOver: boolean;
  /** Whether it decided who begins: one die a seat, in seat order. */
  isOpening: boolean;
}

/** A die on the board, of its thrower's look, face down if its value is `HIDDEN` (thrown.ts). `isUsed`: it has been played. */
export interface BoardDie {
  x: number;
  y: number;
  value: number;
  look: Look;
  isUsed: boolean;
}

/** The part of a move that has been clicked: in which position, and a move that begins so. */
export interface PartialMove {
  position: string;
  path: readonly string[];
  move: string;
}

/**
 * Counts of one seat: its score, the points that win the match (`target`), and its pip count. `unit`: of a score that
 * may be negative, a key of `Texts.engine.units`.
 */
export interface Tally {
  score?: number;
  unit?: string;
  target?: number;
  pips?: number;
  /** How many pieces of which look it has captured. */
  captures?: { look: Look; count: number };
}

export interface Drawing extends ShownCards {
  width: number;
  height: number;
  ground: "paper" | "green" | "wood";
  /** Whether spots are cells of a grid, nodes of a graph, or points where lines cross. */
  spotKind: "cells" | "nodes" | "points";
  /** An SVG path of the board's own shape, where it is not the whole square. */
  outline?: string;
  /** SVG paths of the darker cells, and of lines too many to be listed. */
  shade?: string;
  strokes?: string;
  /** SVG paths of light areas between the shaded ones, and of a wooden frame, filled by the even-odd rule. */
  lightShade?: string;
  frame?: string;
  lines: Line[];
  dots: { x: number; y: number }[];
  labels: Label[];
  goals: Goal[];
  spots: Spot[];
  /** The spots of kings in check. */
  checkedSpots?: string[];
  stacked?: StackedPiece[];
  pieces: Piece[];
  /** The spots of the cards that have won. */
  winningCardSpots?: string[];
  /** Half a cell of a piece, where it is not that of its spot. */
  halfPiece?: number;
  /** The height from which a new piece falls to its spot. */
  fallsFrom?: number;
  /** Whether the pieces are black and white stones, of which there may be hundreds: they are drawn together. */
  hasStones?: boolean;
  /** The spots of stones that are marked as dead, and of empty points where a stone may not be put back at once. */
  deadSpots?: string[];
  koSpots?: string[];
  /** The spots of empty points that the rules forbid to the side to move. */
  forbiddenSpots?: string[];
  /** Whose the empty points are, as small squares. */
  territory?: Territory[];
  /** The centres of pieces that have to move before all others. */
  halos?: { x: number; y: number; r?: number }[];
  slabs?: Slab[];
  dice?: BoardDie[];
  cube?: Cube;
}

/** Points that count for the side with stones of this look. */
export interface Territory {
  look: Look;
  spots: string[];
}

/** What a seat has captured more of than the other side, and by how many points it leads; 0: it does not. */
export interface Material {
  captured: Omit<Piece, "spot">[];
  lead: number;
}

/** A move that promotes, with the piece that it puts on the board. */
export interface Promotion {
  move: string;
  piece: Piece;
}

/**
 * How the pieces of a seat are arranged before its first move: an arrangement names the piece on each of
 * `spots`, in their order, in the game's notation.
 */
export interface PieceArrangement {
  /** Whether these legal moves are arrangements. */
  applies(legal: readonly string[]): boolean;
  /** The spots of a seat's pieces. */
  spots(seat: number): string[];
  /** The arrangement shown first. */
  defaultArrangement(seat: number): string[];
  /** The move that plays an arrangement. */
  move(arrangement: readonly string[]): string;
  /** The board with a seat's pieces arranged so. */
  arrange(drawing: Drawing, seat: number, arrangement: readonly string[]): Drawing;
}

/** One game as the page shows it. */
export interface GameView {
  /** A position from a real game, for the front page. */
  sample: string;
  /** The mark of each seat. */
  looks: Look[];
  /** Draws the looks that are the game's own, at the origin in a cell 10 wide. */
  Pieces?: Component<CustomPiece>;
  /** The faces of the dice thrown, 0 for none: 6 for an ordinary die. */
  dieSides: number;
  /** The formats beside JSON in which a finished game can be downloaded. */
  formats?: readonly string[];
  /** Whether each seat sees the board from a side of its own, so that any viewer may turn it. */
  canFlip?: boolean;
  /** Turns a position's text into a drawing, seen by `viewer` (null: a spectator); `settings`: the game's, if known;
   * `wide`: whether there is more room beside a square than below it. */
  draw(position: string, viewer: number | null, language?: Language, settings?: Settings, wide?: boolean): Drawing;
  /** A position's drawing once the game is over, with what nobody is told before. */
  afterEnd?(drawing: Drawing, position: string): Drawing;
  /** Whether no dice are shown, since the board shows what a throw has led to. */
  hidesDice?: boolean;
  /** The dice where they lie on the board, for a game that has them there; `partialMove`: the clicked part of a move. */
  placeDice?(throws: readonly ShownThrow[], viewer: number | null, partialMove: PartialMove | undefined): BoardDie[];
  /** Whether a move of several pieces is played only when it has been confirmed; until then it can be undone. */
  confirmsTurn?: boolean;
  /** The stone that a move puts on its spot. It is shown under the pointer before, where no piece stands; who wants to, on touch screens by default, confirms it. */
  stoneOf?(move: string, seat: number): Look | undefined;
  /** Whether empty points on which no legal move puts a stone are marked for the side to move. */
  marksForbidden?: boolean;
  /** Whether the piece that a click puts down, the mark of its seat, is shown under the pointer; it needs no confirmation. */
  showsGhost?: boolean;
  /** What to ask before a move is played, however it was chosen; undefined: nothing. */
  question?(move: string, position: string, language: Language): string | undefined;
  /** What a position asks of its players, and how it stands, in sentences; `viewer` as of `draw`. */
  notes?(position: string, viewer: number | null, language: Language, settings: Settings): string[];
  /** Whether a move can be chosen in advance now; without this hook whenever the other side is to move. */
  canPremove?(position: string): boolean;
  /** Whether the page plays a pass that is the only legal move, after it has been shown for a moment. */
  playsForcedPass?: boolean;
  /** Whether the list of moves gives this move a number of its own; without this hook rounds are numbered. */
  isNumbered?(move: string): boolean;
  /** Whether the move is a capture, in a game in which captures must be made: that is said, and its pieces are marked. */
  mustCapture?(move: string): boolean;
  /** The move that only throws the dice: the list of moves shows it in one cell with the play that follows. */
  throwMove?: string;
  /** The spots that a move names, in the order in which they are clicked; none for a pass. */
  moveSpots(move: string): string[];
  /** All orders in which a move of several pieces may be clicked in a position: in each, one path a piece. */
  paths?(move: string, position: string): string[][][];
  /** The position while a move is being clicked: the clicked part of it has been played. */
  partialPosition?(position: string, path: readonly string[], move: string): string;
  /** The spots of the last move in the position after it, where `moveSpots` gives other names. */
  lastMoveSpots?(move: string, after: string): string[];
  /** The position after a move, as far as it is drawn; without this hook the piece is moved or put down. */
  positionAfter?(position: string, move: string): string;
  /** What a piece can be promoted to, of moves along one path, the likeliest first. */
  promotions?(moves: readonly string[], seat: number): Promotion[];
  /** Arranging one's own pieces before the first move. */
  pieceArrangement?: PieceArrangement;
  /** Laying out one's own pieces, one a move. */
  fleetPlacement?: FleetPlacement;
  /** A move in the usual notation, by the position before it and, once played, the one after it; undefined: as its button says, or as it is sent. */
  notation?(move: string, before: string, language: Language, after?: string): string | undefined;
  /** That a player has made a move, as a sentence to be read aloud, by the position after it; undefined: as of all games. */
  describeMove?(move: string, who: string, language: Language, after: string): string | undefined;
  /** The legal moves that a text means in other usual ways of writing than `notation`. */
  readMove?(text: string, legal: readonly string[], position: string): string[];
  /** The spots to which the piece on `from` might go after any reply, one's own pieces' included, which may be captured. */
  premoveTargets?(position: string, from: string): string[];
  /** Splits a text into moves, for games whose moves contain blanks. */
  splitMoves?(line: string): string[];
  /** The spots that show why a game that was won by the rules is over: a line, a piece that has arrived. */
  winningSpots?(position: string, settings?: Settings): string[];
  /** Where above the board the exact value of a move stands (board units), for a game with such values. */
  valueX?(move: string, drawing: Drawing): number;
  /** Why a position is won or lost, in sentences, for a game with exact values whose moves have no place of their own above the board. */
  valueNotes?(position: string, language: Language): string[];
  /** The counts that follow from the position, one tally a seat. */
  tallies?(position: string): Tally[];
  /** The material of the seats in comparison. */
  material?(position: string): Material[];
  /** The current and the previous hand, of a game that is played in several. */
  handState?(position: string, settings: Settings): HandState;
  /** The tricks of a game that is played in them: each is a line of the list of moves, and is shown for a moment when it is full. */
  trickState?(position: string): TrickState;
  /** What a screen reader says of a position, beside the move that led to it. */
  describePosition?(position: string, listener: Listener): PositionDescription;
  /** The chips that a move adds to the pot, said on its button; 0: none. */
  moveChips?(move: string, position: string, settings: Settings): number;
  /** Moves that only differ in how much is bet, the least first: a slider chooses among them. */
  sizes?: readonly string[];
  /** The number and the face of a move that is a pair of them, as the bid `5x3` is: such moves are chosen by a control for both. */
  pairOf?(move: string): Pair | undefined;
}

/** Half a cell of a grid. */
export const HALF = 5;

/** An empty grid; `name(column, row)` with rows from the top gives each cell its id. */
export function grid(
  columns: number,
  rows: number,
  name: (column: number, row: number) => string,
  margin: number,
): Drawing {
  const spots: Spot[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const id = name(column, row);
      spots.push({ id, name: id, half: HALF, x: margin + column * 10 + HALF, y: margin + row * 10 + HALF });
    }
  return {
    width: columns * 10 + 2 * margin,
    height: rows * 10 + 2 * margin,
    ground: "paper",
    spotKind: "cells",
    lines: [],
    dots: [],
    labels: [],
    goals: [],
    spots,
    pieces: [],
  };
}

/** The lines between and, with `border`, around the cells of a grid. */
export function gridLines(columns: number, rows: number, margin: number, border: boolean): Line[] {
  const [right, bottom] = [margin + columns * 10, margin + rows * 10];
  const lines: Line[] = [];
  const from = border ? 0 : 1;
  for (let column = from; column <= columns - from; column++)
    lines.push({ x1: margin + column * 10, y1: margin, x2: margin + column * 10, y2: bottom });
  for (let row = from; row <= rows - from; row++)
    lines.push({ x1: margin, y1: margin + row * 10, x2: right, y2: margin + row * 10 });
  return lines;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The file's letter: 0 is a, and after z comes aa. `skipped`: letters that this notation leaves out. */
export function letter(column: number, skipped = ""): string {
  const letters = [...LETTERS].filter((letter) => !skipped.includes(letter));
  const [cycle, index] = [Math.floor(column / letters.length), column % letters.length];
  return (cycle > 0 ? letter(cycle - 1, skipped) : "") + letters[index];
}
