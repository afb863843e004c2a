/** The texts of the panel of settings in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { settings as en } from "../../texts/settings/en";
import type { SettingTexts } from "../../texts/settings/en";
import { settings as zhHans } from "../../texts/settings/zh-hans";
import { settings as zhHant } from "../../texts/settings/zh-hant";

export const settingTexts: Readonly<Record<Language, SettingTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
