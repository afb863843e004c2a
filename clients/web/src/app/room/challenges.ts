/** The challenges that wait for the user's answer. Pure. */

import type { Control, GameSummary, Invited, SeatView, Settings } from "../../protocol";

export type Challenge = Invited & { deadline: number };

/** A challenge as it is shown. `deadline` null: it is known only from the list of the user's games, which has none. */
export interface ShownChallenge {
  game: string;
  game_type: string;
  control: Control;
  settings: Settings;
  rated: boolean;
  /** The games of the series; 1: it is no series. */
  games: number;
  asker: { name: string; bot: boolean };
  deadline: number | null;
}

/** The list with a message of the lobby, if that is a challenge; each game is listed once. */
export function withChallenge(challenges: readonly Challenge[], message: Invited): readonly Challenge[] {
  const { deadline, asker, game } = message;
  if (deadline == null || !asker) return challenges;
  return [...withoutChallenge(challenges, game), { ...message, deadline }];
}

export function withoutChallenge(challenges: readonly Challenge[], game: string): readonly Challenge[] {
  return challenges.filter((challenge) => challenge.game !== game);
}

/** The list without games that are no longer the user's, because they have ended or the seat is open to all; `own`: the user's games. */
export function ownChallenges(challenges: readonly Challenge[], own: readonly GameSummary[]): readonly Challenge[] {
  return challenges.filter((challenge) => own.some(({ id }) => id === challenge.game));
}

/** Those that can still be answered; `now`: the server's clock (Unix ms). */
export function openChallenges(challenges: readonly Challenge[], now: number): readonly ShownChallenge[] {
  return challenges
    .filter((challenge) => challenge.deadline > now)
    .map(({ game, game_type, control, settings, rated = false, series, asker, deadline }) => ({ game, game_type, control, settings, rated, games: series?.games ?? 1, deadline, asker: { name: asker?.name ?? "", bot: asker?.bot ?? false } }));
}

/** The user's games in which another person has sat down and waits for the user, for whom a seat is kept: challenges that
 * were sent before this page was opened. `isYou`: whether a name is the user's. */
export function waitingFor(yours: readonly GameSummary[], isYou: (name: string | null | undefined) => boolean): readonly ShownChallenge[] {
  return yours.flatMap(({ id, game_type, control, settings, rated = false, state, seats }) => {
    const isKept = seats.some(({ player, reserved }: SeatView) => !player && isYou(reserved));
    const host = seats.find(({ player }) => player && !player.bot)?.player;
    if (state !== "open" || !isKept || !host || seats.some(({ player }) => isYou(player?.name))) return [];
    return [{ game: id, game_type, control, settings, rated, games: 1, asker: { name: host.name, bot: false }, deadline: null }];
  });
}
