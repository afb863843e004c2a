/** Moving the focus with the arrow keys, from one spot that can be chosen to the next. Pure. */

import type { Drawing } from "./model";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How much more a distance counts across the direction than along it. */
const ASIDE = 4;

/** The spot of `offered` to which a key leads from `from`; none for other keys and at the edge. */
export function nextSpot(drawing: Drawing, offered: readonly string[], from: string, key: string): string | undefined {
  const way = DIRECTIONS[key];
  const start = drawing.spots.find(({ id }) => id === from);
  if (!way || !start) return undefined;
  const reach = drawing.spots.flatMap(({ id, x, y }) => {
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    return ahead > 0.1 && offered.includes(id) ? [{ id, far: ahead + ASIDE * aside }] : [];
  });
  return reach.sort((a, b) => a.far - b.far)[0]?.id;
}
