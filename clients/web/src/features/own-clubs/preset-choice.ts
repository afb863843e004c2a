/** The clocks of the user's clubs that can be chosen for a game. Pure. */

import type { Control, OwnClub } from "../../protocol";

/** A clock that a club offers. `isNamedOften`: another club's clock has the same name. */
export interface OfferedPreset {
  key: string;
  name: string;
  club: string;
  control: Control;
  isNamedOften: boolean;
}

/** The clocks for this game, of the clubs that the user is in and that play it. */
export function presetsFor(game: string, clubs: readonly OwnClub[]): OfferedPreset[] {
  const playing = clubs.filter(({ you, games = [] }) => you !== "invited" && (games.length === 0 || games.includes(game)));
  const all = playing.flatMap(({ slug, name: club, presets = [] }) => presets.map(({ name, control }, index) => ({ key: `${slug} ${index}`, name, club, control })));
  return all.map((preset) => ({ ...preset, isNamedOften: all.some(({ key, name }) => key !== preset.key && name === preset.name) }));
}
