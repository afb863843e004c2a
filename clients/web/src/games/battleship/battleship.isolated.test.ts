import { describe, expect, it } from "vitest";

import { pieceName } from "../../app/words/format";
import { PlacementEditor } from "../../features/turn/placement-editor.svelte";
import { gameView } from "./view";
import { fleetIn, movedShip, randomFleet, shipCells, rotatedShip } from "./fleet";
import { cellIndex, cellName } from "./position";
import { gameTextsOf } from "../../../tests/game-views";

const WATER = ".".repeat(100);
const HIDDEN = "?".repeat(100);
const FLEET = ["A1h5", "C3v4", "J1v3", "F6h3", "A10h2"];

/** This grid with other signs on some cells. */
function withSigns(grid: string, signs: Record<string, string>): string {
  const cells = [...grid];
  for (const [cell, sign] of Object.entries(signs)) cells[cellIndex(cell)] = sign;
  return cells.join("");
}

function areApart(fleet: readonly string[]): boolean {
  const near = (a: number, b: number) => Math.abs((a % 10) - (b % 10)) <= 1 && Math.abs(Math.floor(a / 10) - Math.floor(b / 10)) <= 1;
  return fleet.every((one, at) => fleet.slice(at + 1).every((other) => shipCells(one).every((a) => shipCells(other).every((b) => !near(a, b)))));
}

describe("a fleet", () => {
  it("occupies the cells of its ships", () => {
    expect([...FLEET, "J10h1"].map((ship) => shipCells(ship).map(cellName).join(" "))).toEqual(["A1 B1 C1 D1 E1", "C3 C4 C5 C6", "J1 J2 J3", "F6 G6 H6", "A10 B10", "J10"]);
  });

  it.each([
    [0, "A1", "C2", "C2h5"],
    [0, "E1", "I2", "E2h5"],
    [0, "E1", "D2", undefined],
    [0, "A1", "G2", undefined],
    [0, "A1", "A3", undefined],
    [2, "J2", "I9", "I8v3"],
    [2, "J2", "I10", undefined],
  ])("moves ship %i, held at %s, to %s: %s", (ship, from, to, moved) => {
    expect(movedShip(FLEET, ship, cellIndex(from), cellIndex(to), false)).toBe(moved);
  });

  it("keeps ships apart, also at corners, if they may not touch", () => {
    expect([movedShip(FLEET, 4, cellIndex("A10"), cellIndex("A7"), true), movedShip(FLEET, 4, cellIndex("A10"), cellIndex("A7"), false)]).toEqual([undefined, "A7h2"]);
  });

  it.each([
    [4, "A10", "A9v2"],
    [4, "B10", "B9v2"],
    [0, "E1", "E1v5"],
    [0, "C1", undefined],
    [2, "J1", "H1h3"],
    [2, "J2", "H2h3"],
  ])("rotates ship %i about %s, shifted if it would not fit: %s", (ship, about, turned) => {
    expect(rotatedShip(FLEET, ship, cellIndex(about), false)).toBe(turned);
  });

  it("keeps placed ships when the others are placed randomly", () => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let round = 0; round < 50; round++) {
      const fleet = randomFleet(["A1h5"], true, random);
      expect([fleet[0], fleet.map((ship) => ship.at(-1)).join("")]).toEqual(["A1h5", "54332"]);
      expect(areApart(fleet)).toBe(true);
    }
  });

  it("is read from the waters and drawn in them", () => {
    const arranged = gameView.fleetPlacement!.withPieces(`${WATER}/${HIDDEN} 0`, 0, FLEET);
    expect(fleetIn(arranged.slice(0, 100))).toEqual(FLEET);
    expect(gameView.fleetPlacement!.placedPieces(arranged, 1)).toEqual([]);
    const drawn = gameView.draw(arranged, 0).pieces;
    expect(drawn.length).toBe(17);
    expect(drawn.find(({ spot }) => spot === "0 A1")).toMatchObject({ look: "custom-ship", text: "r" });
    expect(drawn.find(({ spot }) => spot === "0 C4")).toMatchObject({ look: "custom-ship", text: "tb" });
  });
});

