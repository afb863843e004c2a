"""What browsers answer is accepted if every part of it is right, and refused otherwise."""

import copy
from collections.abc import Callable
from typing import Any

import cbor2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeitnot_server.accounts import ceremonies
from zeitnot_server.accounts.ceremonies import BadPasskey, Site, site_of
from zeitnot_server.store import NewPasskey, Passkey, PasskeySignIn

from ..repetition import times
from .authenticator import (
    EDDSA,
    ES256,
    PRESENT,
    RS256,
    VERIFIED,
    Authenticator,
    Json,
    decoded,
    encoded,
)

SITE = Site("club.example", "https://club.example")
ORIGIN, CHALLENGE, ACCOUNT = SITE.origin, b"c" * 32, "0123456789abcdef"


def make(authenticator: Authenticator, site: Site = SITE) -> NewPasskey:
    options = ceremonies.registration_options(site, ACCOUNT, "Ann", [], CHALLENGE)
    return register(authenticator.make(options), site)


def register(credential: Json, site: Site = SITE) -> NewPasskey:
    ceremonies.challenge_of(credential)
    return ceremonies.verified_registration(site, credential, CHALLENGE, "Phone")


def sign_in(credential: Json, passkey: Passkey) -> PasskeySignIn:
    ceremonies.challenge_of(credential)
    return ceremonies.verified_sign_in(SITE, credential, CHALLENGE, passkey)


def stored(new: NewPasskey, account: str = ACCOUNT) -> Passkey:
    return Passkey(
        *("1f", account, new.credential, new.public_key, new.sign_count, new.origin),
        *(new.transports, new.name, 0, None),
    )


@pytest.mark.parametrize(
    ("scheme", "host", "expected"),
    [
        ("https", "club.example", SITE),
        ("https", "Club.Example:443", SITE),
        ("https", "club.example:8443", Site("club.example", "https://club.example:8443")),
        (
            "https",
            "xn--hxajbheg2az3al.xn--jxalpdlp",
            Site(*["xn--hxajbheg2az3al.xn--jxalpdlp"] * 2),
        ),
        ("https", "club", Site("club", "https://club")),
        ("http", "localhost:8080", Site("localhost", "http://localhost:8080")),
        ("http", "a.localhost", Site("a.localhost", "http://a.localhost")),
        ("https", "localhost:80", Site("localhost", "https://localhost:80")),
        ("http", "club.example", None),
        ("http", "localhost.example", None),
        ("http", "notlocalhost", None),
        ("https", "192.0.2.7", None),
        ("http", "127.0.0.1:8080", None),
        ("https", "[2001:db8::1]:443", None),
        ("https", "club.example.", None),
        ("https", "a@club.example", None),
        ("https", "club.example:x", None),
        ("https", "club.example:443:443", None),
        ("https", "", None),
        ("ws", "localhost", None),
        ("https", f"{'a' * 64}.example", None),
        ("https", ".".join(["a" * 60] * 5), None),
    ],
)
def test_passkeys_need_https_and_a_name_or_localhost(
    scheme: str, host: str, expected: Site | None
) -> None:
    if expected is not None and "://" not in expected.origin:
        expected = expected._replace(origin=f"{scheme}://{expected.origin}")
    assert site_of(scheme, host) == expected


@pytest.mark.parametrize("algorithm", [ES256, EDDSA, RS256])
def test_a_passkey_is_made_and_signs_in(algorithm: int) -> None:
    phone = Authenticator(ORIGIN, algorithm, count=4)
    new = make(phone)
    assert (new.credential, new.sign_count, new.origin) == (encoded(phone.id), 4, ORIGIN)
    assert (new.transports, new.name) == (("internal", "hybrid"), "Phone")
    options = ceremonies.sign_in_options(SITE, CHALLENGE)
    use = ceremonies.verified_sign_in(SITE, phone.sign(options), CHALLENGE, stored(new))
    assert use == ("1f", ACCOUNT, 5)


def test_the_browser_is_asked_for_verified_users_and_no_statement() -> None:
    present = [stored(make(Authenticator(ORIGIN)))]
    options = ceremonies.registration_options(SITE, ACCOUNT, "Ann", present, CHALLENGE)
    assert (options["rp"]["id"], options["user"]["name"]) == ("club.example", "Ann")
    assert decoded(options["user"]["id"]).decode() == ACCOUNT
    assert decoded(options["challenge"]) == CHALLENGE
    assert options["attestation"] == "none"
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    (excluded,) = options["excludeCredentials"]
    assert (excluded["id"], excluded["transports"]) == (
        present[0].credential,
        ["internal", "hybrid"],
    )
    assert [each["alg"] for each in options["pubKeyCredParams"]] == [EDDSA, ES256, RS256]
    signing = ceremonies.sign_in_options(SITE, CHALLENGE)
    assert signing["userVerification"] == "required"
    assert not signing.get("allowCredentials")


@pytest.mark.parametrize(
    "statement",
    [("tpm", {"ver": "2.0"}), ("packed", {"x5c": [b"no certificate"]}), ("unheard-of", {"a": 1})],
)
def test_what_an_authenticator_says_of_itself_is_not_read(statement: tuple[str, Json]) -> None:
    assert make(Authenticator(ORIGIN, statement=statement)).origin == ORIGIN


