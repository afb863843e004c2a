/** The HTTP API for clubs. Every failure is an `ApiError`. */

import { withQuery } from "../../app/browser/router";
import { deleteAt, get, patch, post, put } from "../../app/server/api";
import type * as p from "../../protocol";

type Query = Record<string, string | undefined>;

function member(slug: string, name: string): string {
  return `clubs/${slug}/members/${encodeURIComponent(name)}`;
}

function ladder(slug: string, game: string): string {
  return `clubs/${slug}/ladders/${game}`;
}

export const clubsApi = {
  list: (query: Query) => get<p.ClubList>(withQuery("clubs", query)),
  found: (club: p.NewClub) => post<p.Club>("clubs", club),
  club: (slug: string) => get<p.Club>(`clubs/${slug}`),
  change: (slug: string, change: p.ClubChange) => patch<p.Club>(`clubs/${slug}`, change),
  dissolve: (slug: string) => deleteAt(`clubs/${slug}`),
  members: (slug: string, query: Query = {}) => get<p.ClubMembers>(withQuery(`clubs/${slug}/members`, query)),
  join: (slug: string, code?: string) => post<p.Club>(`clubs/${slug}/members`, { ...(code && { code }) } satisfies p.ClubMembership),
  setRole: (slug: string, name: string, role: p.ClubRole) => put<p.ClubMember>(member(slug, name), { role } satisfies p.ClubRoleChange),
  remove: (slug: string, name: string) => deleteAt(member(slug, name)),
  code: (slug: string) => get<p.ClubCode>(`clubs/${slug}/code`),
  newCode: (slug: string, code: p.NewClubCode) => post<p.ClubCode>(`clubs/${slug}/code`, code),
  endCode: (slug: string) => deleteAt(`clubs/${slug}/code`),
  ratings: (slug: string, query: Query) => get<p.Leaderboard>(withQuery(`clubs/${slug}/ratings`, query)),
  ladder: (slug: string, game: string) => get<p.Ladder>(ladder(slug, game)),
  setLadder: (slug: string, game: string, terms: p.LadderTerms) => put<p.Ladder>(ladder(slug, game), terms),
  endLadder: (slug: string, game: string) => deleteAt(ladder(slug, game)),
  takePlace: (slug: string, game: string) => post<p.Ladder>(`${ladder(slug, game)}/places`, {}),
  leavePlace: (slug: string, game: string, name: string) => deleteAt(`${ladder(slug, game)}/places/${encodeURIComponent(name)}`),
  challenge: (slug: string, game: string, name: string) => post<p.LadderChallenge>(`${ladder(slug, game)}/challenges`, { name } satisfies p.NewLadderChallenge),
  answer: (slug: string, game: string, number: number, answer: p.LadderAnswer["answer"]) =>
    put<p.LadderAnswered>(`${ladder(slug, game)}/challenges/${number}`, { answer } satisfies p.LadderAnswer),
  own: () => get<p.OwnClubs>("own-clubs"),
};
