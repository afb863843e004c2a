/** The texts of chess. */

export { texts } from "../fide-pieces/texts";
