/**
 * Xiangqi: a position is the FEN that engines use (N horse, B elephant), a move is ICCS (`h2e2`: files a to i, ranks 0 to 9
 * from red's side). Pieces are on the crossings of lines.
 */

import Pieces from "./Pieces.svelte";
import type { Language } from "../../texts";
import { type Rows, piecesAlong, pieceAt, isUpper, otherSide, piecesOf, rowsOf, isSameSide, toFen } from "../boards/fen";
import { materialOf } from "../boards/material";
import { type Drawing, type GameView, type Label, type Look, type Spot, HALF, letter } from "../boards/model";
import { NUMERALS, RANKS, chineseNotation, coordinatesOf } from "./notation";
import { readXiangqi } from "./typed";

const FILES = 9;
const MARGIN = 3;
const WIDTH = FILES * 10 + 2 * MARGIN;
const HEIGHT = RANKS * 10 + 2 * MARGIN;
const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;
const HORSE = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]] as const;

function lookOf(piece: string): Look {
  return isUpper(piece) ? "custom-red" : "custom-black";
}

/** The coordinate of a column or a row of points. */
function line(index: number): number {
  return MARGIN + HALF + index * 10;
}

function point(column: number, row: number): string {
  return `${letter(column)}${RANKS - 1 - row}`;
}

// ── the drawing ────────────────────────────────────────────────────────────────────────────────

/** The corner marks around the points of cannons and soldiers. */
function corners(column: number, row: number): string {
  const [x, y] = [line(column), line(row)];
  return [-1, 1]
    .filter((side) => column + side >= 0 && column + side < FILES)
    .flatMap((side) => [-1, 1].map((up) => `M${x + side} ${y + 3 * up}v${-2 * up}h${2 * side}`))
    .join("");
}

/** The lines of the board: ranks, files interrupted by the river, palaces, and corner marks. It is symmetric. */
function engraving(): string {
  const [left, right, top, bottom] = [line(0), line(FILES - 1), line(0), line(RANKS - 1)];
  const ranks = Array.from({ length: RANKS }, (_, row) => `M${left} ${line(row)}H${right}`);
  const files = Array.from({ length: FILES - 2 }, (_, index) => {
    const x = line(index + 1);
    return `M${x} ${top}V${line(4)}M${x} ${line(5)}V${bottom}`;
  });
  const palaces = [0, 7].map((row) => {
    const [x, y] = [line(3), line(row)];
    return `M${x} ${y}l20 20M${x + 20} ${y}l-20 20`;
  });
  const cannonMarks = [2, 7].flatMap((row) => [1, 7].map((column) => corners(column, row)));
  const soldierMarks = [3, 6].flatMap((row) => [0, 2, 4, 6, 8].map((column) => corners(column, row)));
  const edge = `M${left} ${top}V${bottom}M${right} ${top}V${bottom}`;
  const frame = `M${left - 1} ${top - 1}H${right + 1}V${bottom + 1}H${left - 1}z`;
  return [...ranks, edge, frame, ...files, ...palaces, ...cannonMarks, ...soldierMarks].join("");
}

const ENGRAVING = engraving();

/** Labels of files and ranks in ICCS notation. */
function letterLabels(flipped: boolean): Label[] {
  const files = Array.from({ length: FILES }, (_, x) => ({
    x: line(x),
    y: HEIGHT - 1.7,
    text: letter(flipped ? FILES - 1 - x : x),
  }));
  const ranks = Array.from({ length: RANKS }, (_, y) => ({
    x: 1.7,
    y: line(y),
    text: String(flipped ? y : RANKS - 1 - y),
  }));
  return [...files, ...ranks];
}

const RIVER: Record<Language, string[]> = { en: ["R i v e r"], "zh-Hans": ["楚 河", "汉 界"], "zh-Hant": ["楚 河", "漢 界"] };

/** The name of the river, in the middle, or in two parts. */
function riverLabels(language: Language): Label[] {
  const names = RIVER[language];
  return names.map((text, bank) => ({
    x: names.length === 1 ? WIDTH / 2 : line(bank * 4 + 2),
    y: line(4) + HALF,
    text,
    isText: true,
    large: true,
  }));
}

/** The numbers of files, which each side counts from its right. */
function numberLabels(flipped: boolean): Label[] {
  const files = Array.from({ length: FILES }, (_, x) => {
    const [red, black] = [NUMERALS[flipped ? x : FILES - 1 - x] ?? "", String(flipped ? FILES - x : x + 1)];
    const [above, below] = flipped ? [red, black] : [black, red];
    return [
      { x: line(x), y: 1.7, text: above },
      { x: line(x), y: HEIGHT - 1.7, text: below },
    ];
  });
  return files.flat();
}

function spots(flipped: boolean): Spot[] {
  return Array.from({ length: FILES * RANKS }, (_, index) => {
    const [x, y] = [index % FILES, Math.floor(index / FILES)];
    const id = flipped ? point(FILES - 1 - x, RANKS - 1 - y) : point(x, y);
    return { id, name: id, half: HALF, x: line(x), y: line(y) };
  });
}

