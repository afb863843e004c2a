/** The outline of a spot, by which marks are drawn on it and clicks hit it. Pure. */

import { isLine, lineMark } from "./lines";
import type { Spot } from "./model";

/** A path, so much wider or narrower than the spot. `round`: a circle, where the spot is no line. */
export function spotOutline(spot: Spot, round: boolean, grow = 0): string {
  if (isLine(spot)) return lineMark(spot, grow);
  const half = spot.half + grow;
  const [left, top, size] = [spot.x - half, spot.y - half, 2 * half];
  return round ? `M${left} ${spot.y}a${half} ${half} 0 1 1 ${size} 0a${half} ${half} 0 1 1 ${-size} 0Z` : `M${left} ${top}h${size}v${size}h${-size}Z`;
}
