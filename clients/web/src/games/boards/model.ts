/**
 * What a board looks like, as plain values. A game's `GameView` turns the text of a position into a `Drawing`, and one
 * component draws all of them.
 *
 * Lengths are in board units: a cell of a grid is 10 wide. Game views know notations but no rules; the legal moves come
 * from the server.
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
 * A place for a piece. `half`: half its width; `name`: what a screen reader calls it; `area`: the area in which it can be
 * clicked, if larger than the spot. `line`: the spot is a line between two points, with (x, y) in its middle; a click up
 * to `half` beside it hits, marks are drawn along it, and a piece on it is a line in the colour of its look.
 */
export interface Spot {
  id: string;
  x: number;
  y: number;
  half: number;
  name: string;
  /** A tooltip that says what a click does. */
  hint?: string;
  area?: Area;
  line?: Line;
}

/** How pieces that traditionally bear characters are labelled: with the characters, or with pictures that need no language. */
export const PIECE_SETS = ["characters", "international"] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** The props of a game's own pieces. `kind`: the letter of the piece; empty: the one that represents its side. */
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
 * Text on the board. Unless `isText`, it is a coordinate, which the user can switch off. `large`: the name of a part of the
 * board; `inCorner`: in the corner of a cell, left-aligned at x; `edge`: the name of a column above the board or of a row
 * beside it, which stays in view when the board is zoomed.
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

/** A piece that is drawn but is on no spot, such as one below the top of a stack. */
export interface StackedPiece {
  x: number;
  y: number;
  look: Look;
  text: string;
}

/** A piece that was borne off, seen edge-on. */
export interface Slab extends Area {
  look: Look;
}

/** A throw that is shown on the board. `values`: `HIDDEN` for those that the viewer cannot see; `isOver`: it has been played, or can no longer be. */
export interface ShownThrow {
  seat: number;
  values: number[];
  isOver: boolean;
  /** Whether it decided who begins: one die per seat, in seat order. */
  isOpening: boolean;
}

/** A die on the board, in the look of its thrower. Its value may be `HIDDEN` (thrown.ts). `isUsed`: it has been played. */
export interface BoardDie {
  x: number;
  y: number;
  value: number;
  look: Look;
  isUsed: boolean;
}

/** A half-clicked move: the position, the clicked spots, and a move that begins with them. */
export interface PartialMove {
  position: string;
  path: readonly string[];
  move: string;
}

/**
 * Counts of one seat: its score, the points that win the match (`target`), and its pip count. `unit`: the unit of a score
 * that can be negative, a key of `Texts.engine.units`.
 */
export interface Tally {
  score?: number;
  unit?: string;
  target?: number;
  pips?: number;
  /** The number and the look of the pieces that it has captured. */
  captures?: { look: Look; count: number };
}

export interface Drawing extends ShownCards {
  width: number;
  height: number;
  ground: "paper" | "green" | "wood";
  /** Whether spots are cells of a grid, nodes of a graph, or points where lines cross. */
  spotKind: "cells" | "nodes" | "points";
  /** An SVG path of the shape of the board, if it does not fill the rectangle. */
  outline?: string;
  /** SVG paths of the dark cells, and of lines, if there are too many for `lines`. */
  shade?: string;
  strokes?: string;
  /** SVG paths of light areas between the dark ones, and of a wooden frame, filled by the even-odd rule. */
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
  /** The spots of the winning cards. */
  winningCardSpots?: string[];
  /** Half the size of a piece, if that differs from its spot's. */
  halfPiece?: number;
  /** The y coordinate from which a new piece falls to its spot. */
  fallsFrom?: number;
  /** Whether the pieces are black and white stones, which are drawn together because there may be hundreds. */
  hasStones?: boolean;
  /** The spots of stones that are marked as dead, and of the ko point. */
  deadSpots?: string[];
  koSpots?: string[];
  /** The empty points on which the rules forbid the side to move to play. */
  forbiddenSpots?: string[];
  /** The owners of empty points, shown as small squares. */
  territory?: Territory[];
  /** Rings around pieces, such as those that must move first. */
  halos?: { x: number; y: number; r?: number }[];
  slabs?: Slab[];
  dice?: BoardDie[];
  cube?: Cube;
}

