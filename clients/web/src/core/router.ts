/** The page's URLs, parsed and built. Pure; the browser's history is in shell/location. */

export type Route =
  | { page: "play" }
  | { page: "watch" }
  | { page: "bots" }
  | { page: "account" }
  | { page: "game"; id: string }
  | { page: "history"; query: Record<string, string> }
  | { page: "books"; query: Record<string, string> }
  | { page: "missing" };

const PATHS = { "/": "play", "/watch": "watch", "/bots": "bots", "/account": "account" } as const;
const PATHS_WITH_QUERY = { "/history": "history", "/books": "books" } as const;

/** The page that a path with its query shows. */
export function parseRoute(path: string, search = ""): Route {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path;
  const game = /^\/game\/([0-9A-Za-z]{4,32})$/.exec(trimmed);
  if (game?.[1]) return { page: "game", id: game[1] };
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

/** The path of a game's page. */
export function gamePath(id: string): string {
  return `/game/${id}`;
}
