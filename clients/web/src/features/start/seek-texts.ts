/** The texts of quick pairing in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { seekTexts as en } from "../../texts/seeking/en";
import type { SeekTexts } from "../../texts/seeking/en";
import { seekTexts as zhHans } from "../../texts/seeking/zh-hans";
import { seekTexts as zhHant } from "../../texts/seeking/zh-hant";

export const seekTexts: Readonly<Record<Language, SeekTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
