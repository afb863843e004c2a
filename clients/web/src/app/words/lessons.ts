/** The lessons, each with a command that shows its method at work in any suitable game. */

import type { LessonTexts } from "../../texts/lessons/en";

export type Lesson = keyof LessonTexts["sections"];

export const COMMANDS: Record<Lesson, string> = {
  minimax: "zeitnot analyse GAME --method minimax --depth 2",
  alphabeta: "zeitnot analyse GAME --method plain-alphabeta --depth 4",
  chance: "zeitnot analyse GAME --method expectiminimax --depth 3",
  uct: "zeitnot analyse GAME --method uct --nodes 1000 --lines 5",
};

export const LESSONS = Object.keys(COMMANDS) as Lesson[];

/** The path of the lesson that explains a bot; null: this page has none of that name. */
export function lessonPath(lesson: string | null | undefined): string | null {
  return LESSONS.some((known) => known === lesson) ? `/lessons#${lesson}` : null;
}
