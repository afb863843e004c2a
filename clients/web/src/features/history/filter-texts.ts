/** The texts of the filters in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { filters as en } from "../../texts/filters/en";
import type { FilterTexts } from "../../texts/filters/en";
import { filters as zhHans } from "../../texts/filters/zh-hans";
import { filters as zhHant } from "../../texts/filters/zh-hant";

export const filterTexts: Readonly<Record<Language, FilterTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
