/** The texts of Kriegspiel. */

export { texts } from "../fide-pieces/texts";
