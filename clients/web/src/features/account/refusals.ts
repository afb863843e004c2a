/** Why a form of the account page was refused. Pure. */

import { failureText } from "../../app/words/format";
import type { Texts } from "../../texts";
import type { AccountTexts } from "../../texts/account/en";

export type Refusals = Readonly<Record<string, string>>;

/** What the codes mean in a form that only changes the name. */
export function renameRefusals(account: AccountTexts): Refusals {
  return { ...account.nameRefusals, ...account.renameRefusals };
}

/** The reason in the user's language. `own`: what codes mean in this form, before what they mean in all forms. */
export function refusalText(failure: { code: string; message: string }, own: Refusals, account: AccountTexts, t: Texts, locale: string): string {
  return own[failure.code] ?? account.refusals[failure.code] ?? failureText(failure, t, locale);
}
