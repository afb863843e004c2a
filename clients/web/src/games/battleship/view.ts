/** Battleship: the target grid, the viewer's own fleet, and its placement before the game. */

import Pieces from "./Pieces.svelte";
import type { Settings } from "../../protocol";
import type { FleetPlacement } from "../boards/fleet-placement";
import type { GameView } from "../boards/model";
import { drawPosition } from "./board";
import { fleetIn, movedShip, randomFleet, shipCells, shipOn, rotatedShip, withFleet } from "./fleet";
import { ARRANGING, cellIndex, cellName, isVisible, isSunk, parsePosition, shipLength } from "./position";
import { noteTexts } from "./words";

const SHIP = /^[A-J]\d+[hv]\d$/;
/** The placement of a ship that the viewer cannot see. */
const HIDDEN = "?";

function isTouchingForbidden(settings: Settings): boolean {
  return settings.touching === "no";
}

/** The cell of a spot. */
function cellOf(spot: string): number {
  return cellIndex(spot.split(" ")[1] ?? "");
}

const fleetPlacement: FleetPlacement = {
  applies: (legal) => legal.length > 0 && legal.every((move) => SHIP.test(move)),
  isPlacement: (move) => SHIP.test(move) || move === HIDDEN,
  placedPieces: (position, seat) => fleetIn(parsePosition(position).grids[seat] ?? ""),
  randomLayout: (placed, settings, random) => randomFleet(placed, isTouchingForbidden(settings), random),
  spotsOf: (piece, seat) => shipCells(piece).map((cell) => `${seat} ${cellName(cell)}`),
  targets(pieces, held, settings) {
    const [seat = ""] = held.split(" ");
    const ship = shipOn(pieces, cellOf(held));
    return Array.from({ length: 100 }, (_, cell) => cell)
      .filter((cell) => cell !== cellOf(held) && movedShip(pieces, ship, cellOf(held), cell, isTouchingForbidden(settings)) !== undefined)
      .map((cell) => `${seat} ${cellName(cell)}`);
  },
  movePiece(pieces, held, to, settings) {
    const ship = shipOn(pieces, cellOf(held));
    return withPiece(pieces, ship, movedShip(pieces, ship, cellOf(held), cellOf(to), isTouchingForbidden(settings)));
  },
  rotatePiece(pieces, held, settings) {
    const ship = shipOn(pieces, cellOf(held));
    return withPiece(pieces, ship, rotatedShip(pieces, ship, cellOf(held), isTouchingForbidden(settings)));
  },
  withPieces(position, seat, pieces) {
    const { grids, turn } = parsePosition(position);
    const after = grids.map((grid, index) => (index === seat ? withFleet(grid, pieces) : grid));
    return `${after.join("/")} ${turn} ${ARRANGING}`;
  },
};

function withPiece(pieces: readonly string[], index: number, piece: string | undefined): string[] {
  return pieces.map((one, other) => (other === index ? (piece ?? one) : one));
}

/** The spot of a shot: on the grid of the seat that is not to move. */
function shotSpot(move: string, position: string): string {
  return `${1 - parsePosition(position).turn} ${move}`;
}

export const gameView: GameView = {
  sample:
    "o..........aaAAA......o..............B.o....o..B....c....B....c...oB....co...o...o..ddd..e.........e/" +
    "......................oBBBB...A.........A...o.o.d.A.......D.Ao.....od.A....ccco.............ee...... 1",
  looks: ["seat-0", "seat-1"],
  Pieces,
  dieSides: 0,
  draw: (position, viewer, language = "en", _settings = {}, wide = false) => drawPosition(parsePosition(position), viewer, language, wide),
  fleetPlacement,
  moveSpots: () => [],
  paths: (move, position) => (fleetPlacement.isPlacement(move) ? [] : [[[shotSpot(move, position)]]]),
  lastMoveSpots: (move, after) => (fleetPlacement.isPlacement(move) ? [] : [`${parsePosition(after).turn} ${move}`]),
  /** Nothing is drawn before the server has sent the result of a shot. */
  positionAfter: (position) => position,
  notes(position, viewer, language) {
    const { grids, turn } = parsePosition(position);
    if (viewer === null || turn === viewer) return [];
    return isVisible(grids[viewer] ?? "") && /^\?+$/.test(grids[1 - viewer] ?? "") && !/[A-Eo]/.test(grids[viewer] ?? "") ? [noteTexts[language].placing] : [];
  },
  describeMove: (move, who, language) => (fleetPlacement.isPlacement(move) ? noteTexts[language].placedShip(who) : undefined),
  notation(move, _before, language, after) {
    if (move === HIDDEN) return noteTexts[language].ship;
    if (SHIP.test(move) || after === undefined) return undefined;
    const target = parsePosition(after).grids[parsePosition(after).turn] ?? "";
    const sign = target[cellIndex(move)] ?? "";
    if (sign === "o") return `${move} ${noteTexts[language].miss}`;
    if (/[A-E]/.test(sign) && isSunk(target, sign.charCodeAt(0) - 65)) return `${move} ${noteTexts[language].sunk(shipLength(sign))}`;
    return /[A-Ex]/.test(sign) ? `${move} ${noteTexts[language].hit}` : undefined;
  },
};
