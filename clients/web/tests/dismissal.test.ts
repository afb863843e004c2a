import { expect, it } from "vitest";

import { whyDismissed } from "../src/core/dismissal";
import { texts } from "../src/texts";

it.each([
  ["another socket of yours has come", "elsewhere"],
  ["too many frames", "flood"],
  ["too many malformed frames", "flood"],
  ["logged out", "ended"],
  ["token revoked", "ended"],
  ["token expired", "ended"],
  ["banned: spam", "banned"],
  ["banned until 2026-01-31 12:00 UTC: spam", "banned"],
  ["banners", "other"],
  ["no hello came", "other"],
  ["", "other"],
] as const)("%s is said in plain words of every language", (reason, why) => {
  expect(whyDismissed(reason)).toBe(why);
  const said = Object.values(texts).map((language) => language.dismissed[why]);
  expect(said.length).toBe(3);
  expect(new Set(said).size).toBe(3);
});
