/** The challenges by bots that wait for the user's answer. Pure. */

import type { GameSummary, Invited } from "../../protocol";

export type Challenge = Invited & { deadline: number };

/** The list with a message of the lobby, if that is a challenge by a bot; each game is listed once. */
export function withChallenge(challenges: readonly Challenge[], message: Invited): readonly Challenge[] {
  const { deadline, asker, game } = message;
  if (deadline == null || !asker?.bot) return challenges;
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
export function openChallenges(challenges: readonly Challenge[], now: number): readonly Challenge[] {
  return challenges.filter((challenge) => challenge.deadline > now);
}
