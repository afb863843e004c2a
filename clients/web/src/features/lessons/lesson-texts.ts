/** The texts of the lessons in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { lessons as en } from "../../texts/lessons/en";
import type { LessonTexts } from "../../texts/lessons/en";
import { lessons as zhHans } from "../../texts/lessons/zh-hans";
import { lessons as zhHant } from "../../texts/lessons/zh-hant";

export const lessonTexts: Readonly<Record<Language, LessonTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
