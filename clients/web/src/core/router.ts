/** The page's own addresses, both ways. Pure; the browser's history is in shell/location. */

export type Route =
  | { page: "play" }
  | { page: "watch" }
  | { page: "bots" }
  | { page: "account" }
  | { page: "game"; id: string }
  | { page: "history"; query: Record<string, string> }
  | { page: "books"; query: Record<string, string> }
  | { page: "missing" };

const PLAIN = { "/": "play", "/watch": "watch", "/bots": "bots", "/account": "account" } as const;
const WITH_QUERY = { "/history": "history", "/books": "books" } as const;

/** What a path with its query shows. */
export function parseRoute(path: string, search = ""): Route {
  const clean = path.length > 1 ? path.replace(/\/+$/, "") : path;
  const game = /^\/game\/([0-9A-Za-z]{4,32})$/.exec(clean);
  if (game?.[1]) return { page: "game", id: game[1] };
  const plain = PLAIN[clean as keyof typeof PLAIN];
  if (plain) return { page: plain };
  const withQueryPage = WITH_QUERY[clean as keyof typeof WITH_QUERY];
  if (withQueryPage) return { page: withQueryPage, query: Object.fromEntries(new URLSearchParams(search)) };
  return { page: "missing" };
}

/** A path with a query; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(kept).toString();
  return text ? `${path}?${text}` : path;
}

/** Where a game is shown. */
export function gamePath(id: string): string {
  return `/game/${id}`;
}
