/** The page's URLs, parsed and built. Pure; the browser's history is in shell/location. */

export type Route =
  | { page: "play" }
  | { page: "watch" }
  | { page: "bots" }
  | { page: "account" }
  | { page: "game"; id: string; ply: number | null }
  | { page: "rules"; game: string | null }
  | { page: "history"; query: Record<string, string> }
  | { page: "books"; query: Record<string, string> }
  | { page: "missing" };

const PATHS = { "/": "play", "/watch": "watch", "/bots": "bots", "/account": "account" } as const;
const PATHS_WITH_QUERY = { "/history": "history", "/books": "books" } as const;

/** The page that a path with its query shows. */
export function parseRoute(path: string, search = ""): Route {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path;
  const game = /^\/game\/([0-9A-Za-z]{4,32})$/.exec(trimmed);
  if (game?.[1]) return { page: "game", id: game[1], ply: parsePly(new URLSearchParams(search).get("ply")) };
  const rules = /^\/rules(?:\/([a-z][a-z0-9]{0,31}))?$/.exec(trimmed);
  if (rules) return { page: "rules", game: rules[1] ?? null };
  const page = PATHS[trimmed as keyof typeof PATHS];
  if (page) return { page };
  const pageWithQuery = PATHS_WITH_QUERY[trimmed as keyof typeof PATHS_WITH_QUERY];
  if (pageWithQuery) return { page: pageWithQuery, query: Object.fromEntries(new URLSearchParams(search)) };
  return { page: "missing" };
}

/** A path with a query; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(kept).toString();
  return text ? `${path}?${text}` : path;
}

/** The same path, to be routed to this node of the server by the balancer before it. */
export function atNode(path: string, node: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}node=${encodeURIComponent(node)}`;
}

/** The number of moves after which a game is to be shown; null: none, or not a number. */
function parsePly(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The path of a game's page; with `ply` it shows the position after so many moves. */
export function gamePath(id: string, ply?: number): string {
  return ply === undefined ? `/game/${id}` : `/game/${id}?ply=${ply}`;
}

/** The path of the rules of a game; without one, of the list of all. */
export function rulesPath(game?: string): string {
  return game ? `/rules/${game}` : "/rules";
}
