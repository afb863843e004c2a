/** The texts of the dialog to import games in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { imports as en } from "../../texts/imports/en";
import type { ImportTexts } from "../../texts/imports/en";
import { imports as zhHans } from "../../texts/imports/zh-hans";
import { imports as zhHant } from "../../texts/imports/zh-hant";

export const importTexts: Readonly<Record<Language, ImportTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
