/** The texts of profiles and leaderboards in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { people as en } from "../../texts/people/en";
import type { PeopleTexts } from "../../texts/people/en";
import { people as zhHans } from "../../texts/people/zh-hans";
import { people as zhHant } from "../../texts/people/zh-hant";

export const peopleTexts: Readonly<Record<Language, PeopleTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
