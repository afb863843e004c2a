/** The texts of Kriegspiel: those of chess. */

export { texts } from "../chess/texts";
