/** The texts of Kriegspiel. */

export { texts } from "../men/texts";
