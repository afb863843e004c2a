/** Fingers on a zoomed board: what moves it, what drags a stone, and what is still a click. */

import { describe, expect, it } from "vitest";

import { BoardZoom } from "../../src/app/board/board-zoom.svelte";

/** A board of 20 by 20 cells, ten pixels each. */
const BOARD = { width: 200, height: 200 };

function newZoom(): BoardZoom {
  return new BoardZoom(() => BOARD, () => ({ x: 0, y: 0, width: 200, height: 200 }) as DOMRect);
}

function finger(clientX: number, clientY: number, pointerId = 1): PointerEvent {
  return { clientX, clientY, pointerId, button: 0 } as PointerEvent;
}

describe("one finger", () => {
  it("on the whole board clicks, and scrolls the page", () => {
    const zoom = newZoom();
    expect(zoom.press(finger(50, 50), undefined)).toBe(false);
    expect(zoom.move(finger(90, 90))).toBe(false);
    expect([zoom.blocksScrolling(1), zoom.endsGesture]).toEqual([false, false]);
  });

  it("moves a board that is zoomed, and then is no click", () => {
    const zoom = newZoom();
    zoom.step(true, { x: 100, y: 100 });
    const before = zoom.viewport;
    expect(200 / before.width).toBeCloseTo(3.4);
    zoom.press(finger(100, 100), undefined);
    expect(zoom.move(finger(104, 100))).toBe(false);
    expect(zoom.move(finger(134, 100))).toBe(true);
    expect(zoom.viewport.x).toBeCloseTo(before.x - 10);
    expect([zoom.blocksScrolling(1), zoom.endsGesture]).toEqual([true, true]);
    zoom.release(finger(134, 100));
    zoom.press(finger(50, 50), undefined);
    expect(zoom.endsGesture).toBe(false);
  });

  it("drags a stone that waits to be confirmed, only from its neighbourhood", () => {
    const zoom = newZoom();
    zoom.press(finger(60, 60), { x: 50, y: 50 });
    zoom.move(finger(90, 60));
    expect(zoom.dragged).toEqual({ x: 90, y: 60 });
    zoom.release(finger(90, 60));
    expect(zoom.dragged).toBeNull();
    zoom.press(finger(150, 60), { x: 50, y: 50 });
    expect(zoom.move(finger(190, 60))).toBe(false);
  });
});

describe("two fingers", () => {
  it("zoom about their middle, and back to the whole board", () => {
    const zoom = newZoom();
    zoom.press(finger(80, 100), undefined);
    expect(zoom.press(finger(120, 100, 2), undefined)).toBe(true);
    zoom.move(finger(60, 100));
    zoom.move(finger(140, 100, 2));
    expect(zoom.viewport).toEqual({ x: 50, y: 50, width: 100, height: 100 });
    zoom.release(finger(60, 100));
    zoom.release(finger(140, 100, 2));
    expect(zoom.isZoomed).toBe(true);
    zoom.press(finger(20, 100), undefined);
    zoom.press(finger(180, 100, 2), undefined);
    zoom.move(finger(90, 100));
    zoom.move(finger(110, 100, 2));
    expect(zoom.isZoomed).toBe(false);
  });
});

describe("what is shown", () => {
  it("has the point to which one zooms in its middle", () => {
    const zoom = newZoom();
    zoom.step(true, { x: 120, y: 80 });
    const middle = () => [zoom.viewport.x + zoom.viewport.width / 2, zoom.viewport.y + zoom.viewport.height / 2].map(Math.round);
    expect(middle()).toEqual([120, 80]);
    zoom.step(true);
    expect(middle()).toEqual([120, 80]);
  });

  it("stays where it is after a move that is in view, at its edge too", () => {
    const zoom = newZoom();
    zoom.step(true, { x: 100, y: 100 });
    const { x, y } = zoom.viewport;
    zoom.bringIntoView({ x: x + 6, y: y + 20 });
    expect([zoom.viewport.x, zoom.viewport.y]).toEqual([x, y]);
    zoom.bringIntoView({ x: x - 5, y: y + 20 });
    expect(zoom.viewport.x).toBeLessThan(x);
    expect(zoom.viewport.y).toBe(y);
  });

  it("follows a point only where the board is zoomed", () => {
    const zoom = newZoom();
    zoom.follow({ x: 195, y: 195 });
    expect(zoom.isZoomed).toBe(false);
    zoom.step(true, { x: 0, y: 0 });
    zoom.follow({ x: 195, y: 195 });
    expect(zoom.viewport.x + zoom.viewport.width).toBeCloseTo(200);
    zoom.step(false);
    expect(zoom.isZoomed).toBe(false);
  });
});
