import { expect, test } from "vitest";

import { openChallenges, ownChallenges, withChallenge, withoutChallenge } from "../src/app/room/challenges";
import type { GameSummary, Invited } from "../src/protocol";

const asked: Invited = {
  type: "invited",
  game: "g1",
  game_type: "abc",
  settings: {},
  control: { kind: "fischer", base_ms: 180_000, increment_ms: 2000 },
  seat: 1,
  deadline: 60_000,
  asker: { name: "deep", bot: true },
};

test("a challenge by a bot is listed once, until its deadline or an answer", () => {
  const listed = withChallenge(withChallenge([], asked), asked);
  expect(listed.map(({ game }) => game)).toEqual(["g1"]);
  expect(openChallenges(listed, 59_999)).toHaveLength(1);
  expect(openChallenges(listed, 60_000)).toEqual([]);
  expect(withoutChallenge(listed, "g1")).toEqual([]);
  expect(withoutChallenge(listed, "g2")).toHaveLength(1);
});

test("other invitations are no challenges: the user's own games, and those without a deadline", () => {
  expect(withChallenge([], { ...asked, deadline: null })).toEqual([]);
  expect(withChallenge([], { ...asked, asker: { name: "Ann" } })).toEqual([]);
  expect(withChallenge([], { ...asked, asker: null })).toEqual([]);
});

test("a challenge whose game has ended, or was taken by another, is no longer listed", () => {
  const listed = withChallenge([], asked);
  const row = { id: "g1" } as GameSummary;
  expect(ownChallenges(listed, [row])).toEqual(listed);
  expect(ownChallenges(listed, [{ ...row, id: "g2" }])).toEqual([]);
});
