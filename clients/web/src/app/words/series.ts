/** Words for a game of a series. Pure. */

import type { Series } from "../../protocol";
import type { Texts } from "../../texts";
import type { RoomState } from "../room/room";

/** `3`, `2½`, `½`. */
function pointsText(points: number): string {
  const whole = Math.floor(points);
  return whole === points ? String(points) : `${whole || ""}½`;
}

/** `game 3 of 10, 1½–½ before it`, with the points in the order of the seats; empty: the game is not of a series. */
export function seriesFact(series: Series | null | undefined, t: Texts): string {
  if (!series) return "";
  const { games, number = 1, scores = [0, 0] } = series;
  return number > 1 ? t.result.seriesGame(number, games, scores.map(pointsText).join("–")) : t.result.seriesBegins(games);
}

/** The number of the next game of the series and how many there are, after the end of a game; null: there is none. */
export function nextOfSeries({ setup, finished }: Pick<RoomState, "setup" | "finished">): [number: number, games: number] | null {
  const series = setup?.series;
  if (!series || !finished?.scores) return null;
  const next = (series.number ?? 1) + 1;
  return next > series.games ? null : [next, series.games];
}
