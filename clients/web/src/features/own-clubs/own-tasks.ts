/** What waits for the user in clubs: invitations, and challenges on ladders. Pure. */

import type { OwnChallenge, OwnClub } from "../../protocol";

/** Whether the user has to answer, the opponent has, or their game has to begin. */
export type Task = OwnChallenge & { what: "answer" | "wait" | "begin" };

/** The challenges that are not being played, those that the user must answer first; each list by the time left. Games that
 * have begun are among the user's games. */
export function tasksOf(challenges: readonly OwnChallenge[]): Task[] {
  const order = { answer: 0, begin: 1, wait: 2 } as const;
  return challenges
    .flatMap((challenge): Task[] => {
      if (challenge.game && challenge.until == null) return [];
      return [{ ...challenge, what: challenge.game ? "begin" : challenge.you === "challenged" ? "answer" : "wait" }];
    })
    .toSorted((one, other) => order[one.what] - order[other.what] || (one.until ?? 0) - (other.until ?? 0));
}

/** The list with a new challenge; each is listed once. */
export function withChallenge(challenges: readonly OwnChallenge[], added: OwnChallenge): OwnChallenge[] {
  const isSame = ({ slug, game_type, number }: OwnChallenge): boolean => slug === added.slug && game_type === added.game_type && number === added.number;
  return [...challenges.filter((each) => !isSame(each)), added];
}

/** The challenge that this game decides; undefined: it is none of the user's. */
export function challengeOf(challenges: readonly OwnChallenge[], game: string): OwnChallenge | undefined {
  return challenges.find((challenge) => challenge.game === game);
}

/** Whether a game with this person may be one that was just accepted and is not noted yet. */
export function mayBeAccepted(challenges: readonly OwnChallenge[], opponent: string, game_type: string): boolean {
  return challenges.some((challenge) => !challenge.game && challenge.you === "challenger" && challenge.opponent === opponent && challenge.game_type === game_type);
}

export function invitationsOf(clubs: readonly OwnClub[]): OwnClub[] {
  return clubs.filter(({ you }) => you === "invited");
}
