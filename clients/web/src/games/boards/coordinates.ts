/** Where the coordinates of a board stand, as the reader has chosen. Pure. */

import type { Drawing, Label } from "./model";

export const COORDINATES = ["off", "edge", "inside"] as const;
export type Coordinates = (typeof COORDINATES)[number];

/** Names longer than this do not fit into a corner. */
const MAX_LENGTH = 3;
/** From a cell's centre to the text in its upper left corner, relative to half the cell. */
const CORNER = { x: 0.92, y: 0.8 };

/** A drawing's labels: without its coordinates, with those that the game puts at the edge, or with one in each cell. */
export function chosenLabels(drawing: Drawing, where: Coordinates): Label[] {
  if (where === "edge" || (where === "inside" && !hasNamedCells(drawing))) return drawing.labels;
  const texts = drawing.labels.filter(({ isText }) => isText);
  return where === "off" ? texts : [...texts, ...namesInCells(drawing)];
}

/** Only in cells is there room beside a piece; on crossings of lines it would cover the name. */
function hasNamedCells({ spotKind, spots }: Drawing): boolean {
  return spotKind === "cells" && spots.every(({ id, line }) => !line && id.length <= MAX_LENGTH);
}

function namesInCells({ spots }: Drawing): Label[] {
  return spots.map(({ id, x, y, half }) => ({ x: x - CORNER.x * half, y: y - CORNER.y * half, text: id, inCorner: true }));
}
