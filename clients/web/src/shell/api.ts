/** The HTTP API, typed. Every failure is an ApiError with a code and a message. */

import { withQuery } from "../core/router";
import type * as p from "../protocol";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function problemError(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as p.Problem;
    return new ApiError(body.code, body.detail || body.title);
  } catch {
    return new ApiError("http", `${response.status} ${response.statusText}`);
  }
}

async function send(path: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}`, request);
  } catch {
    throw new ApiError("unreachable", "The server does not answer.");
  }
  if (!response.ok) throw await problemError(response);
  return response;
}

function withBody(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

async function sendForJson<T>(path: string, request: RequestInit): Promise<T> {
  return (await (await send(path, request)).json()) as T;
}

function get<T>(path: string): Promise<T> {
  return sendForJson(path, {});
}

function post<T>(path: string, body: unknown): Promise<T> {
  return sendForJson(path, withBody("POST", body));
}

function patch<T>(path: string, body: unknown): Promise<T> {
  return sendForJson(path, withBody("PATCH", body));
}

async function deleteAt(path: string): Promise<void> {
  await send(path, { method: "DELETE" });
}

export type Query = Record<string, string | undefined>;

export const api = {
  session: () => post<p.Session>("session", {}),
  rename: (name: string) => patch<p.Session>("session", { name }),
  signOut: () => deleteAt("session"),
  tokens: () => get<p.TokenList>("tokens"),
  revoke: (id: string) => deleteAt(`tokens/${encodeURIComponent(id)}`),
  catalogue: () => get<p.Catalogue>("catalogue"),
  create: (game: p.NewGame) => post<p.GameLocation>("games", game),
  games: (query: Query) => get<p.GamePage>(withQuery("games", query)),
  values: (id: string, ply: number, signal: AbortSignal) => sendForJson<p.MoveValues>(`games/${id}/values?ply=${ply}`, { signal }),
  record: (id: string) => get<p.GameRecord>(`games/${id}`),
  books: () => get<p.BookList>("books"),
  book: (scope: string, game: string, query: Query) =>
    get<p.BookPage>(withQuery(`books/${encodeURIComponent(scope)}/${game}`, query)),
};

/** Where a game's export is downloaded; without a format as JSON. */
export function exportPath(id: string, format?: string): string {
  return `/api/v1/games/${id}/export${format ? `?format=${format}` : ""}`;
}
