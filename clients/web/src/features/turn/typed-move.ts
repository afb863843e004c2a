/** Parses typed moves leniently, but never guesses between several moves. Pure. */

import { notationOf } from "../../app/room/timeline";
import type { GameView } from "../../games/boards/model";
import type { GameTexts, Language } from "../../texts";

/** The move that a text means, or the candidates if it is ambiguous or incomplete; none: no legal move is similar. */
export type TypedMove = { move: string } | { candidates: string[] };

export interface TypedMoveContext {
  legal: readonly string[];
  /** The position in which the move is to be played. */
  position: string | undefined;
  gameView: GameView | undefined;
  gameTexts: GameTexts;
  language: Language;
}

type Normalisation = (text: string) => string;

/** Signs of a notation that are optional when typing: captures, checks, promotions, comments. */
const OPTIONAL_SIGNS = /[x×*+#=()!?.:,]/gi;
/** Converts full-width characters; blanks and dashes become one blank between digits, and are removed elsewhere. */
const simplified: Normalisation = (text) => {
  const spaced = text.normalize("NFKC").replace(OPTIONAL_SIGNS, "").replace(/[\s\-–—−]+/g, " ").trim();
  return spaced.replace(/(?<!\d) | (?!\d)/g, "");
};
/** From strict to lenient; the first one in which a legal move matches decides. */
const NORMALISATIONS: readonly Normalisation[] = [
  (text) => text.trim(),
  simplified,
  (text) => simplified(text).toLowerCase(),
  (text) => simplified(text).toLowerCase().replaceAll(" ", ""),
];

/** The legal move that a text means, or the candidates. */
export function readTypedMove(text: string, context: TypedMoveContext): TypedMove {
  const { legal, gameView, position } = context;
  const movesWithSpellings = legal.map((move) => ({ move, spellings: spellings(move, context) }));
  const movesLike = (normalise: Normalisation): string[] => {
    const typed = normalise(text);
    return typed === "" ? [] : movesWithSpellings.filter((one) => one.spellings.some((spelling) => normalise(spelling) === typed)).map(({ move }) => move);
  };
  const [exact = () => "", ...lenient] = NORMALISATIONS;
  const readers = [() => movesLike(exact), () => gameView?.readMove?.(text.trim(), legal, position ?? "") ?? [], ...lenient.map((normalise) => () => movesLike(normalise))];
  for (const read of readers) {
    const [move, ...others] = read();
    if (move !== undefined) return others.length === 0 ? { move } : { candidates: [move, ...others] };
  }
  return { candidates: legal.filter((move) => isAbbreviation(text, notationOf(gameView, position, move, context.language))) };
}

/** The spellings of a move: on the wire, in notation, and on its button. */
function spellings(move: string, { position, gameView, gameTexts, language }: TypedMoveContext): string[] {
  return [...new Set([move, notationOf(gameView, position, move, language), gameTexts.moves[move] ?? move])];
}

/** Whether the text is a spelling with characters omitted after the first. */
function isAbbreviation(text: string, spelling: string): boolean {
  const [typed, full] = [text, spelling].map((one) => simplified(one).toLowerCase()) as [string, string];
  if (typed.length < 2 || typed[0] !== full[0]) return false;
  let found = 0;
  for (const character of full) if (character === typed[found]) found++;
  return found === typed.length;
}
