/**
 * The board of backgammon: 24 points, the bar in the middle with the doubling cube, and trays with borne-off checkers at
 * the right.
 *
 * Spots are numbered from the side to move, like plays. The viewer's home is at the bottom right; spectators see the board
 * as white does. The spot of a point is at its outermost checker; the others are only drawn.
 */

import type { Settings } from "../../protocol";
import type { Drawing, GameView, Look, Piece, Slab, Spot, StackedPiece } from "../boards/model";
import type { Cube } from "../boards/table";
import { checkerPathsIn, clickOrders } from "./clicks";
import { placeDice } from "./dice";
import * as board from "./geometry";
import { gnuId } from "./gnu-id";
import { BAR, OFF, type Position, afterPlay, checkerPaths, parsePosition, spotName, splitPlays } from "./notation";
import { readPlay } from "./typed";

const LOOKS: Look[] = ["white", "black"];

function lookOf(seat: number): Look {
  return LOOKS[seat] ?? "white";
}

/** The checkers of one stack, the outermost last. */
function stack(point: number, count: number, seat: number, view: number): StackedPiece[] {
  return Array.from({ length: Math.min(count, board.MAX_DRAWN_CHECKERS) }, (_, n) => {
    const more = n === board.MAX_DRAWN_CHECKERS - 1 && count > board.MAX_DRAWN_CHECKERS ? String(count) : "";
    return { ...board.checkerCentre(point, n, seat === view), look: lookOf(seat), text: more };
  });
}

/** The checkers borne off, in the trays. */
function slabs({ checkers }: Position, view: number): Slab[] {
  return checkers.flatMap((own, seat) => Array.from({ length: own[OFF] ?? 0 }, (_, n) => ({ ...board.slabArea(n, seat === view), look: lookOf(seat) })));
}

/**
 * The cube, at the side of its owner or, while it is offered, in the field of the side that doubles. Before the first
 * double only the settings tell whether there is a cube; it is not used in a Crawford game.
 */
function cubeOf(at: Position, view: number, settings: Settings | undefined): Cube | undefined {
  // The side with the turn has doubled, or the other one has beavered.
  const offerer = at.dice === "D" ? at.turn : at.dice === "B" ? at.owner : null;
  if (offerer !== null) return { ...board.offeredCubeCentre(offerer === view), text: String(2 * at.cube) };
  if (at.cube === 1) return settings?.["cube"] === "on" && !at.crawford ? { ...board.cubeCentre(null), text: "64" } : undefined;
  return { ...board.cubeCentre(at.owner === null ? null : at.owner === view ? "mine" : "theirs"), text: String(at.cube) };
}

function labelsOf(isMovers: boolean): Drawing["labels"] {
  return Array.from({ length: 24 }, (_, index) => index + 1).map((point) => ({
    x: board.columnX(point),
    y: board.labelY(point),
    text: String(isMovers ? point : 25 - point),
  }));
}

/** The spots and the checkers on the points and on the bar. */
function checkersOf(at: Position, view: number): Pick<Drawing, "spots" | "pieces"> & { stacked: StackedPiece[] } {
  const mover = at.turn ?? 0;
  const [spots, pieces, stacked]: [Spot[], Piece[], StackedPiece[]] = [[], [], []];
  for (let point = OFF; point <= BAR; point++) {
    const own = at.checkers[mover]?.[point] ?? 0;
    const other = point === OFF || point === BAR ? 0 : (at.checkers[1 - mover]?.[25 - point] ?? 0);
    const [count, seat] = other > 0 ? [other, 1 - mover] : [own, mover];
    const checkers = point === OFF ? [] : stack(other > 0 ? 25 - point : point, count, seat, view);
    const top = checkers.pop();
    const [id, isMovers] = [spotName(point), mover === view];
    const { x, y } = top ?? board.checkerCentre(point, 0, isMovers);
    const area = board.areaOf(point, isMovers);
    spots.push({ id, x, y, half: board.HALF_SPOT, name: count > 1 ? `${id} ×${count}` : id, ...(area ? { area } : {}) });
    if (top) pieces.push({ spot: id, look: top.look, ...(top.text ? { text: top.text } : {}) });
    stacked.push(...checkers);
  }
  // The other side's checkers on the bar have no spot, because they cannot be played.
  stacked.push(...stack(BAR, at.checkers[1 - mover]?.[BAR] ?? 0, 1 - mover, view));
  return { spots, pieces, stacked };
}

/** The checkers on the bar, of either side. */
function barCheckers({ checkers }: Position, view: number): StackedPiece[] {
  return checkers.flatMap((own, seat) => stack(BAR, own[BAR] ?? 0, seat, view));
}

function draw(position: string, viewer: number | null, _language?: string, settings?: Settings): Drawing {
  const at = parsePosition(position);
  const view = viewer === 1 ? 1 : 0;
  const cube = cubeOf(at, view, settings);
  return {
    width: board.WIDTH,
    height: board.HEIGHT,
    ground: "green",
    spotKind: "points",
    shade: board.trianglesPath(true),
    lightShade: board.trianglesPath(false),
    frame: board.FRAME_PATH,
    lines: [],
    dots: [],
    labels: labelsOf((at.turn ?? 0) === view),
    goals: [],
    ...checkersOf(at, view),
    halos: barCheckers(at, view).map(({ x, y }) => ({ x, y })),
    halfPiece: board.HALF_PIECE,
    slabs: slabs(at, view),
    ...(cube ? { cube } : {}),
  };
}

export const gameView: GameView = {
  sample: "XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:1:31:0:0:0:0:10",
  looks: LOOKS,
  dieSides: 6,
  canFlip: true,
  confirmsTurn: true,
  playsForcedPass: true,
  throwMove: "roll",
  draw,
  placeDice: (throws, viewer, partialMove) => placeDice(throws, LOOKS, viewer === 1 ? 1 : 0, partialMove),
  moveSpots: () => [],
  paths: clickOrders,
  positionAfter: (position, move) => afterPlay(position, checkerPaths(move)),
  partialPosition: (position, path, move) => afterPlay(position, checkerPathsIn(path, move, position)),
  /** In the numbering of the other side, which is to move afterwards. */
  lastMoveSpots(move, after) {
    const hasNoTurn = parsePosition(after).turn === null;
    return hasNoTurn ? [] : [...new Set(checkerPaths(move).flat())].filter((point) => point !== BAR && point !== OFF).map((point) => spotName(25 - point));
  },
  /** MAT has no positions, only scores at which a game begins. */
  hasFile: (format, start) => format !== "mat" || parsePosition(start).turn === null,
  otherTexts(position) {
    const id = gnuId(position);
    return id === undefined ? [] : [{ name: "GNU Backgammon ID", text: id }];
  },
  splitMoves: splitPlays,
  readMove: readPlay,
  tallies(position) {
    const { checkers, points, length } = parsePosition(position);
    return checkers.map((own, seat) => ({
      ...(length > 0 ? { score: points[seat] ?? 0, target: length } : {}),
      pips: own.reduce((sum, count, point) => sum + count * point, 0),
    }));
  },
};
