/** The texts of one's name, sessions and tokens in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { account as en } from "../../texts/account/en";
import type { AccountTexts } from "../../texts/account/en";
import { account as zhHans } from "../../texts/account/zh-hans";
import { account as zhHant } from "../../texts/account/zh-hant";

export const accountTexts: Readonly<Record<Language, AccountTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
