/**
 * Original pictures for players who do not know the characters, in a box from −40 to 40: areas filled with the colour of the
 * side, then lines in the same colour, then cuts across both in the colour of the disc.
 */

export interface Picture {
  areas?: string;
  lines?: string;
  cuts?: string;
}

/** The pictures by lower-case FEN letter. */
export const PICTURES: Record<string, Picture> = {
  // A crown.
  k: {
    areas:
      "M-26 14C-27 4-30-6-35-15-28-8-21-5-14-7-8-10-3-18 0-28 3-18 8-10 14-7 21-5 28-8 35-15 30-6 27 4 26 14Z" +
      "M-26 20H26Q28 20 28 22V28Q28 30 26 30H-26Q-28 30-28 28V22Q-28 20-26 20Z" +
      "M0-38a5 5 0 1 1 0 10 5 5 0 1 1 0-10Z",
  },
  // The hat of an official, with its two wings.
  a: {
    areas:
      "M-17 10V-6C-17-20-10-30 0-30S17-20 17-6V10Z" +
      "M-20 15H20Q22 15 22 17V23Q22 25 20 25H-20Q-22 25-22 23V17Q-22 15-20 15Z" +
      "M-17-2C-26-10-36-10-40-4-36 4-26 6-17 6ZM17-2C26-10 36-10 40-4 36 4 26 6 17 6Z",
    cuts: "M-10-8Q0-14 10-8",
  },
  // An elephant's head from the front: ears, trunk, tusks.
  b: {
    areas:
      "M-15-22C-26-34-40-26-39-10-38 6-28 14-18 8ZM15-22C26-34 40-26 39-10 38 6 28 14 18 8Z" +
      "M-17-14C-17-26-9-32 0-32S17-26 17-14C17-2 12 6 9 12 7 18 8 24 14 25 19 25 19 19 24 21 29 25 22 36 12 35 0 34-4 24-5 14-9 8-17-2-17-14Z",
    lines: "M-10 10C-14 16-20 19-25 18",
    cuts: "M-15-8C-20-14-22-20-19-26M15-8C20-14 22-20 19-26M-7-13v3M8-13v3",
  },
  // A horse's head.
  n: {
    areas:
      "M-16 34C-18 16 0 10 2-4-6 2-12 2-18 8-22 13-32 11-33 3-33-1-29-5-27-9-24-17-18-24-11-27L-13-38-2-30C18-30 32-6 25 34Z",
    cuts: "M-13-14l3-3M5-22C14-16 19-4 19 10M-28 3l3-1",
  },
  // A wheel.
  r: {
    areas: "M0-7a7 7 0 1 1 0 14 7 7 0 1 1 0-14Z",
    lines: "M0-29a29 29 0 1 1 0 58 29 29 0 1 1 0-58ZM0-29V29M-29 0H29M-20.5-20.5 20.5 20.5M20.5-20.5-20.5 20.5",
  },
  // A gun on its wheel.
  c: {
    areas:
      "M-33 0C-39-7-36-15-27-18L24-34C27-35 29-34 30-31L34-20C35-17 34-15 31-14L-14 8C-21 11-28 7-33 0Z" +
      "M-8 16a5 5 0 1 1 0 10 5 5 0 1 1 0-10Z",
    lines: "M-8 6a15 15 0 1 1 0 30 15 15 0 1 1 0-30ZM4 28 34 32",
    cuts: "M14-29l7 19",
  },
  // A man with a wide hat.
  p: {
    areas:
      "M0-34C6-24 20-14 34-8 36-7 35-4 33-4H-33C-35-4-36-7-34-8-20-14-6-24 0-34Z" +
      "M-12 0H12C12 9 7 14 0 14S-12 9-12 0Z" +
      "M-26 35C-26 22-16 17 0 17S26 22 26 35Z",
  },
};
