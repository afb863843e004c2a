/** The texts for the fields of a custom time control in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { clockFields as en } from "../../texts/clock-fields/en";
import type { ClockFieldTexts } from "../../texts/clocks/model";
import { clockFields as zhHans } from "../../texts/clock-fields/zh-hans";
import { clockFields as zhHant } from "../../texts/clock-fields/zh-hant";

export const clockFieldTexts: Readonly<Record<Language, ClockFieldTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
