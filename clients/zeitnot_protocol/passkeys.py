"""Bodies of HTTP requests and answers about passkeys, under /api/v1."""

from typing import Annotated, Any

from msgspec import Meta

from .accounts import Secret
from .parts import Password, Value

PasskeyName = Annotated[str, Meta(min_length=1, max_length=60)]
# An object in a form of Web Authentication, which browsers and libraries read and write.
WebAuthnJson = Annotated[dict[str, Any], Meta(max_length=32)]


class PasskeyView(Value):
    """One of your passkeys. `id` gives no access. `origin`: of the page on which it was made; it
    signs in only there. `last_used_at` null: never."""

    id: str
    name: str
    origin: str
    created_at: int
    last_used_at: int | None = None


class PasskeyList(Value):
    """GET passkeys: yours; none if you are not signed in. `offered`: whether the server has
    passkeys at this address, which needs HTTPS and a host name, or `localhost`."""

    offered: bool
    passkeys: list[PasskeyView]


class PasskeyRequest(Secret):
    """POST passkey-options: begins to add a passkey. `password`: yours."""

    password: Password


class PasskeyOptions(Secret):
    """What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON), or to sign
    in by one (PublicKeyCredentialRequestOptionsJSON). The challenge in it can be answered once,
    within five minutes: by the session that has asked, or the browser, which has got a cookie."""

    options: WebAuthnJson


class NewPasskey(Secret):
    """POST passkeys: adds the passkey that the browser has made. `credential`: its
    RegistrationResponseJSON. `name`: yours for it; null: the kind of browser."""

    credential: WebAuthnJson
    name: PasskeyName | None = None


class NewPasskeyName(Value):
    """PATCH passkeys/{id}."""

    name: PasskeyName


class PasskeyAnswer(Secret):
    """POST sign-in/passkey: signs in to the account of the passkey. `credential`: the browser's
    AuthenticationResponseJSON. `merge`: as in SignIn."""

    credential: WebAuthnJson
    merge: bool = True
