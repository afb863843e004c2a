/** The texts of the exact values of moves in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { values as en } from "../../texts/values/en";
import type { ValueTexts } from "../../texts/values/en";
import { values as zhHans } from "../../texts/values/zh-hans";
import { values as zhHant } from "../../texts/values/zh-hant";

export const valueTexts: Readonly<Record<Language, ValueTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
