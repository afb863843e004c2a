/** The texts of what bots take in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { takes as en } from "../../texts/takes/en";
import type { TakesTexts } from "../../texts/takes/en";
import { takes as zhHans } from "../../texts/takes/zh-hans";
import { takes as zhHant } from "../../texts/takes/zh-hant";

export const takesTexts: Readonly<Record<Language, TakesTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
