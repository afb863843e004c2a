/** The texts of a bot's page in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { botPage as en } from "../../texts/bot-page/en";
import type { BotPageTexts } from "../../texts/bot-page/en";
import { botPage as zhHans } from "../../texts/bot-page/zh-hans";
import { botPage as zhHant } from "../../texts/bot-page/zh-hant";

export const botPageTexts: Readonly<Record<Language, BotPageTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
