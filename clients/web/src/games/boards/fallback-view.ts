/** The view of a game that this page cannot draw: the position as text, and a button for every move. */

import { texts } from "../../texts";
import type { GameView, Label } from "./model";

const [WIDTH, LINE_HEIGHT, LINE_CHARACTERS] = [60, 6, 24];

/** The text in lines of at most `LINE_CHARACTERS`. */
function wrapText(text: string): string[] {
  return text.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, "gs")) ?? [];
}

export const fallbackView: GameView = {
  sample: "",
  looks: ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"],
  dieSides: 0,
  draw(position, _, language = "en") {
    const lines = [texts[language].game.cannotDraw, ...wrapText(position)];
    const labels = lines.map((text, line): Label => ({ x: WIDTH / 2, y: LINE_HEIGHT * (line + 1.5), text, isText: true }));
    const height = LINE_HEIGHT * (lines.length + 2);
    return { width: WIDTH, height, ground: "paper", spotKind: "nodes", lines: [], dots: [], labels, goals: [], spots: [], pieces: [] };
  },
  moveSpots: () => [],
  positionAfter: (position) => position,
};
