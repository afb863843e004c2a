/** Connect four: a position is the columns played, `4435`, or `-` at the start; a spot is a column and a row from the bottom, `4-1`. */

import Pieces from "./Pieces.svelte";
import { HALF, type Area, type Drawing, type GameView, type Look, type Piece, type Spot, grid } from "../boards/model";

const [COLUMNS, ROWS] = [7, 6];
const LOOKS: Look[] = ["custom-red", "custom-yellow"];
/** The margin around the holes, and their radius. */
const MARGIN = 4;
const HOLE = 4.5;

function nameOf(column: number, row: number): string {
  return `${column + 1}-${ROWS - row}`;
}

function movesOf(position: string): string[] {
  return position === "-" ? [] : [...position];
}

/** The number of stones in a column after these moves. */
function height(moves: readonly string[], column: string): number {
  return moves.filter((move) => move === column).length;
}

function piecesOf(moves: readonly string[]): Piece[] {
  return moves.map((column, ply) => ({ spot: `${column}-${height(moves.slice(0, ply + 1), column)}`, look: LOOKS[ply % 2] ?? "custom-red" }));
}

/** The lowest empty cell of a column, which is clickable in the full height of the board and named like the move. */
function withColumn(spot: Spot, board: Drawing): Spot {
  const area: Area = { x: spot.x - HALF, y: 1, width: 2 * HALF, height: board.height - 2 };
  return { ...spot, name: spot.id.slice(0, 1), area };
}

function draw(position: string): Drawing {
  const moves = movesOf(position);
  const board = grid(COLUMNS, ROWS, nameOf, MARGIN);
  const landings = new Set(Array.from({ length: COLUMNS }, (_, column) => landing(String(column + 1), moves)));
  const labels = board.spots.slice(0, COLUMNS).map(({ x }, column) => ({ x, y: MARGIN / 2 + 0.4, text: String(column + 1) }));
  return {
    ...board,
    spotKind: "nodes",
    outline: `M1 4a3 3 0 0 1 3-3H${board.width - 4}a3 3 0 0 1 3 3V${board.height - 4}a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3Z`,
    labels,
    spots: board.spots.map((spot) => ({ ...(landings.has(spot.id) ? withColumn(spot, board) : spot), half: HOLE })),
    pieces: piecesOf(moves),
    halfPiece: HALF,
    fallsFrom: 0,
  };
}

function landing(column: string, moves: readonly string[]): string {
  return `${column}-${height(moves, column) + 1}`;
}

const STEPS = [[1, 0], [0, 1], [1, 1], [1, -1]] as const;

/** The spots of all complete lines. */
function winningSpots(position: string): string[] {
  const looks = new Map(piecesOf(movesOf(position)).map(({ spot, look }) => [spot, look]));
  const lines = [...looks.keys()].flatMap((spot) => {
    const [column = 0, row = 0] = spot.split("-").map(Number);
    return STEPS.map(([dx, dy]) => [0, 1, 2, 3].map((n) => `${column + n * dx}-${row + n * dy}`));
  });
  return lines.filter(([first = "", ...others]) => others.every((spot) => looks.get(spot) === looks.get(first))).flat();
}

export const gameView: GameView = {
  sample: "4444432355252",
  looks: LOOKS,
  Pieces,
  dieSides: 0,
  showsGhost: true,
  // The landing cell of a stone depends on the reply.
  canPremove: () => false,
  draw,
  moveSpots: () => [],
  paths: (move, position) => [[[landing(move, movesOf(position))]]],
  lastMoveSpots: (move, after) => [`${move}-${height(movesOf(after), move)}`],
  positionAfter: (position, move) => movesOf(position).join("") + move,
  winningSpots,
  valueX: (move) => MARGIN + (Number(move) - 1) * 2 * HALF + HALF,
};
