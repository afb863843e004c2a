/** The engines' stored playthroughs, with which the page's views are compared. */

import type { GameView } from "../src/games/boards/model";
import type { Settings } from "../src/protocol";

const FILES: Record<string, string> = import.meta.glob("../../../tests/games/*/playthroughs/*.txt", { query: "?raw", import: "default", eager: true });

/** The positions of a playthrough. */
export function playthrough(game: string, name: string): string[] {
  const text = FILES[`../../../tests/games/${game}/playthroughs/${name}.txt`] ?? "";
  return text.split("\n\n").slice(1).map((state) => state.split("\n")[0] ?? "");
}

/** What seat 0 has won in each hand, by the view and by the chips in positions. */
export function previousGains(gameView: GameView, positions: readonly string[], settings: Settings): { ours: number[]; core: number[] } {
  const ends = positions.filter((position, index) => position.split(" ")[1] !== (positions[index - 1] ?? position).split(" ")[1]);
  const chips = [0, ...ends.map((position) => Number(position.split(" ")[2]))];
  const ours = ends.map((position) => {
    const { winner, gain } = gameView.handState!(position, settings).previous!.end;
    return winner === 1 ? 0 - gain : gain;
  });
  return { ours, core: chips.slice(1).map((now, index) => now - (chips[index] ?? 0)) };
}