describe("the view of a seat", () => {
  const ownWaters = gameView.fleetPlacement!.withPieces(`${WATER}/${HIDDEN} 0`, 0, FLEET).slice(0, 100);
  const shot = withSigns(ownWaters, { A1: "A", J10: "o", A10: "E", B10: "E" });
  const target = withSigns(HIDDEN, { B2: "o", C2: "x", D5: "D", E5: "D", F5: "D" });
  const position = `${shot}/${target} 0`;

  it("shows shots and answers, with its own waters small below", () => {
    const { pieces, spots } = gameView.draw(position, 0);
    const looks = new Map(pieces.map(({ spot, look }) => [spot, look]));
    expect(["0 A1", "0 B1", "0 J10", "0 B10", "1 B2", "1 C2", "1 D5"].map((spot) => looks.get(spot))).toEqual(["custom-ship-hit", "custom-ship", "custom-miss", "custom-sunk", "custom-miss", "custom-shot-hit", "custom-sunk"]);
    const half = (id: string) => spots.find((spot) => spot.id === id)?.half ?? 0;
    expect(half("1 A1")).toBeGreaterThan(2 * half("0 A1"));
    expect(gameView.draw(position, null).spots.every((spot) => spot.half === half("1 A1") * 0.7)).toBe(true);
  });

  it("names waters and ships for a screen reader", () => {
    const { pieces, spots } = gameView.draw(position, 0);
    const spotName = (id: string) => spots.find((spot) => spot.id === id)?.name;
    const names = new Map(pieces.map((piece) => [piece.spot, pieceName(piece, gameTextsOf("battleship", "en"))]));
    expect([spotName("0 A1"), spotName("1 A1"), gameView.draw(position, null).spots[0]?.name]).toEqual(["A1, your waters", "A1, their waters", "A1, waters of the first"]);
    expect(["0 A1", "0 B1", "0 J10", "0 B10", "1 B2", "1 C2", "1 D5"].map((spot) => names.get(spot))).toEqual(["ship of 5, hit", "ship of 5", "miss", "sunk ship of 2", "miss", "hit", "sunk ship of 3"]);
    const known = /^((sunk )?ship of [2-5](, hit)?|miss|hit)$/;
    for (const seen of [position, gameView.sample]) for (const viewer of [0, 1, null]) for (const piece of gameView.draw(seen, viewer).pieces) expect(pieceName(piece, gameTextsOf("battleship", "en"))).toMatch(known);
  });

  it("shows both waters side by side if there is room, with the ships below", () => {
    const { pieces, spots, stacked, width, height } = gameView.draw(position, 0, "en", {}, true);
    const at = (id: string) => spots.find((spot) => spot.id === id)!;
    expect([at("0 A1").half, at("1 A1").half, at("0 A1").y - at("1 A1").y]).toEqual([5, 5, 0]);
    expect(at("0 A1").x).toBeGreaterThan(at("1 J1").x + 10);
    expect(width).toBeGreaterThan(1.7 * height);
    for (const { x, y } of stacked!) expect(x < at("1 J1").x + 5 && y > at("1 A10").y + 8 && y < height - 3).toBe(true);
    expect(pieces.length).toBe(gameView.draw(position, 0).pieces.length);
    const arranged = gameView.fleetPlacement!.withPieces(`${WATER}/${HIDDEN} 0`, 0, FLEET);
    expect(gameView.draw(arranged, 0, "en", {}, true).width).toBe(gameView.draw(arranged, 0).width);
  });

  it("shows only its own waters, large, while it lays out its fleet", () => {
    const half = (text: string, id: string) => gameView.draw(text, 0).spots.find((spot) => spot.id === id)?.half;
    const arranged = gameView.fleetPlacement!.withPieces(`${WATER}/${HIDDEN} 0`, 0, FLEET);
    expect([`${WATER}/${HIDDEN} 0`, arranged, `${ownWaters}/${HIDDEN} 1`].map((text) => [half(text, "0 A1"), half(text, "1 A1")])).toEqual([[5, undefined], [5, undefined], [2, 5]]);
  });

  it("has its targets in the other's waters and the last shot in its own", () => {
    expect(gameView.paths!("E7", position)).toEqual([[["1 E7"]]]);
    expect(gameView.lastMoveSpots!("A1", position)).toEqual(["0 A1"]);
    expect([gameView.paths!("A1h5", position), gameView.paths!("?", position), gameView.lastMoveSpots!("?", position)]).toEqual([[], [], []]);
  });

  it.each([["B2", "B2 miss"], ["C2", "C2 hit"], ["E5", "E5 sunk: ship of 3"], ["A1h5", undefined], ["?", "ship"]])("writes %s in the list of moves as %s", (move, text) => {
    expect(gameView.notation!(move, "", "en", position.replace(/0$/, "1"))).toBe(text);
  });

  it("notes that the other side lays out its fleet", () => {
    expect(gameView.notes!(`${ownWaters}/${HIDDEN} 1`, 0, "en", {})).toEqual(["Your fleet is laid out. The other side lays out its own."]);
    expect([gameView.notes!(position, 0, "en", {}), gameView.notes!(position.replace(/0$/, "1"), 0, "en", {})]).toEqual([[], []]);
  });
});

describe("the placement editor", () => {
  const placement = { fleetPlacement: gameView.fleetPlacement!, position: `${WATER}/${HIDDEN} 0`, seat: 0, settings: {} };
  function storage(saved: string[] | null = null) {
    return { saved, read: () => saved, write(pieces: readonly string[]) { this.saved = [...pieces]; } };
  }

  it("keeps the fleet, even the first random one, over a reload", () => {
    const store = storage();
    const editor = new PlacementEditor(() => placement, store);
    editor.keep();
    expect([editor.pieces, editor.pieces]).toEqual([store.saved, store.saved]);
    editor.click(`0 ${cellName(shipCells(editor.pieces[0] ?? "")[0] ?? 0)}`);
    editor.shuffle();
    expect(store.saved).toEqual(editor.pieces);
    expect(new PlacementEditor(() => placement, storage(FLEET)).pieces).toEqual(FLEET);
    const started = { ...placement, position: gameView.fleetPlacement!.withPieces(placement.position, 0, ["C3h5"]).replace(" arranging", "") };
    expect(new PlacementEditor(() => started, storage(FLEET)).pieces[0]).toBe("C3h5");
  });

  it("says where a moved or rotated ship lies, or that nothing moved", () => {
    const editor = new PlacementEditor(() => placement, storage(FLEET));
    const { placed } = gameTextsOf("battleship", "en").fleetPlacement!;
    const clicks = (...spots: string[]) => spots.forEach((spot) => editor.click(spot));
    clicks("0 A10");
    expect(editor.rearranged).toBeNull();
    clicks("0 D9");
    expect(editor.rearranged?.map(placed)).toEqual(["Ship of 2 on D9 to E9."]);
    clicks("0 D9", "0 D9");
    expect(editor.rearranged?.map(placed)).toEqual(["Ship of 2 on D9 to D10."]);
    clicks("0 D9", "0 C1", "0 C1");
    expect(editor.rearranged).toEqual([]);
  });
});
