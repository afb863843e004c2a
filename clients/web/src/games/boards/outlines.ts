/** The outline of a spot, for marks on it and for clicks. Pure. */

import { isLine, lineMark } from "./lines";
import type { Spot } from "./model";

/** An SVG path; `grow` makes it wider or narrower than the spot. `round`: a circle, unless the spot is a line. */
export function spotOutline(spot: Spot, round: boolean, grow = 0): string {
  if (isLine(spot)) return lineMark(spot, grow);
  const half = spot.half + grow;
  const [left, top, size] = [spot.x - half, spot.y - half, 2 * half];
  return round ? `M${left} ${spot.y}a${half} ${half} 0 1 1 ${size} 0a${half} ${half} 0 1 1 ${-size} 0Z` : `M${left} ${top}h${size}v${size}h${-size}Z`;
}
