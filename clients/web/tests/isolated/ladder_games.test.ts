/** Games that people ask for: those on ladders are told apart before they are shown. */

import { beforeEach, expect, it, vi } from "vitest";

import { world } from "../../src/app/state/world.svelte";
import { LadderGames } from "../../src/features/own-clubs/ladder-games.svelte";
import type { OwnChallenge } from "../../src/protocol";

const CHALLENGE: OwnChallenge = { slug: "club", club: "Club", game_type: "abc", number: 1, opponent: "Cy", you: "challenger" };
const ASKED = { game: "g1", game_type: "abc", asker: { name: "Cy", bot: false } };

/** A server that answers with one list of challenges after the other; returns how many it has given. */
function answering(...lists: OwnChallenge[][]): () => number {
  let count = 0;
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ clubs: [], challenges: lists[count++] ?? [] })));
  return () => count;
}

beforeEach(() => {
  vi.useFakeTimers();
  world.session = { account: "a", name: "Ann", kept: true };
});

it("a game that was just accepted is asked for again until it is noted", async () => {
  const requests = answering([CHALLENGE], [{ ...CHALLENGE, game: "g1" }]);
  const games = new LadderGames();
  const looking = games.look([ASKED]);
  expect(games.knows(ASKED)).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  await looking;
  expect([games.knows(ASKED), games.of("g1")?.club, requests()]).toEqual([true, "Club", 2]);
  await games.look([ASKED]);
  expect(requests(), "each is looked up once").toBe(2);
});

it("a game of others is known after one answer, and a bot's or a guest's at once", async () => {
  const requests = answering([]);
  const games = new LadderGames();
  await games.look([ASKED]);
  expect([games.knows(ASKED), games.of("g1"), requests()]).toEqual([true, undefined, 1]);
  const other = { ...ASKED, game: "g2" };
  expect([games.knows(other), games.knows({ ...other, asker: { name: "Deep", bot: true } })]).toEqual([false, true]);
  world.session = { account: "a", name: "Ann" };
  expect(games.knows(other)).toBe(true);
});
