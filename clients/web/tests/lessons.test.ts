import { describe, expect, it } from "vitest";

import { lessonTexts } from "../src/features/lessons/lesson-texts";
import { COMMANDS, LESSONS, lessonPath } from "../src/app/words/lessons";

describe("lessons", () => {
  it("have a text in every language and a command each", () => {
    for (const lessons of Object.values(lessonTexts)) {
      expect(Object.keys(lessons.sections)).toEqual(LESSONS);
      for (const { text } of Object.values(lessons.sections)) expect(text.length).toBeGreaterThan(1);
    }
    expect(Object.values(COMMANDS).every((command) => command.startsWith("zeitnot analyse "))).toBe(true);
  });

  it("are linked by name; a bot without one, or with one of a newer server, has no link", () => {
    expect(lessonPath("uct")).toBe("/lessons#uct");
    expect([lessonPath(null), lessonPath(undefined), lessonPath("toString"), lessonPath("newer")]).toEqual([null, null, null, null]);
  });
});
