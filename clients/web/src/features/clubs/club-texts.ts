/** The texts of clubs and their ladders in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { clubs as en } from "../../texts/clubs/en";
import type { ClubTexts } from "../../texts/clubs/en";
import { clubs as zhHans } from "../../texts/clubs/zh-hans";
import { clubs as zhHant } from "../../texts/clubs/zh-hant";

export const clubTexts: Readonly<Record<Language, ClubTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
