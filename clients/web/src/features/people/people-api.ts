/** The HTTP API for people. Every failure is an `ApiError`. */

import { withQuery } from "../../app/browser/router";
import { deleteAt, get, post, send } from "../../app/server/api";
import type * as p from "../../protocol";

/** A person or bot: by a name that is kept or a bot's, or by a seat, which guests have too. */
export type Whom = { person: string } | { game: string; seat: number };

function at(name: string): string {
  return encodeURIComponent(name);
}

export const peopleApi = {
  profile: (name: string) => get<p.Profile>(`people/${at(name)}`),
  ratingHistory: (name: string, game: string, speed: string) => get<p.RatingHistory>(withQuery(`people/${at(name)}/ratings`, { game, speed })),
  against: (name: string, other: string) => get<p.HeadToHead>(`people/${at(name)}/against/${at(other)}`),
  leaders: (query: Record<string, string>) => get<p.Leaderboard>(withQuery("ratings", query)),
  follow: (name: string) => send(`following/${at(name)}`, { method: "PUT" }),
  unfollow: (name: string) => deleteAt(`following/${at(name)}`),
  block: (whom: Whom) => send("blocked", { method: "POST", body: JSON.stringify(whom satisfies p.NewBlock), headers: { "content-type": "application/json" } }),
  unblock: (name: string) => deleteAt(`blocked/${at(name)}`),
  report: (complaint: p.NewComplaint) => post<p.ComplaintNumber>("complaints", complaint),
};