/** The points that count for the side with stones of this look. */
export interface Territory {
  look: Look;
  spots: string[];
}

/** A seat's captures in excess of the other side's, and its lead in points; 0: it does not lead. */
export interface Material {
  captured: Omit<Piece, "spot">[];
  lead: number;
}

/** A promotion, and the piece that appears on the board. */
export interface Promotion {
  move: string;
  piece: Piece;
}

/**
 * Arranging the pieces of a seat, by one move before all others. An arrangement is the piece on each of `spots`, in their
 * order, in the notation of the game.
 */
export interface PieceArrangement {
  /** Whether these legal moves are arrangements. */
  applies(legal: readonly string[]): boolean;
  /** The spots of a seat's pieces. */
  spots(seat: number): string[];
  /** The arrangement shown first. */
  defaultArrangement(seat: number): string[];
  /** The move that makes an arrangement. */
  move(arrangement: readonly string[]): string;
  /** The drawing with a seat's pieces in this arrangement. */
  arrange(drawing: Drawing, seat: number, arrangement: readonly string[]): Drawing;
}

/** A text and what it is called in every language, such as the name of a program. */
export interface NamedText {
  name: string;
  text: string;
}

/** How the page shows one game: how it draws positions, and the optional hooks of games with unusual features. */
export interface GameView {
  /** A position from a real game, for the front page. */
  sample: string;
  /** The look of each seat. */
  looks: Look[];
  /** Draws the `custom-…` looks, at the origin in a cell 10 wide. */
  Pieces?: Component<CustomPiece>;
  /** The number of sides of the dice; 0: the game has none. */
  dieSides: number;
  /** Whether each seat sees the board from a different side, so that any viewer can flip it. */
  canFlip?: boolean;
  /** Draws the text of a position as `viewer` sees it (null: a spectator). `settings`: those of the game, if known;
   * `wide`: whether the page has more room beside a square board than below it. */
  draw(position: string, viewer: number | null, language?: Language, settings?: Settings, wide?: boolean): Drawing;
  /** Adds what only finished games reveal to the drawing of a position. */
  afterEnd?(drawing: Drawing, position: string): Drawing;
  /** Whether no dice are shown, because the board shows the result of a throw. */
  hidesDice?: boolean;
  /** The dice, in a game that shows them on the board. */
  placeDice?(throws: readonly ShownThrow[], viewer: number | null, partialMove: PartialMove | undefined): BoardDie[];
  /** Whether a move of several pieces can be undone until the user confirms it. */
  confirmsTurn?: boolean;
  /** The stone that a move adds. The page shows it under the pointer first, and the user may have to confirm it (by default on touch screens). */
  stoneOf?(move: string, seat: number): Look | undefined;
  /** Whether the page marks the empty points on which the side to move cannot play. */
  marksForbidden?: boolean;
  /** Whether the piece that a click would add is shown under the pointer, without the need for confirmation. */
  showsGhost?: boolean;
  /** A question to confirm before a move is played; undefined: none. */
  question?(move: string, position: string, language: Language): string | undefined;
  /** Sentences about a position, such as what the players have to do; `viewer` as in `draw`. */
  notes?(position: string, viewer: number | null, language: Language, settings: Settings): string[];
  /** Whether a premove is possible in this position; default: whenever the other side is to move. */
  canPremove?(position: string): boolean;
  /** Whether the page plays a pass that is the only legal move, after showing it for a moment. */
  playsForcedPass?: boolean;
  /** Whether the move list numbers this move; default: it numbers rounds. */
  isNumbered?(move: string): boolean;
  /** Whether the move is a mandatory capture: the page says so, and marks the pieces that can capture. */
  mustCapture?(move: string): boolean;
  /** The move that only throws the dice. The move list shows it in one cell with the play that follows. */
  throwMove?: string;
  /** The spots of a move, in the order of clicks; none for a pass. */
  moveSpots(move: string): string[];
  /** All orders in which a move of several pieces can be clicked; each order has one path per piece. */
  paths?(move: string, position: string): string[][][];
  /** The position after the clicked part of a move. */
  partialPosition?(position: string, path: readonly string[], move: string): string;
  /** The spots of the last move in the position after it, if `moveSpots` does not give them. */
  lastMoveSpots?(move: string, after: string): string[];
  /** The position after a move, as far as it is drawn; default: the piece is moved or added in the drawing. */
  positionAfter?(position: string, move: string): string;
  /** The promotions among moves along one path, the likeliest first. */
  promotions?(moves: readonly string[], seat: number): Promotion[];
  /** Arranging one's pieces before the first move. */
  pieceArrangement?: PieceArrangement;
  /** Placing one's pieces, one per move. */
  fleetPlacement?: FleetPlacement;
  /** A move in the usual notation, from the position before it and, once played, the one after it; undefined: the label of its button, or the move as it is sent. */
  notation?(move: string, before: string, language: Language, after?: string): string | undefined;
  /** A sentence for screen readers: `who` has made a move, which led to position `after`; undefined: the default sentence. */
  describeMove?(move: string, who: string, language: Language, after: string): string | undefined;
  /** The settings that the position at the start of a game says, for games whose start may be drawn when they begin. */
  startSettings?(position: string): Settings;
  /** The legal moves that a typed text can mean, in usual notations other than `notation`. */
  readMove?(text: string, legal: readonly string[], position: string): string[];
  /** The spots to which the piece on `from` could go after some reply; they include one's own pieces, which may be captured first. */
  premoveTargets?(position: string, from: string): string[];
  /** Splits a text into moves, for games whose moves contain spaces. */
  splitMoves?(line: string): string[];
  /** The spots that show how the game was won: a line, or a piece that has reached its goal. */
  winningSpots?(position: string, settings?: Settings): string[];
  /** The x coordinate (board units) at which the exact value of a move is shown above the board, for a game with exact values. */
  valueX?(move: string, drawing: Drawing): number;
  /** Sentences that explain why a position is won or lost, for a game with exact values but without `valueX`. */
  valueNotes?(position: string, language: Language): string[];
  /** Whether a game that begins at this position can be written in a format of files; default: it can. */
  hasFile?(format: string, start: string): boolean;
  /** A position in the notations of other programs. */
  otherTexts?(position: string): NamedText[];
  /** The counts of each seat in a position. */
  tallies?(position: string): Tally[];
  /** The material of the seats in comparison. */
  material?(position: string): Material[];
  /** The current and the previous hand of a game that is played in several hands. */
  handState?(position: string, settings: Settings): HandState;
  /** The tricks of a card game. Each trick is a line of the move list, and is shown for a moment once complete. */
  trickState?(position: string): TrickState;
  /** What a screen reader says about a position, in addition to the move that led to it. */
  describePosition?(position: string, listener: Listener): PositionDescription;
  /** The chips that a move adds to the pot, shown on its button; 0: none. */
  moveChips?(move: string, position: string, settings: Settings): number;
  /** Moves that differ only in the size of a bet, in ascending order; a slider chooses among them. */
  sizes?: readonly string[];
  /** The count and the die face of a move such as the bid `5x3`. A control for both chooses among such moves. */
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

/** The letter of a file: 0 is a, and aa follows z. `skipped`: letters that the notation omits. */
export function letter(column: number, skipped = ""): string {
  const letters = [...LETTERS].filter((letter) => !skipped.includes(letter));
  const [cycle, index] = [Math.floor(column / letters.length), column % letters.length];
  return (cycle > 0 ? letter(cycle - 1, skipped) : "") + letters[index];
}
