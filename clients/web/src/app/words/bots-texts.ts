/** The texts of the page Bots in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { bots as en } from "../../texts/bots/en";
import type { BotsTexts } from "../../texts/bots/en";
import { bots as zhHans } from "../../texts/bots/zh-hans";
import { bots as zhHant } from "../../texts/bots/zh-hant";

export const botsTexts: Readonly<Record<Language, BotsTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