LIES: list[tuple[str, dict[str, Any]]] = [
    ("another origin", {"origin": "https://club.example.evil.example"}),
    ("another port", {"origin": "https://club.example:8443"}),
    ("plain HTTP", {"origin": "http://club.example"}),
    ("another site", {"rp_id": "evil.example"}),
    ("nobody present", {"flags": VERIFIED}),
    ("nobody verified", {"flags": PRESENT}),
    ("another challenge", {"client_data": {"challenge": encoded(b"d" * 32)}}),
    ("a frame of another site", {"client_data": {"crossOrigin": True}}),
    ("another ceremony", {"client_data": {"type": "payment.get"}}),
]


@pytest.mark.parametrize(("lie", "changes"), LIES, ids=[lie for lie, _ in LIES])
def test_each_wrong_part_is_refused(lie: str, changes: dict[str, Any]) -> None:
    phone, options = Authenticator(ORIGIN), ceremonies.sign_in_options(SITE, CHALLENGE)
    passkey = stored(make(phone))
    for name, value in changes.items():
        setattr(phone, name, value)
    made = phone.make(ceremonies.registration_options(SITE, ACCOUNT, "Ann", [], CHALLENGE))
    signed = phone.sign(options)
    with pytest.raises(BadPasskey):
        register(made)
    with pytest.raises(BadPasskey):
        sign_in(signed, passkey)


def test_only_the_passkeys_own_signature_account_and_site_count() -> None:
    phone, other = Authenticator(ORIGIN), Authenticator(ORIGIN)
    options = ceremonies.sign_in_options(SITE, CHALLENGE)
    passkey, others = stored(make(phone)), stored(make(other))
    answer = phone.sign(options)
    assert ceremonies.verified_sign_in(SITE, answer, CHALLENGE, passkey).id == passkey.id
    for wrong in (
        others,
        passkey._replace(public_key=others.public_key),
        passkey._replace(account="fedcba9876543210"),
        passkey._replace(origin="https://club.example:8443"),
        passkey._replace(public_key="AA"),
        passkey._replace(credential=others.credential),
    ):
        with pytest.raises(BadPasskey):
            ceremonies.verified_sign_in(SITE, answer, CHALLENGE, wrong)
    for name in ("signature", "authenticatorData", "clientDataJSON"):
        forged = copy.deepcopy(answer)
        data = bytearray(decoded(forged["response"][name]))
        data[-1] ^= 1
        forged["response"][name] = encoded(bytes(data))
        with pytest.raises(BadPasskey):
            ceremonies.verified_sign_in(SITE, forged, CHALLENGE, passkey)
    del answer["response"]["userHandle"]
    with pytest.raises(BadPasskey):
        ceremonies.verified_sign_in(SITE, answer, CHALLENGE, passkey)


def without(name: str) -> Callable[[Json], None]:
    return lambda attestation: attestation.pop(name)


def with_public_key(key: Any) -> Callable[[Json], None]:
    def change(attestation: Json) -> None:
        data = attestation["authData"]
        attestation["authData"] = data[: 37 + 16 + 2 + 16] + cbor2.dumps(key)

    return change


@pytest.mark.parametrize(
    "change",
    [
        without("authData"),
        lambda attestation: attestation.update(authData=b"short"),
        with_public_key({1: 2, 3: -35, -1: 2, -2: bytes(48), -3: bytes(48)}),  # ES384
        with_public_key({1: 3, 3: RS256, -1: b"\xff" * 2048, -2: b"\x01\x00\x01"}),
        with_public_key({}),
        with_public_key([1, 2]),
        with_public_key("text"),
    ],
)
def test_what_is_no_usable_key_is_refused(change: Callable[[Json], None]) -> None:
    phone = Authenticator(ORIGIN)
    made = phone.make(ceremonies.registration_options(SITE, ACCOUNT, "Ann", [], CHALLENGE))
    attestation = cbor2.loads(decoded(made["response"]["attestationObject"]))
    change(attestation)
    made["response"]["attestationObject"] = encoded(cbor2.dumps(attestation))
    with pytest.raises(BadPasskey):
        register(made)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.just("AAAA"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "rawId", "type", "response", "clientDataJSON", "signature"]),
            inner,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=times(60, 600), derandomize=True, database=None, deadline=None)
@given(value=JSON, cut=st.integers(0, 400), bit=st.integers(0, 7))
def test_nonsense_is_refused_as_such(value: Any, cut: int, bit: int) -> None:
    """No other error reaches the caller."""
    nonsense = value if isinstance(value, dict) else {"response": value}
    with pytest.raises(BadPasskey):
        ceremonies.challenge_of(nonsense)
    damaged, data = copy.deepcopy(ANSWER), bytearray(decoded(MADE))
    data[cut % len(data)] ^= 1 << bit
    damaged["response"]["attestationObject"] = encoded(bytes(data))
    for credential in (nonsense, damaged):
        try:
            ceremonies.verified_registration(SITE, credential, CHALLENGE, "Phone")
        except BadPasskey:
            continue
        assert credential is damaged  # a bit of the key itself: nothing signs with it


ANSWER = Authenticator(ORIGIN, id=b"i" * 16).make(
    {"user": {"id": encoded(b"u")}, "rp": {"id": SITE.rp_id}, "challenge": encoded(CHALLENGE)}
)
MADE = ANSWER["response"]["attestationObject"]