function draw(position: string, viewer: number | null, language: Language = "en"): Drawing {
  const flipped = viewer === 1;
  const rows = rowsOf(position);
  const general = checkedGeneral(rows, position.split(" ")[1] === "b" ? "k" : "K");
  return {
    width: WIDTH,
    height: HEIGHT,
    ground: "wood",
    spotKind: "points",
    strokes: ENGRAVING,
    lines: [],
    dots: [],
    labels: [...(language === "en" ? letterLabels(flipped) : numberLabels(flipped)), ...riverLabels(language)],
    goals: [],
    spots: spots(flipped),
    checkedSpots: general ? [point(...general)] : [],
    pieces: piecesOf(rows).map(({ piece, column, row }) => ({
      spot: point(column, row),
      look: lookOf(piece),
      text: piece.toLowerCase(),
    })),
  };
}

/** The point of this general if it is in check; else null. */
function checkedGeneral(rows: Rows, general: string): [number, number] | null {
  const found = piecesOf(rows).find(({ piece }) => piece === general);
  if (!found) return null;
  const { column, row } = found;
  const isEnemy = (piece: string | null | undefined, kinds: string) =>
    piece != null && !isSameSide(piece, general) && kinds.includes(piece.toLowerCase());
  const attackedAlongLine = STRAIGHT.some((direction) => {
    const [first, second] = piecesAlong(rows, column, row, direction);
    return isEnemy(first, "rk") || isEnemy(second, "c");
  });
  // A horse is blocked by a piece next to it in the direction of its longer step.
  const attackedByHorse = HORSE.some(([dx, dy]) => {
    const leg = pieceAt(rows, column + dx - Math.trunc(dx / 2), row + dy - Math.trunc(dy / 2));
    return leg === null && isEnemy(pieceAt(rows, column + dx, row + dy), "n");
  });
  const forward = isUpper(general) ? -1 : 1;
  const soldiers = [[0, forward], [1, 0], [-1, 0]] as const;
  const attackedBySoldier = soldiers.some(([dx, dy]) => isEnemy(pieceAt(rows, column + dx, row + dy), "p"));
  return attackedAlongLine || attackedByHorse || attackedBySoldier ? [column, row] : null;
}

// ── moves ──────────────────────────────────────────────────────────────────────────────────────

function moveSpots(move: string): string[] {
  return move ? [move.slice(0, 2), move.slice(2, 4)] : [];
}

/** The position after a move. */
function positionAfter(position: string, move: string): string {
  const rows = rowsOf(position);
  const [[from, startRow], [to, endRow]] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  const [start, end] = [rows[startRow], rows[endRow]];
  if (!start || !end || !start[from]) return position;
  end[to] = start[from];
  start[from] = null;
  return toFen(rows, otherSide(position));
}

/** The steps of pieces that move by a fixed offset. */
const STEPS: Record<string, readonly (readonly [number, number])[]> = {
  k: STRAIGHT,
  a: [[1, 1], [1, -1], [-1, 1], [-1, -1]],
  b: [[2, 2], [2, -2], [-2, 2], [-2, -2]],
  n: HORSE,
};

/** The possible targets of a premove: as on an empty board, within the area of the piece. */
function premoveTargets(position: string, from: string): string[] {
  const rows = rowsOf(position);
  const [column, row] = coordinatesOf(from);
  const piece = pieceAt(rows, column, row);
  if (piece === null) return [];
  const [kind, red] = [piece.toLowerCase(), isUpper(piece)];
  const isAhead = (dx: number, dy: number): boolean => Math.abs(dx) + Math.abs(dy) === 1 && (red ? dy <= 0 : dy >= 0);
  return spots(false).map(({ id }) => id).filter((id) => {
    const [x, y] = coordinatesOf(id);
    const [dx, dy] = [x - column, y - row];
    const [palace, ownHalf] = [x >= 3 && x <= 5 && (red ? y >= 7 : y <= 2), red ? y >= 5 : y <= 4];
    if (dx === 0 && dy === 0) return false;
    if (kind === "r" || kind === "c") return dx === 0 || dy === 0;
    if (kind === "p") return isAhead(dx, dy) && (dy !== 0 || (red ? row <= 4 : row >= 5));
    return STEPS[kind]?.some(([sx, sy]) => sx === dx && sy === dy) === true && (kind === "n" || (kind === "b" ? ownHalf : palace));
  });
}

/** `h2-e2` in English, `炮二平五` in Chinese. */
function notation(move: string, before: string, language: Language): string {
  const [from = "", to = ""] = moveSpots(move);
  if (language === "en") return `${from}-${to}`;
  return chineseNotation(rowsOf(before), coordinatesOf(from), coordinatesOf(to), language) ?? move;
}

/** The usual values of pieces; that of a soldier is before crossing the river. */
const VALUES = { r: 9, c: 4.5, n: 4, b: 2, a: 2, p: 1 };

export const gameView: GameView = {
  sample: "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 6 4",
  looks: ["custom-red", "custom-black"],
  Pieces,
  dieSides: 0,
  canFlip: true,
  draw,
  moveSpots,
  positionAfter,
  notation,
  readMove: readXiangqi,
  material: (position) => materialOf(position, VALUES, ["custom-red", "custom-black"]),
  premoveTargets,
};
