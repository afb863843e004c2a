/** Loads all languages before the tests of a file: most tests read them all. */

import { LANGUAGES, loadTexts } from "../src/texts";

await Promise.all(LANGUAGES.map(([language]) => loadTexts(language)));
