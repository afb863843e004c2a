/** The texts of the user's own clubs in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { ownClubs as en } from "../../texts/own-clubs/en";
import type { OwnClubTexts } from "../../texts/own-clubs/en";
import { ownClubs as zhHans } from "../../texts/own-clubs/zh-hans";
import { ownClubs as zhHant } from "../../texts/own-clubs/zh-hant";

export const ownClubTexts: Readonly<Record<Language, OwnClubTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
