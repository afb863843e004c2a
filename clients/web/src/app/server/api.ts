/** The HTTP API, typed. Every failure is an `ApiError` with a code and a message. */

import { MAX_HOPS } from "../../protocol";
import type * as p from "../../protocol";
import { atNode, withQuery } from "../browser/router";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Seconds until a retry; null: unknown. */
    readonly retryAfter: number | null = null,
    /** The refused ones of a list of names. */
    readonly names: readonly p.RefusedName[] = [],
  ) {
    super(message);
  }
}

/** Status codes with which a proxy answers when the server does not. */
const NO_SERVER: ReadonlySet<number> = new Set([502, 503, 504]);

/** The problem document of a response; made up if a proxy has answered without one. */
async function problemOf(response: Response): Promise<p.Problem> {
  try {
    return (await response.json()) as p.Problem;
  } catch {
    const { status, statusText } = response;
    return { title: `${status} ${statusText}`, status, code: NO_SERVER.has(status) ? "busy" : "http" };
  }
}

function retryAfterOf({ headers }: Response): number | null {
  return Number(headers.get("retry-after")) || null;
}

async function fetchAnswer(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/v1/${path}`, request);
  } catch {
    throw new ApiError("unreachable", "The server does not answer.");
  }
}

/** Sends a request, and sends it again if a node of the server names another one that can answer it. */
export async function send(path: string, request: RequestInit): Promise<Response> {
  let target = path;
  for (let hops = 0; ; hops++) {
    const response = await fetchAnswer(target, request);
    if (response.ok) return response;
    const { code, detail, title, node, names } = await problemOf(response);
    if (code !== "relocated" || !node || hops === MAX_HOPS) throw new ApiError(code, detail || title, retryAfterOf(response), names);
    target = atNode(path, node);
  }
}

export function withBody(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

async function sendForJson<T>(path: string, request: RequestInit): Promise<T> {
  return (await (await send(path, request)).json()) as T;
}

export function get<T>(path: string): Promise<T> {
  return sendForJson(path, {});
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return sendForJson(path, withBody("POST", body));
}

export function patch<T>(path: string, body: unknown): Promise<T> {
  return sendForJson(path, withBody("PATCH", body));
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return sendForJson(path, withBody("PUT", body));
}

export async function deleteAt(path: string): Promise<void> {
  await send(path, { method: "DELETE" });
}

export type Query = Record<string, string | undefined>;

export const api = {
  session: () => post<p.Session>("session", {}),
  rename: (name: string) => patch<p.Session>("session", { name }),
  keepName: (account: p.NewAccount) => post<p.Session>("account", account),
  signIn: (account: p.SignIn) => post<p.Session>("sign-in", account),
  changePassword: (password: p.NewPassword) => put<p.Session>("account/password", password),
  resetPassword: (reset: p.PasswordReset) => post<p.Session>("account/reset", reset),
  signInByLink: (link: p.LinkSignIn) => post<p.Session>("account/link", link),
  deleteAccount: async (password: string) => void (await send("account", withBody("DELETE", { password } satisfies p.AccountEnd))),
  presence: () => get<p.PresenceSetting>("presence"),
  showPresence: (shown: boolean) => sendForJson<p.PresenceSetting>("presence", withBody("PUT", { shown } satisfies p.PresenceSetting)),
  signOut: () => deleteAt("session"),
  signOutElsewhere: () => deleteAt("sessions"),
  tokens: () => get<p.TokenList>("tokens"),
  revoke: (id: string) => deleteAt(`tokens/${encodeURIComponent(id)}`),
  catalogue: () => get<p.Catalogue>("catalogue"),
  bot: (name: string) => get<p.BotPage>(`bots/${name}`),
  botFaults: (name: string) => get<p.Faults>(`bots/${name}/faults`),
  botLosses: (name: string) => get<p.Losses>(`bots/${name}/losses`),
  create: (game: p.NewGame) => post<p.GameLocation>("games", game),
  games: (query: Query) => get<p.GamePage>(withQuery("games", query)),
  values: (id: string, ply: number, signal: AbortSignal) => sendForJson<p.MoveValues>(`games/${id}/values?ply=${ply}`, { signal }),
  record: (id: string) => get<p.GameRecord>(`games/${id}`),
  importGames: (games: p.NewImport) => post<p.Imports>("imports", games),
  books: () => get<p.BookList>("books"),
  book: (scope: string, game: string, query: Query) =>
    get<p.BookPage>(withQuery(`books/${encodeURIComponent(scope)}/${game}`, query)),
};

/** The path of a game's export, by default as JSON. */
export function exportPath(id: string, format?: string): string {
  return `/api/v1/games/${id}/export${format ? `?format=${format}` : ""}`;
}

/** The path of a file with all finished games that match a query of the list, by default as JSON, one game a line. */
export function exportsPath(query: Query, format?: string): string {
  return withQuery("/api/v1/exports", { ...query, format });
}
