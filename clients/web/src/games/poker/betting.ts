/** The betting of one hand between two seats, computed from the letters of its actions, without the cards. */

/** The chips of both actors; actor 0 opens the first round. */
export type Chips = [number, number];

export interface BettingRules {
  /** The blinds or antes. */
  start: Chips;
  rounds: number;
  /** The actor that opens a round, from 0. */
  opens(round: number): 0 | 1;
  /** The total that an actor has put in after a bet or raise; `called`: the total of the other actor. */
  raised(letter: string, called: number, round: number): number;
  /** The maximum that an actor can put in; undefined: unlimited. */
  stack?: number | undefined;
}

export interface Betting {
  /** The chips that each actor has put in, and the part of them in this round. */
  put: Chips;
  inRound: Chips;
  round: number;
  /** The next actor, if the betting is not over. */
  actor: 0 | 1;
  /** The actor that has folded. */
  folder: 0 | 1 | null;
  isOver: boolean;
}

/** Evaluates the letters of actions, with `-` between rounds: `c` is a check or call, `f` a fold, any other letter a bet or raise. */
export function countBetting(letters: string, rules: BettingRules): Betting {
  const state: Betting = { put: [...rules.start], inRound: [...rules.start], round: 0, actor: rules.opens(0), folder: null, isOver: false };
  let actions = 0;
  for (const letter of letters) {
    if (letter === "-") {
      beginRound(state, rules);
      actions = 0;
    } else act(state, letter, ++actions, rules);
  }
  return state;
}

function beginRound(state: Betting, { opens, rounds, stack }: BettingRules): void {
  state.round++;
  state.inRound = [0, 0];
  state.actor = opens(state.round);
  state.isOver = state.round === rounds - 1 && stack !== undefined && Math.min(...state.put) >= stack;
}

/** `number`: the number of this action in its round, from 1. */
function act(state: Betting, letter: string, number: number, rules: BettingRules): void {
  const { actor, put, inRound, round } = state;
  const other = actor === 0 ? 1 : 0;
  const total = letter === "f" ? put[actor] : letter === "c" ? put[other] : rules.raised(letter, put[other], round);
  inRound[actor] += total - put[actor];
  put[actor] = total;
  if (letter === "f") state.folder = actor;
  state.isOver = letter === "f" || (letter === "c" && number > 1 && round === rules.rounds - 1);
  state.actor = other;
}
