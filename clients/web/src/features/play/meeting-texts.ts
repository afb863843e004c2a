/** The texts of rematches and waiting rooms in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { meeting as en } from "../../texts/meeting/en";
import type { MeetingTexts } from "../../texts/meeting/en";
import { meeting as zhHans } from "../../texts/meeting/zh-hans";
import { meeting as zhHant } from "../../texts/meeting/zh-hant";

export const meetingTexts: Readonly<Record<Language, MeetingTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
