/** The betting of one hand between two seats, counted out of its letters. Knows no cards. */

/** The chips of the two actors: the one that opens the first round, and the other. */
export type Chips = [number, number];

export interface BettingRules {
  /** What lies in the pot before anybody acts. */
  start: Chips;
  rounds: number;
  /** The actor that opens a round, from 0. */
  opens(round: number): 0 | 1;
  /** What an actor has put in after this letter, a bet or a raise; `called`: what the other one has. */
  raised(letter: string, called: number, round: number): number;
  /** The most that an actor can put in; undefined: there is no limit. */
  stack?: number | undefined;
}

export interface Betting {
  /** What each actor has put in, and how much of it in this round. */
  put: Chips;
  inRound: Chips;
  round: number;
  /** Who acts next, as far as somebody has to. */
  actor: 0 | 1;
  /** Who has folded. */
  folder: 0 | 1 | null;
  isOver: boolean;
}

/** Letters of actions, with `-` between rounds: `c` check or call, `f` fold, any other a bet or a raise. */
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

/** `number`: of this action in its round, from 1. */
function act(state: Betting, letter: string, number: number, rules: BettingRules): void {
  const { actor, put, inRound, round } = state;
  const other = actor === 0 ? 1 : 0;
  const after = letter === "f" ? put[actor] : letter === "c" ? put[other] : rules.raised(letter, put[other], round);
  inRound[actor] += after - put[actor];
  put[actor] = after;
  if (letter === "f") state.folder = actor;
  state.isOver = letter === "f" || (letter === "c" && number > 1 && round === rules.rounds - 1);
  state.actor = other;
}
