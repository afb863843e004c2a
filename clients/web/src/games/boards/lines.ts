/** Spots that are lines between two points, such as the sides of boxes: how they are drawn, and which clicks hit them. Pure. */

import type { Line, Look, Spot } from "./model";

/** Half the width of a mark on a line, and of a drawn line, relative to the distance at which a click hits it. */
const [MARK, DRAWN] = [0.32, 0.16];
/** The size of the hint that a line can be drawn, relative to the line. */
const AIM = { length: 0.4, width: 0.09 };

/** The colours of drawn lines, by the look of their side. */
const COLOURS: Record<string, string> = {
  cross: "var(--piece-0-line, var(--seat-0))",
  ring: "var(--piece-1-line, var(--seat-1))",
  black: "var(--disc-dark, #161513)",
  white: "var(--disc-light, #f7f4ee)",
  red: "var(--piece-red, var(--accent))",
  blue: "var(--piece-blue, var(--seat-0))",
};

/** A spot that is a line. */
export type LineSpot = Spot & { line: Line };

export function isLine(spot: Spot): spot is LineSpot {
  return spot.line !== undefined;
}

/** The colour of a piece that is drawn as a line; undefined: it is drawn as a piece in the middle of the line. */
export function lineColour(look: Look): string | undefined {
  return /^seat-\d$/.test(look) ? `var(--piece-${look.slice(5)}, var(--${look}))` : COLOURS[look];
}

/** The unit vector along a line, and its length. */
function along({ x1, y1, x2, y2 }: Line): { dx: number; dy: number; length: number } {
  const length = Math.hypot(x2 - x1, y2 - y1);
  return { dx: (x2 - x1) / length, dy: (y2 - y1) / length, length };
}

/** A path with numbers rounded to two decimals, which is precise enough for drawing. */
function path(parts: TemplateStringsArray, ...numbers: number[]): string {
  return parts.map((part, index) => part + (numbers[index] === undefined ? "" : String(Math.round(100 * numbers[index]) / 100))).join("");
}

/** The outline of a line with half its width and round ends. */
function band(line: Line, half: number): string {
  const { dx, dy } = along(line);
  const [x, y] = [dy * half, -dx * half];
  return path`M${line.x1 - x} ${line.y1 - y}A${half} ${half} 0 0 1 ${line.x1 + x} ${line.y1 + y}L${line.x2 + x} ${line.y2 + y}A${half} ${half} 0 0 1 ${line.x2 - x} ${line.y2 - y}Z`;
}

/** The outline of a mark on a line; `grow` makes it wider or narrower. */
export function lineMark({ line, half }: LineSpot, grow = 0): string {
  return band(line, MARK * half + grow);
}

/** The outline of a line that has been drawn, relative to its middle. */
export function drawnLine({ line, half, x, y }: LineSpot): string {
  return band({ x1: line.x1 - x, y1: line.y1 - y, x2: line.x2 - x, y2: line.y2 - y }, DRAWN * half);
}

/** The hint that a line can be drawn: its middle part. */
export function lineAim({ line, half, x, y }: LineSpot, minWidth: number): string {
  const { dx, dy, length } = along(line);
  const [right, down] = [(dx * length * AIM.length) / 2, (dy * length * AIM.length) / 2];
  return band({ x1: x - right, y1: y - down, x2: x + right, y2: y + down }, Math.max(AIM.width * half, minWidth / 2));
}

/** The area in which a click hits a line: a rhombus around it, so that the areas of lines that meet do not overlap. */
export function lineHitArea({ line, half, x, y }: LineSpot): string {
  const { dx, dy } = along(line);
  return path`M${line.x1} ${line.y1}L${x + dy * half} ${y - dx * half}L${line.x2} ${line.y2}L${x - dy * half} ${y + dx * half}Z`;
}

/** Whether a click at a point hits this line. */
export function isOnLine({ line, half, x, y }: LineSpot, at: Pick<Spot, "x" | "y">): boolean {
  const { dx, dy, length } = along(line);
  const [ahead, across] = [(at.x - x) * dx + (at.y - y) * dy, (at.x - x) * dy - (at.y - y) * dx];
  return Math.abs(ahead) / (length / 2) + Math.abs(across) / half <= 1;
}
