/** The texts of challenges in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { challenges as en } from "../../texts/challenges/en";
import type { ChallengeTexts } from "../../texts/challenges/en";
import { challenges as zhHans } from "../../texts/challenges/zh-hans";
import { challenges as zhHant } from "../../texts/challenges/zh-hant";

export const challengeTexts: Readonly<Record<Language, ChallengeTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
