/** The order of the games on the page: the widely known ones first, the small teaching games last. Pure. */

import ORDER from "./order.json";

/** Negative: among the first; 0: a game that neither list names; positive: among the last. */
function rank(id: string, { first, last }: typeof ORDER): number {
  const known = first.indexOf(id);
  return known >= 0 ? known - first.length : last.indexOf(id) + 1;
}

/** The games by these lists of ids; those that neither names stay between them, in the server's order. */
export function inOrder<T extends { id: string }>(games: readonly T[], order = ORDER): T[] {
  return games.toSorted((a, b) => rank(a.id, order) - rank(b.id, order));
}
