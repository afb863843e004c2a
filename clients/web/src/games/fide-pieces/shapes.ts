/**
 * Original drawings of the six chess pieces, in a box from −50 to 50: outlines, filled with the colour of the side one over
 * the other, and then the inner lines. Both sides share the shapes; white pieces have dark lines, black ones light lines.
 */

export interface Shape {
  body: string[];
  lines: string;
  eye?: [number, number];
}

/** What all pieces share: the foot, and the line above it. */
const FOOT = "M-27 40v-6q0-6 7-7h40q7 1 7 7v6z";
const HEM = "M-16 27h32";

/** The shapes by lower-case FEN letter. */
export const SHAPES: Record<string, Shape> = {
  p: {
    body: [
      FOOT,
      "M-8-8C-8 8-13 18-20 27H20C13 18 8 8 8-8z",
      "M-13-13h26q3 0 3 3t-3 3h-26q-3 0-3-3t3-3z",
      "M0-39a13 13 0 1 1 0 26 13 13 0 1 1 0-26z",
    ],
    lines: HEM,
  },
  n: {
    body: [
      FOOT,
      "M-20 27C-21 12-5 6-3-6-8-1-14-1-18 2-20 6-24 8-28 6-32 3-33-2-31-6-26-14-24-19-21-27L-19-41-9-34C12-37 28-14 21 27z",
    ],
    lines: `${HEM}M3-27C13-20 16-4 14 18M-26-1l-2 2`,
    eye: [-13, -21],
  },
  b: {
    body: [
      FOOT,
      "M-8-3C-8 10-13 19-20 27H20C13 19 8 10 8-3z",
      "M0-36C12-27 19-16 14-6 12-3 8-3 0-3S-12-3-14-6C-19-16-12-27 0-36z",
      "M0-45a5 5 0 1 1 0 10 5 5 0 1 1 0-10z",
    ],
    lines: `${HEM}M2-14 9-25M-11-3h22`,
  },
  r: {
    body: [
      FOOT,
      "M-14-14C-14 6-16 17-21 27H21C16 17 14 6 14-14z",
      "M-23-37v18q0 5 5 5h36q5 0 5-5v-18h-10v8h-7v-8h-12v8h-7v-8z",
    ],
    lines: `${HEM}M-15-14h30`,
  },
  q: {
    body: [
      FOOT,
      "M-17-5C-14 8-16 19-21 27H21C16 19 14 8 17-5z",
      "M-17-5-31-29-15-19-12-37 0-20 12-37 15-19 31-29 17-5q-17-5-34 0z",
      "M-31-33a4 4 0 1 1 0 8 4 4 0 1 1 0-8zM-12-42a4 4 0 1 1 0 8 4 4 0 1 1 0-8zM12-42a4 4 0 1 1 0 8 4 4 0 1 1 0-8zM31-33a4 4 0 1 1 0 8 4 4 0 1 1 0-8z",
    ],
    lines: `${HEM}M-15 3q15-5 30 0`,
  },
  k: {
    body: [
      FOOT,
      "M-16-5C-13 8-16 19-21 27H21C16 19 13 8 16-5z",
      "M-3-47h6v6h6v6h-6v10h-6v-10h-6v-6h6z",
      "M0-20C4-31 24-34 28-22 30-14 22-8 16-3q-16-5-32 0C-22-8-30-14-28-22-24-34-4-31 0-20z",
    ],
    lines: `${HEM}M-14 5q14-5 28 0M0-19V-7`,
  },
};
