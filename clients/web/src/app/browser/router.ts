/**
 * The page's URLs, parsed and built. Pure; the browser's history is in location.svelte.ts.
 *
 * `routes.json` has a regular expression for the path of each page. The server reads it too: it serves the page at these
 * paths, and answers 404 at all others.
 */

import ROUTES from "./routes.json";

export type Route =
  | { page: "play" }
  | { page: "watch" }
  | { page: "bots" }
  | { page: "bot"; name: string }
  | { page: "person"; name: string }
  | { page: "leaders"; query: Record<string, string> }
  | { page: "clubs"; query: Record<string, string> }
  | { page: "club"; slug: string; query: Record<string, string> }
  | { page: "lessons"; section: string | null }
  | { page: "account" }
  | { page: "class" }
  | { page: "code" }
  | { page: "game"; id: string; ply: number | null }
  | { page: "rules"; game: string | null }
  | { page: "history"; query: Record<string, string> }
  | { page: "books"; query: Record<string, string> }
  | { page: "missing" };

type Page = keyof typeof ROUTES;
const PATTERNS = (Object.keys(ROUTES) as Page[]).map((page) => [page, new RegExp(`^${ROUTES[page]}$`)] as const);

/** The page that a path with its query and fragment shows. */
export function parseRoute(path: string, search = "", hash = ""): Route {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path;
  for (const [page, pattern] of PATTERNS) {
    const match = pattern.exec(trimmed);
    if (match) return routeOf(page, match[1] ?? null, new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, "")));
  }
  return { page: "missing" };
}

/** The route to a page; `part`: the variable part of its path. */
function routeOf(page: Page, part: string | null, query: URLSearchParams, fragment: URLSearchParams): Route {
  switch (page) {
    case "game":
      // Links of version 0.2 have the ply in the query.
      return { page, id: part ?? "", ply: parsePly(fragment.get("ply") ?? query.get("ply")) };
    case "bot":
      return { page, name: part ?? "" };
    case "person":
      return personRoute(part ?? "");
    case "rules":
      return { page, game: part };
    case "lessons":
      return { page, section: fragment.keys().next().value ?? null };
    case "club":
      return { page, slug: part ?? "", query: Object.fromEntries(query) };
    case "history":
    case "books":
    case "leaders":
    case "clubs":
      return { page, query: Object.fromEntries(query) };
    default:
      return { page };
  }
}

function personRoute(part: string): Route {
  try {
    return { page: "person", name: decodeURIComponent(part) };
  } catch {
    return { page: "missing" };
  }
}

/** A path with a query, without its empty values. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(present).toString();
  return text ? `${path}?${text}` : path;
}

/** The path with the parameter by which the load balancer routes to this node of the server. */
export function atNode(path: string, node: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}node=${encodeURIComponent(node)}`;
}

/** The ply of the position to show; null: none, or not a number. */
function parsePly(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The path of a game's page; `ply`: the position to show, in the fragment, so that it can change without a new request. */
export function gamePath(id: string, ply?: number): string {
  return ply === undefined ? `/game/${id}` : `/game/${id}#ply=${ply}`;
}

/** The path of the rules of a game, or of the list of all games. */
export function rulesPath(game?: string): string {
  return game ? `/rules/${game}` : "/rules";
}

/** The path of a bot's page. */
export function botPath(name: string): string {
  return `/bots/${name}`;
}

/** The path of the profile of a bot, or of a person who keeps this name. */
export function personPath(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

/** The path of the page of a club. */
export function clubPath(slug: string): string {
  return `/clubs/${slug}`;
}

/** Whether this is the name of a deleted account. */
export function isDeleted(name: string): boolean {
  return /^Deleted \d+$/.test(name);
}

/** The path of the page of a player; null: a guest, a deleted account, or a player of an imported game. */
export function playerPath({ name, bot, kept }: { name: string; bot?: boolean | undefined; kept?: boolean | undefined }): string | null {
  return bot ? botPath(name) : kept && !isDeleted(name) ? personPath(name) : null;
}
