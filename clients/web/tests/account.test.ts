import { describe, expect, it } from "vitest";

import { accountTexts } from "../src/features/account/account-texts";
import { broughtBy } from "../src/features/account/brought";
import { refusalText, renameRefusals } from "../src/features/account/refusals";
import { LANGUAGES, texts } from "../src/texts";

const account = accountTexts.en;
const refused = (code: string, own: Record<string, string> = {}) => refusalText({ code, message: `(${code})` }, own, account, texts.en, "en");

describe("a refusal", () => {
  it("says what its code means in this form, in all forms, or anywhere", () => {
    expect(refused("wrong_password")).toBe("The name or password is wrong.");
    expect(refused("wrong_password", { wrong_password: account.wrongCurrent })).toBe("That is not your current password.");
    expect(refused("unheard_of")).toBe("(unheard_of)");
  });

  it("speaks of changing the name only where that is asked for", () => {
    const own = renameRefusals(account);
    expect([refused("too_many_requests"), refused("malformed"), refused("muted")].some((text) => /name/.test(text))).toBe(false);
    expect([refused("too_many_requests", own), refused("malformed", own), refused("muted", own), refused("name_taken", own)].every((text) => /name/.test(text))).toBe(true);
    expect(refused("too_many_requests", account.nameRefusals)).toBe(texts.en.errors.codes.too_many_requests);
  });

  it.each(LANGUAGES)("of a password has two texts in %s", (language) => {
    const { refusals, wrongCurrent } = accountTexts[language];
    expect(refusals.wrong_password).not.toBe(wrongCurrent);
  });
});

describe("what a guest brings along", () => {
  it("is named if there is something", () => {
    expect(broughtBy({ name: "Guest 1", bots: 1 })).toEqual({ name: "Guest 1", games: 0, bots: 1, imports: 0 });
    expect([broughtBy(null), broughtBy(undefined), broughtBy({ name: "Guest 1" })]).toEqual([null, null, null]);
  });
});
