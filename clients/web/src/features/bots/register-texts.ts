/** The texts on how to register a bot in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { register as en } from "../../texts/register/en";
import type { RegisterTexts } from "../../texts/register/en";
import { register as zhHans } from "../../texts/register/zh-hans";
import { register as zhHant } from "../../texts/register/zh-hant";

export const registerTexts: Readonly<Record<Language, RegisterTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
