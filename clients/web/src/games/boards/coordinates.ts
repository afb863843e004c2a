/** Where a board shows its coordinates: a setting of the user. Pure. */

import type { Drawing, Label } from "./model";

export const COORDINATES = ["off", "edge", "inside"] as const;
export type Coordinates = (typeof COORDINATES)[number];

/** Names longer than this do not fit into a corner. */
const MAX_LENGTH = 3;
/** From a cell's centre to the text in its upper left corner, relative to half the cell. */
const CORNER = { x: 0.92, y: 0.8 };

/** The labels to draw: no coordinates, those at the edge, or one in each cell. */
export function chosenLabels(drawing: Drawing, where: Coordinates): Label[] {
  if (where === "edge" || (where === "inside" && !hasNamedCells(drawing))) return drawing.labels;
  const texts = drawing.labels.filter(({ isText }) => isText);
  return where === "off" ? texts : [...texts, ...namesInCells(drawing)];
}

/** Only cells have room for a name beside a piece; on a crossing of lines the piece would cover it. */
function hasNamedCells({ spotKind, spots }: Drawing): boolean {
  return spotKind === "cells" && spots.every(({ id, line }) => !line && id.length <= MAX_LENGTH);
}

function namesInCells({ spots }: Drawing): Label[] {
  return spots.map(({ id, x, y, half }) => ({ x: x - CORNER.x * half, y: y - CORNER.y * half, text: id, inCorner: true }));
}
