/** Drawings of spots that are lines: none has a square or a circle. */

import { type ComponentProps } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));
vi.stubGlobal("location", { href: "http://localhost/game/x" });

import Board from "../../src/app/board/Board.svelte";
import { isLine, lineMark } from "../../src/games/boards/lines";
import { joining } from "../toys";

const drawing = joining.draw(joining.sample, 0);
const choice = { picked: [], done: [], held: new Set<string>(), targets: new Set(["b3-c3", "a3-a2"]), sources: new Set<string>() };

function html(more: Partial<ComponentProps<typeof Board>>): string {
  return render(Board, { props: { game: "mygame", drawing: { ...drawing, dots: [] }, label: "board", ...more } }).body;
}

/** The outline of a line's mark. */
function mark(id: string, grow = 0): string {
  const spot = drawing.spots.find((each) => each.id === id);
  return spot && isLine(spot) ? lineMark(spot, grow) : "";
}

/** The elements of a class. */
function parts(body: string, kind: string): string[] {
  return body.match(new RegExp(`<\\w+[^>]*class="${kind}[ "][^>]*>`, "g")) ?? [];
}

describe("a board of lines", () => {
  it("has its marks along them", () => {
    const body = html({ lastMove: ["c2-c1"], planned: ["b3-c3"], winningSpots: ["a4-b4"], unsure: ["b4-b3"] });
    for (const [kind, id, grow] of [["tint", "c2-c1", 0], ["planned", "b3-c3", 0], ["winning", "a4-b4", -0.3], ["under-way", "b4-b3", -0.4]] as const) {
      expect(parts(body, kind).length, kind).toBe(1);
      expect(parts(body, kind)[0]).toContain(`d="${mark(id, grow)}"`);
    }
    expect(body).not.toContain("<circle");
    expect(parts(body, "drawn").map((line) => /fill:\s*([^;"]+)/.exec(line)?.[1])).toEqual([0, 1, 0].map((seat) => `var(--piece-${seat}, var(--seat-${seat}))`));
  });

  it("shows those that may be drawn, each a button with a name, its own ground and a ring for the focus", () => {
    const body = html({ choice, onspot: () => {} });
    expect(body.match(/role="button"[^>]*aria-label="[^"]*"/g)?.map((found) => found.replace(/.*aria-label=/, ""))).toEqual(['"b3 to c3, play here"', '"a3 to a2, play here"']);
    expect(parts(body, "aim").every((aim) => aim.startsWith("<path"))).toBe(true);
    expect(parts(body, "aim").length).toBe(2);
    expect(parts(body, "reach").length).toBe(drawing.spots.length);
    expect(parts(body, "hit").every((hit) => hit.startsWith("<path"))).toBe(true);
    expect(body).toMatch(/tabindex="0" aria-label="b3 to c3, play here"/);
    expect(body).not.toContain("<circle");
  });

  it("shows a line that waits to be confirmed as a line", () => {
    const body = html({ choice, ghost: "seat-0", candidate: "b3-c3", onspot: () => {} });
    expect(body).toContain(`d="${mark("b3-c3", 0.6)}" class="ring`);
    expect(parts(body, "drawn").length).toBe(drawing.pieces.length + 1);
    expect(body).not.toContain("<circle");
  });
});
