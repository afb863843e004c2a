/** The texts of the page of opening books in each language, which are not part of the first load. */

import type { Language } from "../../texts";
import { books as en } from "../../texts/books/en";
import type { BookTexts } from "../../texts/books/en";
import { books as zhHans } from "../../texts/books/zh-hans";
import { books as zhHant } from "../../texts/books/zh-hant";

export const bookTexts: Readonly<Record<Language, BookTexts>> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };
