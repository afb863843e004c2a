/** The face of a game that this page cannot draw: it says so and shows the position's text. All moves are words. */

import { texts } from "../texts";
import type { Face, Label } from "./model";

const [WIDTH, LINE, CHARACTERS] = [60, 6, 24];

/** The text in lines of so many characters. */
function wrapped(text: string): string[] {
  return text.match(new RegExp(`.{1,${CHARACTERS}}`, "gs")) ?? [];
}

export const plainFace: Face = {
  sample: "",
  looks: ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"],
  dieSides: 0,
  draw(position, _, language = "en") {
    const lines = [texts[language].game.noFace, ...wrapped(position)];
    const labels = lines.map((text, line): Label => ({ x: WIDTH / 2, y: LINE * (line + 1.5), text }));
    const height = LINE * (lines.length + 2);
    return { width: WIDTH, height, ground: "paper", spotKind: "nodes", lines: [], dots: [], labels, goals: [], spots: [], pieces: [] };
  },
  steps: () => [],
  next: (position) => position,
};
