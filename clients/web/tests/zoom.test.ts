/** Parts of a board that are shown larger. */

import { describe, expect, it } from "vitest";

import type { Label } from "../src/games/boards/model";
import { MIN_TOUCH_CELL, MAX_ZOOM, panIntoView, edgeLabels, hasSmallSpots, nextZoom, panBy, fullBoard, zoomFactor, zoomAt } from "../src/games/boards/zoom";

const BOARD = { width: 200, height: 100 };
const WHOLE = fullBoard(BOARD);

describe("a zoomed board", () => {
  it("keeps the point about which it is zoomed where it is", () => {
    const window = zoomAt(BOARD, WHOLE, 2, { x: 50, y: 50 });
    expect(window).toEqual({ x: 25, y: 25, width: 100, height: 50 });
    expect(zoomFactor(BOARD, window)).toBe(2);
  });

  it("never shows anything beyond the board, nor more than the whole or less than a part", () => {
    expect(zoomAt(BOARD, WHOLE, 2, { x: 0, y: 0 })).toEqual({ x: 0, y: 0, width: 100, height: 50 });
    const window = zoomAt(BOARD, WHOLE, 2, { x: 200, y: 100 });
    expect(window).toMatchObject({ x: 100, y: 50 });
    expect(panBy(BOARD, window, 30, -10)).toMatchObject({ x: 100, y: 40 });
    expect(panBy(BOARD, window, -500, -500)).toMatchObject({ x: 0, y: 0 });
    expect(zoomAt(BOARD, window, 0.3, { x: 9, y: 9 })).toEqual(WHOLE);
    expect(zoomFactor(BOARD, zoomAt(BOARD, WHOLE, 99, { x: 9, y: 9 }))).toBe(MAX_ZOOM);
  });

  it("makes cells large enough for a finger with the first step, and goes back the same way", () => {
    const first = nextZoom(1, 19, true);
    expect(first * 19).toBeCloseTo(MIN_TOUCH_CELL);
    const second = nextZoom(first, 19, true);
    expect(second).toBeGreaterThan(first);
    expect(nextZoom(second, 19, false)).toBeCloseTo(first);
    expect(nextZoom(first, 19, false)).toBe(1);
    expect(nextZoom(MAX_ZOOM, 19, true)).toBe(MAX_ZOOM);
  });

  it("moves as little as needed to show a point", () => {
    const window = { x: 50, y: 25, width: 100, height: 50 };
    expect(panIntoView(BOARD, window, { x: 100, y: 50 })).toEqual(window);
    expect(panIntoView(BOARD, window, { x: 145, y: 50 })).toEqual({ ...window, x: 55 });
    expect(panIntoView(BOARD, window, { x: 2, y: 99 })).toEqual({ ...window, x: 0, y: 50 });
  });
});

describe("a board whose spots fingers would miss", () => {
  it("is not one with long points", () => {
    const spots = [0, 1, 2].map((n) => ({ id: `${n}`, name: "", x: 5, y: 5, half: 3, ...(n > 0 && { area: { x: 0, y: 0, width: 6, height: 40 } }) }));
    expect(hasSmallSpots({ spotKind: "points", spots, width: 100 }, 300)).toBe(false);
    expect(hasSmallSpots({ spotKind: "points", spots: spots.slice(0, 1), width: 100 }, 300)).toBe(true);
    expect(hasSmallSpots({ spotKind: "cells", spots: spots.slice(0, 1), width: 100 }, 300)).toBe(false);
    expect(hasSmallSpots({ spotKind: "points", spots: [], width: 100 }, 300)).toBe(false);
  });
});

describe("the coordinates beside a part of a board", () => {
  const LABELS: Label[] = [
    { x: 50, y: 4, text: "E", edge: "above" },
    { x: 190, y: 4, text: "T", edge: "above" },
    { x: 4, y: 60, text: "6", edge: "beside" },
    { x: 80, y: 80, text: "river", isText: true },
  ];

  it("keep their places along the edges, in the margins of the part", () => {
    expect(edgeLabels(LABELS, 2)).toEqual({
      margin: 4,
      above: [{ x: 50, y: 2, text: "E", edge: "above" }, { x: 190, y: 2, text: "T", edge: "above" }],
      beside: [{ x: 2, y: 60, text: "6", edge: "beside" }],
      others: [{ x: 80, y: 80, text: "river", isText: true }],
    });
  });

  it("need no margin where there are none", () => {
    expect(edgeLabels(LABELS.slice(3), 2)).toEqual({ margin: 0, above: [], beside: [], others: LABELS.slice(3) });
  });
});
