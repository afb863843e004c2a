import { WebAuthnError } from "@simplewebauthn/browser";
import { describe, expect, it } from "vitest";

import { accountTexts } from "../src/features/account/account-texts";
import { browserCode } from "../src/features/account/passkey-api";
import { LANGUAGES } from "../src/texts";

function named(name: string): Error {
  return Object.assign(new Error("a browser's words"), { name });
}

describe("an error of the browser in a ceremony", () => {
  const cause = named("InvalidStateError");
  it.each([
    [named("NotAllowedError"), "passkey_cancelled"],
    [named("AbortError"), "passkey_cancelled"],
    [cause, "passkey_exists"],
    [new WebAuthnError({ message: "registered before", code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED", cause }), "passkey_exists"],
    [named("SecurityError"), "passkey_failed"],
    ["no error at all", "passkey_failed"],
    [null, "passkey_failed"],
  ])("%s is %s, which has a text in each language", (error, code) => {
    expect(browserCode(error)).toBe(code);
    for (const [language] of LANGUAGES) expect(accountTexts[language].refusals[code]).toBeTruthy();
  });
});
