/** Passkeys over the HTTP API, and the ceremonies with the browser. It has the library for them, so it is loaded where it is used. */

import { WebAuthnError, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";

import { ApiError, deleteAt, get, patch, post } from "../../app/server/api";
import type * as p from "../../protocol";

/** The code of the refusal for an error of the browser; `refusals` has their texts. */
export function browserCode(error: unknown): string {
  const { name = "" } = error instanceof WebAuthnError ? { name: error.name } : ((error ?? {}) as { name?: string });
  if (name === "InvalidStateError") return "passkey_exists";
  return name === "NotAllowedError" || name === "AbortError" ? "passkey_cancelled" : "passkey_failed";
}

async function asked<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    throw new ApiError(browserCode(error), String(error));
  }
}

function path(id: string): string {
  return `passkeys/${encodeURIComponent(id)}`;
}

export const passkeyApi = {
  list: () => get<p.PasskeyList>("passkeys"),
  rename: (id: string, name: string) => patch<p.PasskeyView>(path(id), { name } satisfies p.NewPasskeyName),
  remove: (id: string) => deleteAt(path(id)),

  /** Makes a passkey with the browser; `name` empty: the server chooses one. */
  async add(password: string, name: string): Promise<p.PasskeyView> {
    const { options } = await post<p.PasskeyOptions>("passkey-options", { password } satisfies p.PasskeyRequest);
    const made = await asked(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));
    return post("passkeys", { credential: { ...made }, ...(name && { name }) } satisfies p.NewPasskey);
  },

  /** Signs in by the passkey that the user chooses in the browser. `merge`: a guest's games go with it. */
  async signIn(merge: boolean): Promise<p.Session> {
    const { options } = await post<p.PasskeyOptions>("sign-in/options", {});
    const answer = await asked(startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }));
    return post("sign-in/passkey", { credential: { ...answer }, ...(!merge && { merge }) } satisfies p.PasskeyAnswer);
  },
};
