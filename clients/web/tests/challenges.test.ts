import { expect, test } from "vitest";

import { openChallenges, ownChallenges, waitingFor, withChallenge, withoutChallenge } from "../src/app/room/challenges";
import { countdown } from "../src/features/frame/countdown";
import { askFailureText } from "../src/features/start/form-words";
import { sheetForm as en } from "../src/texts/sheet-form/en";
import { sheetForm as zhHans } from "../src/texts/sheet-form/zh-hans";
import { sheetForm as zhHant } from "../src/texts/sheet-form/zh-hant";
import type { GameSummary, Invited, SeatView } from "../src/protocol";
import { summary } from "./helpers";

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
  expect(withChallenge([], { ...asked, asker: null })).toEqual([]);
});

test("a challenge whose game has ended, or was taken by another, is no longer listed", () => {
  const listed = withChallenge([], asked);
  const row = { id: "g1" } as GameSummary;
  expect(ownChallenges(listed, [row])).toEqual(listed);
  expect(ownChallenges(listed, [{ ...row, id: "g2" }])).toEqual([]);
});

test("challenges by people are listed too", () => {
  expect(openChallenges(withChallenge([], { ...asked, asker: { name: "Ann" } }), 0)).toMatchObject([{ asker: { name: "Ann", bot: false } }]);
});

test("a person who has sat down and waits for the user is known from the user's games", () => {
  const isYou = (name: string | null | undefined): boolean => name === "Eve";
  const games = (seats: SeatView[], state: GameSummary["state"] = "open") => waitingFor([summary({ id: "g2", state, seats })], isYou).map(({ game }) => game);
  const kept: SeatView = { reserved: "Eve" };
  expect(games([{ player: { name: "Ann" } }, kept])).toEqual(["g2"]);
  expect(games([{ player: { name: "Ann" } }, kept], "finished")).toEqual([]);
  expect(games([{ reserved: "Ann" }, kept])).toEqual([]);
  expect(games([{ player: { name: "deep", bot: true } }, kept])).toEqual([]);
  expect(games([{ player: { name: "Ann" } }, { player: { name: "Eve" } }])).toEqual([]);
});

test("a challenge says whether the game is rated", () => {
  const rated = (more: Partial<Invited>) => openChallenges(withChallenge([], { ...asked, ...more }), 0).map((challenge) => challenge.rated);
  expect([rated({}), rated({ rated: true })]).toEqual([[false], [true]]);
  const seats: SeatView[] = [{ player: { name: "Ann" } }, { reserved: "Eve" }];
  expect(waitingFor([summary({ state: "open", seats, rated: true })], (name) => name === "Eve")).toMatchObject([{ rated: true }]);
});

test("a second challenge before the answer says that the player has not answered", () => {
  const waits = { code: "too_fast", message: "This player already has a challenge to answer, for at most 3549 s." };
  for (const [t, text] of [
    [en, "Ben has not answered the last challenge yet."],
    [zhHans, "Ben 还没有答复上一次邀请。"],
    [zhHant, "Ben 還沒有答覆上一次邀請。"],
  ] as const) expect(askFailureText(waits, "Ben", t)).toBe(text);
  expect(askFailureText({ code: "too_fast", message: "You ask for games too often. Try again in 5 s." }, "Ben", en)).toBeUndefined();
  expect(askFailureText(waits, "", en)).toBeUndefined();
  expect(askFailureText({ code: "declined_lately", message: "" }, "Ben", en)).toContain("Ben has declined");
});

test("the time for an answer is shown in minutes and seconds", () => {
  expect([3_600_000, 3_548_200, 60_000, 7001, 0].map(countdown)).toEqual(["60:00", "59:09", "1:00", "0:08", "0:00"]);
});
