import { expect, it } from "vitest";

import { sanctionOf, dismissalOf } from "../src/app/words/dismissal";
import { texts } from "../src/texts";

it.each([
  ["another socket of yours has come", "elsewhere"],
  ["too many frames", "flood"],
  ["too many malformed frames", "flood"],
  ["logged out", "ended"],
  ["token revoked", "ended"],
  ["token rotated", "ended"],
  ["token expired", "ended"],
  ["banned: spam", "banned"],
  ["banned until 2026-01-31 12:00 UTC: spam", "banned"],
  ["banners", "other"],
  ["no hello came", "other"],
  ["", "other"],
] as const)("%s has a text in every language", (reason, why) => {
  expect(dismissalOf(reason)).toBe(why);
  const said = Object.values(texts).map((language) =>
    why === "banned" ? language.errors.sanctions.banned("", "") : language.dismissed[why],
  );
  expect(said.length).toBe(3);
  expect(new Set(said).size).toBe(3);
});

it.each([
  ["banned: spam", null, "spam"],
  ["banned until 2026-01-31 12:00 UTC: spam: a lot", Date.UTC(2026, 0, 31, 12), "spam: a lot"],
  ["You are banned until 2026-01-31 12:00 UTC: insults.", Date.UTC(2026, 0, 31, 12), "insults"],
  ["You are muted: shouts", null, "shouts"],
] as const)("%s has an end and a reason", (sentence, until, why) => {
  expect(sanctionOf(sentence)).toEqual({ until, why });
});

it("finds no sanction in other sentences", () => {
  expect(sanctionOf("logged out")).toBeNull();
});
