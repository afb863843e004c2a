"""The ceremonies of Web Authentication (W3C, level 3): what a browser is asked, and whether its
answer is right; pure.

Objects in the browser's JSON form go to and from pages as they are. The functions that load the
library, whose import takes 0.2 s, must not run on the event loop.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ..store import NewPasskey, Passkey, PasskeySignIn
from ..store.tokens import CHALLENGE_MS

Json = dict[str, Any]

RP_NAME = "Zeitnot"
MAX_PUBLIC_KEY_BYTES = 1024
"""An RSA key of 4096 bits, the largest that is usual, has about 530."""
_DOMAIN = re.compile(r"(?=.{1,253}$)([a-z0-9_-]{1,63}\.)*[a-z0-9_-]*[a-z_-][a-z0-9_-]*")
_HOST = re.compile(r"([^:\[\]]*)(?::([0-9]{1,5}))?")
_PORTS = {"http": "80", "https": "443"}


class BadPasskey(Exception):
    """An answer of a browser is not right; the message says why, for the log."""


class Site(NamedTuple):
    """Where a page is: its `origin`, and the `rp_id` to which its passkeys are bound."""

    rp_id: str
    origin: str


class _ClientData(msgspec.Struct, rename="camel"):
    challenge: str
    cross_origin: bool = False


def site_of(scheme: str, host: str) -> Site | None:
    """The site of a request; `host`: as in its header. None where browsers make no passkeys: over
    plain HTTP, except on `localhost`, and where the host is an address."""
    match = _HOST.fullmatch(host.lower())
    if match is None or _DOMAIN.fullmatch(match[1]) is None:
        return None
    is_local = match[1] == "localhost" or match[1].endswith(".localhost")
    if scheme not in _PORTS or (scheme == "http" and not is_local):
        return None
    port = "" if match[2] in (None, _PORTS[scheme]) else f":{match[2]}"
    return Site(match[1], f"{scheme}://{match[1]}{port}")


def registration_options(
    site: Site, account: str, name: str, present: Sequence[Passkey], challenge: bytes
) -> Json:
    """What a browser needs to make a passkey: PublicKeyCredentialCreationOptionsJSON. `present`:
    the account's passkeys; an authenticator that has one makes no other."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_registration_options(
        rp_id=site.rp_id,
        rp_name=RP_NAME,
        user_id=account.encode(),
        user_name=name,
        challenge=challenge,
        timeout=CHALLENGE_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(
                id=_bytes(passkey.credential),
                transports=[structs.AuthenticatorTransport(each) for each in passkey.transports],
            )
            for passkey in present
        ],
        supported_pub_key_algs=_algorithms(),
    )
    return options_to_json_dict(options)


def sign_in_options(site: Site, challenge: bytes) -> Json:
    """What a browser needs to sign in by any passkey of this site:
    PublicKeyCredentialRequestOptionsJSON."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_authentication_options(
        rp_id=site.rp_id,
        challenge=challenge,
        timeout=CHALLENGE_MS,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def challenge_of(credential: Json) -> bytes:
    """The challenge that an answer names; nothing else has been verified. Raises BadPasskey."""
    try:
        data = _bytes(credential["response"]["clientDataJSON"])
        client_data = msgspec.json.decode(data, type=_ClientData)
        challenge = _bytes(client_data.challenge)
    except (KeyError, TypeError, ValueError, RecursionError) as bad:
        raise BadPasskey(f"no client data: {bad}") from None
    if client_data.cross_origin:
        raise BadPasskey("made in a frame of another site")
    return challenge


def credential_id(credential: Json) -> str:
    """The id of the credential that an answer names; empty: none."""
    id = credential.get("id")
    return id if isinstance(id, str) else ""


def verified_registration(site: Site, credential: Json, challenge: bytes, name: str) -> NewPasskey:
    """The passkey in an answer to `registration_options`. Raises BadPasskey."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, structs

    try:
        parsed = webauthn.helpers.parse_registration_credential_json(credential)
        parsed.response.attestation_object = _without_statement(parsed.response.attestation_object)
        verified = webauthn.verify_registration_response(
            credential=parsed,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            require_user_verification=True,
            supported_pub_key_algs=_algorithms(),
        )
    except Exception as bad:  # of many kinds: parsers read what a client has made up
        raise BadPasskey(_reason(bad)) from None
    if verified.credential_id != parsed.raw_id:
        raise BadPasskey("the authenticator names another credential")
    if len(verified.credential_public_key) > MAX_PUBLIC_KEY_BYTES:
        raise BadPasskey("the public key is too long")
    transports = parsed.response.transports or []
    return NewPasskey(
        bytes_to_base64url(verified.credential_id),
        bytes_to_base64url(verified.credential_public_key),
        verified.sign_count,
        site.origin,
        tuple(t.value for t in structs.AuthenticatorTransport if t in transports),
        name,
    )


def verified_sign_in(
    site: Site, credential: Json, challenge: bytes, passkey: Passkey
) -> PasskeySignIn:
    """The use of a passkey in an answer to `sign_in_options`. The store compares the count, because
    two answers may come at the same time. Raises BadPasskey."""
    import webauthn

    if passkey.origin != site.origin:
        raise BadPasskey(f"made at {passkey.origin}")
    try:
        parsed = webauthn.helpers.parse_authentication_credential_json(credential)
        verified = webauthn.verify_authentication_response(
            credential=parsed,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            credential_public_key=_bytes(passkey.public_key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
        count = webauthn.helpers.parse_authenticator_data(
            parsed.response.authenticator_data
        ).sign_count
    except Exception as bad:  # of many kinds, as above
        raise BadPasskey(_reason(bad)) from None
    if parsed.response.user_handle != passkey.account.encode():
        raise BadPasskey("the authenticator names another account")
    if verified.credential_id != _bytes(passkey.credential):
        raise BadPasskey("the authenticator names another credential")
    return PasskeySignIn(passkey.id, passkey.account, count)


def _algorithms() -> list[Any]:
    from webauthn.helpers.cose import COSEAlgorithmIdentifier as Algorithm

    return [Algorithm.EDDSA, Algorithm.ECDSA_SHA_256, Algorithm.RSASSA_PKCS1_v1_5_SHA_256]


def _without_statement(attestation: bytes) -> bytes:
    """An attestation object without the authenticator's statement about itself. Nobody asked for
    it, and to verify it would need certificates of all vendors."""
    from webauthn.helpers import encode_cbor, parse_cbor

    content = parse_cbor(attestation)
    return encode_cbor({"fmt": "none", "attStmt": {}, "authData": content["authData"]})


def _bytes(text: str) -> bytes:
    """The bytes of base64url without padding. Raises ValueError."""
    try:
        return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), b"-_", validate=True)
    except (AttributeError, binascii.Error) as bad:
        raise ValueError(f"not base64url: {bad}") from None


def _reason(bad: Exception) -> str:
    return f"{type(bad).__name__}: {bad}"[:200]
