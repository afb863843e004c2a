/** The texts of the form for a new game in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { sheetForm as en } from "../../texts/sheet-form/en";
import type { SheetFormTexts } from "../../texts/sheet-form/en";
import { sheetForm as zhHans } from "../../texts/sheet-form/zh-hans";
import { sheetForm as zhHant } from "../../texts/sheet-form/zh-hant";

export const sheetTexts: Readonly<Record<Language, SheetFormTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
