/** The texts of chess. */

export { texts } from "../men/texts";
