import { describe, expect, it } from "vitest";

import type { RoomState } from "../src/app/room/room";
import { controlName, countText, dateText, endText, endTitle, failureText, pieceName, reasonText, scoresText, seatName, settingName, settingValue, valueText, winners } from "../src/app/words/format";
import type * as p from "../src/protocol";
import { texts } from "../src/texts";
import { en } from "../src/texts/en";
import { zhHans } from "../src/texts/zh-hans";

/** The texts that games share, and some of one game. */
const gameTexts = {
  ...en.gameTexts,
  pieces: { ...en.gameTexts.pieces, "custom-black n": "black knight", "blue-stone": "blue stone" },
  ends: { ...en.gameTexts.ends, "three in a row": "three in a line" },
};

describe("numbers and names", () => {
  it.each([
    [950, "950"],
    [1000, "1.0 k"],
    [48_200, "48 k"],
    [2_100_000, "2.1 M"],
    [3.4e9, "3.4 G"],
  ])("%s nodes are %s", (count, text) => expect(countText(count)).toBe(text));

  it("shows values with sign and unit", () => {
    expect(valueText(4, "discs", en)).toBe("+4 discs");
    expect(valueText(-2.25, "discs", en)).toBe("−2.3 discs");
    expect([0, 0.048, -1].map((value) => valueText(value, "points", en))).toEqual(["±0 points", "+0.05 points", "−1 point"]);
    expect(valueText(0.537, "win_probability", en)).toBe("54 %");
    expect([34, -120, 0].map((value) => valueText(value, "centipawns", en))).toEqual(["+0.34", "−1.20", "±0.00"]);
    expect([0.5, -100].map((value) => valueText(value, "pawns", en))).toEqual(["+0.50", "−#"]);
  });

  it("says what went wrong in the reader's language, or else in the server's words", () => {
    const unreachable = { code: "unreachable", message: "The server does not answer." };
    expect(failureText(unreachable, zhHans)).toBe(zhHans.errors.unreachable);
    expect(failureText({ code: "bot_offline", message: "No." }, zhHans)).toBe(zhHans.errors.codes.bot_offline);
    expect(failureText({ code: "new_code", message: "No." }, zhHans)).toBe("No.");
    const bots = "You have 8 games with bots, the maximum for one account. End one of them first.";
    expect(failureText({ code: "too_many_games", message: bots }, zhHans)).toContain("8");
    const other = { code: "too_many_games", message: "Your address already has the maximum number of games with bots (32). End one of them first." };
    expect(failureText(other, zhHans)).toBe(zhHans.errors.codes.too_many_games);
  });

  it("says how long to wait, if the server has said so", () => {
    const failure = { code: "too_fast", message: "You ask for games too often. Try again in 120 s." };
    expect(failureText({ ...failure, retryAfter: 120 }, en)).toContain("120 s");
    expect(failureText({ ...failure, retryAfter: 3541 }, en)).toContain("60 minutes");
    expect(failureText(failure, en)).toBe(en.errors.codes.too_fast);
  });

  it("does not ask for a password where two players have one owner", () => {
    const message = "Two bots of one owner, or a bot and its owner, cannot play a rated game with each other.";
    expect(failureText({ code: "not_rated", message }, zhHans)).toBe(zhHans.errors.oneOwner);
    expect(failureText({ code: "not_rated", message: "Other." }, zhHans)).toBe(zhHans.errors.codes.not_rated);
  });

  it("says why somebody is muted, and until when in the reader's own zone", () => {
    const until = Date.UTC(2026, 0, 31, 12);
    const failure = failureText({ code: "muted", message: "You are muted until 2026-01-31 12:00 UTC: shouts" }, zhHans, "zh-CN");
    expect(failure).toContain("shouts");
    expect(failure).toContain(dateText(until, "zh-CN"));
    expect(failureText({ code: "banned", message: "You are banned: spam." }, zhHans)).toBe(zhHans.errors.sanctions.banned("", "spam"));
  });

  it("shows results", () => {
    expect(scoresText([1, 0])).toBe("1–0");
    expect(scoresText([0.5, 0.5])).toBe("½–½");
    expect(scoresText(null)).toBe("");
    expect(winners([0, 1])).toEqual([1]);
    expect(winners([0.5, 0.5])).toEqual([]);
    expect(winners(null)).toEqual([]);
  });

  it("says that partners have won together", () => {
    const clock = { remaining_ms: [1, 1] };
    const finished: p.Finished = { type: "finished", game: "g", seq: 4, at: 0, reason: "rules", seed: "", clock, scores: [1, 1] };
    const room = { finished, seats: [{ player: { name: "Ada" } }, { player: { name: "Bob" } }], sides: [] as number[][], you: 1 } as RoomState;
    expect(endTitle(room, en)).toBe("You win together");
    expect(endTitle({ ...room, you: null }, en)).toBe("All win");
    expect(endTitle({ ...room, finished: { ...finished, scores: [0.5, 0.5] } }, en)).toBe("Draw");
  });

  it("says who has aborted a game, and why, where the record knows it", () => {
    const clock = { remaining_ms: [1, 1] };
    const end: p.Finished = { type: "finished", game: "g", seq: 4, at: 0, reason: "aborted", seed: "", clock };
    const seats: p.SeatView[] = [{ player: { name: "Ada" } }, { player: { name: "Bob" } }];
    expect(endText(end, seats, 1, en, gameTexts)).toBe("aborted");
    expect(endText({ ...end, ended_by: 1 }, seats, 1, en, gameTexts)).toBe("aborted by Bob");
    const late = { ...end, ended_by: 0, clock: { ...clock, free_ms: 0 } };
    expect(endText(late, seats, 1, en, gameTexts)).toBe("Ada did not make the first move in time: the game is called off and nobody loses");
    const away = (ended_by: number | null, you: number | null) => endText({ ...end, reason: "abandoned", ended_by }, seats, you, en, gameTexts);
    const who = [away(0, 0), away(0, 1), away(0, null), away(null, null)].map((text) => text.replace(" away too long: the game is called off and nobody loses", ""));
    expect(who).toEqual(["You were", "Ada was", "Ada was", "Everybody was"]);
    expect(endText({ ...end, reason: "abandoned", scores: [1, 0] }, seats, 1, en, gameTexts)).toBe("abandoned");
    expect(endText({ ...end, word: "ended by the operator: spam" }, seats, 1, en, gameTexts)).toBe("ended by the operator: spam");
  });

  it("says how a game ended: the game's own word first", () => {
    expect(reasonText({ reason: "rules", word: "three in a row" }, en, gameTexts)).toBe("three in a line");
    expect(reasonText({ reason: "rules", word: "a word it never heard" }, en, gameTexts)).toBe("a word it never heard");
    expect(reasonText({ reason: "aborted", word: "ended by the operator: a: b" }, zhHans, zhHans.gameTexts)).toBe("已由管理员终止: a: b");
    expect(reasonText({ reason: "adjudicated", word: "adjudicated by the operator: a: b" }, zhHans, zhHans.gameTexts)).toBe("由管理员裁定: a: b");
    expect(reasonText({ reason: "adjudicated", word: "adjudicated by the operator" }, en, gameTexts)).toBe("adjudicated by the operator");
    expect(reasonText({ reason: "aborted", word: "the bot was wanted by others" }, zhHans, zhHans.gameTexts)).toBe("对局久候未动，机器人已让给他人");
    expect(reasonText({ reason: "aborted" }, en, gameTexts)).toBe("aborted");
    expect(reasonText({ reason: "flag" }, en, gameTexts)).toBe("on time");
    expect(reasonText({ reason: "repetition", word: "checkmate" }, zhHans, zhHans.gameTexts)).toBe("将死");
  });

  it("names pieces, by their kind where they have one", () => {
    expect(pieceName({ look: "custom-black", text: "n" }, gameTexts)).toBe("black knight");
    expect(pieceName({ look: "blue-stone", text: "3" }, gameTexts)).toBe("blue stone 3");
    expect(pieceName({ look: "cross" }, gameTexts)).toBe("cross");
  });

  it("names settings and their values", () => {
    const size = { name: "size", default: 8 };
    expect([settingName(size, gameTexts), settingValue(size, 6, gameTexts)]).toEqual(["Size", "6 × 6"]);
    const renamed = { ...gameTexts, settings: { ...gameTexts.settings, size: "Boxes", "size 6": "36 boxes" } };
    expect([settingName(size, renamed), settingValue(size, 6, renamed), settingValue(size, 8, renamed)]).toEqual(["Boxes", "36 boxes", "8 × 8"]);
    const other = { name: "unheard", default: true };
    expect([settingName(other, gameTexts), settingValue(other, true, gameTexts)]).toEqual(["unheard", "Yes"]);
  });

  it("names seats and clocks", () => {
    expect(seatName({ player: { name: "Ada" }, reserved: "Bob" }, en)).toBe("Ada");
    expect(seatName({ reserved: "Bob" }, en)).toBe("Bob");
    expect(seatName({}, en)).toBe(en.game.free);
    expect(controlName({ kind: "per_move", time_ms: 30_000 }, en)).toBe("30 s per move");
    expect(controlName({ kind: "per_move", time_ms: 30_000 }, zhHans)).toBe("每步 30 秒");
    expect(controlName({ kind: "unlimited" }, en)).toBe(en.control.unlimited);
    expect(controlName({ kind: "unlimited", move_limit_ms: 50 }, en)).toBe("No clock, at most 0.05 s a move");
    expect(controlName({ kind: "fischer", base_ms: 180_000, increment_ms: 2000, cap_ms: 200_000, move_limit_ms: 500 }, zhHans)).toBe(
      "3+2, 累计不超过 200 秒, 每步最多 0.5 秒",
    );
  });
});

describe("every language", () => {
  const keys = (value: unknown, path = ""): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`))
      : [path];

  it.each(Object.keys(texts))("%s has all texts, open lists included", (language) => {
    expect(keys(texts[language as keyof typeof texts]).sort()).toEqual(keys(en).sort());
  });
});
