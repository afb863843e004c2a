import { describe, expect, it } from "vitest";

import { takesTexts } from "../src/app/words/takes-texts";
import { accountTexts } from "../src/features/account/account-texts";
import { bookTexts } from "../src/features/books/book-texts";
import { botsTexts } from "../src/app/words/bots-texts";
import { botPageTexts } from "../src/features/bots/page-texts";
import { registerTexts } from "../src/features/bots/register-texts";
import { classTexts } from "../src/features/class/class-texts";
import { challengeTexts } from "../src/features/frame/challenge-texts";
import { clubTexts } from "../src/features/clubs/club-texts";
import { settingTexts } from "../src/features/frame/setting-texts";
import { importTexts } from "../src/features/imports/import-texts";
import { lessonTexts } from "../src/features/lessons/lesson-texts";
import { ownClubTexts } from "../src/features/own-clubs/own-club-texts";
import { valueTexts } from "../src/features/record/value-texts";
import { clockFieldTexts } from "../src/features/start/clock-texts";
import { sheetTexts } from "../src/features/start/sheet-texts";
import { LANGUAGES, texts } from "../src/texts";

/** The texts of pages and dialogs that are loaded on first use. */
const LATER = { accountTexts, bookTexts, botPageTexts, botsTexts, challengeTexts, classTexts, clockFieldTexts, clubTexts, importTexts, lessonTexts, ownClubTexts, registerTexts, settingTexts, sheetTexts, takesTexts, valueTexts };

/** The keys of all texts, as dotted paths. */
function keys(texts: object, under = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) => (typeof text === "object" ? keys(text as object, `${under}${name}.`) : [`${under}${name}`]));
}

describe("the languages", () => {
  it.each(LANGUAGES)("%s has all keys of English", (language) => {
    expect(keys(texts[language]).sort()).toEqual(keys(texts.en).sort());
    for (const later of Object.values(LATER)) expect(keys(later[language]).sort()).toEqual(keys(later.en).sort());
  });
});
