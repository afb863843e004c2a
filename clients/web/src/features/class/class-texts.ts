/** The texts of the teachers' page in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { classroom as en } from "../../texts/class/en";
import type { ClassTexts } from "../../texts/class/en";
import { classroom as zhHans } from "../../texts/class/zh-hans";
import { classroom as zhHant } from "../../texts/class/zh-hant";

export const classTexts: Readonly<Record<Language, ClassTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
