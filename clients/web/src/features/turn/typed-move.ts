/** Reading a move that was typed: leniently, but what could mean several moves is never guessed. Pure. */

import { notationOf } from "../../app/room/timeline";
import type { GameView } from "../../games/boards/model";
import type { GameTexts, Language } from "../../texts";

/** The one move that a text means; else the moves that it may mean, none if it is like no legal move. */
export type TypedMove = { move: string } | { candidates: string[] };

export interface TypedMoveContext {
  legal: readonly string[];
  /** The position in which the move is to be played. */
  position: string | undefined;
  gameView: GameView | undefined;
  gameTexts: GameTexts;
  language: Language;
}

type Form = (text: string) => string;

/** Signs that a notation may have and that nobody needs to type: captures, checks, promotions, comments. */
const OPTIONAL_SIGNS = /[x×*+#=()!?.:,]/gi;
/** Full-width characters become plain ones, blanks and dashes one blank between digits and nothing elsewhere. */
const plain: Form = (text) => {
  const spaced = text.normalize("NFKC").replace(OPTIONAL_SIGNS, "").replace(/[\s\-–—−]+/g, " ").trim();
  return spaced.replace(/(?<!\d) | (?!\d)/g, "");
};
/** From strict to lenient; the first in which a legal move is spelt like the text decides. */
const FORMS: readonly Form[] = [
  (text) => text.trim(),
  plain,
  (text) => plain(text).toLowerCase(),
  (text) => plain(text).toLowerCase().replaceAll(" ", ""),
];

/** The legal move that the user means. */
export function readTypedMove(text: string, context: TypedMoveContext): TypedMove {
  const { legal, gameView, position } = context;
  const spelt = legal.map((move) => ({ move, spellings: spellings(move, context) }));
  const likeText = (form: Form): string[] => {
    const typed = form(text);
    return typed === "" ? [] : spelt.filter((one) => one.spellings.some((spelling) => form(spelling) === typed)).map(({ move }) => move);
  };
  const [exact = () => "", ...lenient] = FORMS;
  const readers = [() => likeText(exact), () => gameView?.readMove?.(text.trim(), legal, position ?? "") ?? [], ...lenient.map((form) => () => likeText(form))];
  for (const read of readers) {
    const [move, ...others] = read();
    if (move !== undefined) return others.length === 0 ? { move } : { candidates: [move, ...others] };
  }
  return { candidates: legal.filter((move) => mayBecome(text, notationOf(gameView, position, move, context.language))) };
}

/** The ways in which the page writes a move: on the wire, in its notation, and as its button says. */
function spellings(move: string, { position, gameView, gameTexts, language }: TypedMoveContext): string[] {
  return [...new Set([move, notationOf(gameView, position, move, language), gameTexts.moves[move] ?? move])];
}

/** Whether the text is a spelling from which something after the first character was left out. */
function mayBecome(text: string, spelling: string): boolean {
  const [typed, whole] = [text, spelling].map((one) => plain(one).toLowerCase()) as [string, string];
  if (typed.length < 2 || typed[0] !== whole[0]) return false;
  let found = 0;
  for (const character of whole) if (character === typed[found]) found++;
  return found === typed.length;
}
