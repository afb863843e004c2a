"""An authenticator in software (W3C Web Authentication, level 3, section 6), with the browser in
front of it. A test may make it lie about anything."""

import base64
import hashlib
import json
import os
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

Json = dict[str, Any]

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
ES256, EDDSA, RS256 = -7, -8, -257


def encoded(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key(algorithm: int) -> Any:
    if algorithm == EDDSA:
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm == RS256:
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(ec.SECP256R1())


def cose(key: Any) -> dict[int, Any]:
    """The public key as a COSE map (RFC 9052)."""
    public = key.public_key()
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return {1: 1, 3: EDDSA, -1: 6, -2: public.public_bytes_raw()}
    numbers = public.public_numbers()
    if isinstance(key, rsa.RSAPrivateKey):
        n = numbers.n.to_bytes(key.key_size // 8)
        return {1: 3, 3: RS256, -1: n, -2: numbers.e.to_bytes(3)}
    return {1: 2, 3: ES256, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}


def signed(key: Any, data: bytes) -> bytes:
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(data)
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(data, padding.PKCS1v15(), hashes.SHA256())
    return bytes(key.sign(data, ec.ECDSA(hashes.SHA256())))


@dataclass
class Authenticator:
    """One discoverable credential. `count`: the signature counter, None: it does not count;
    `rp_id`: by default that of the options."""

    origin: str = "http://localhost"
    algorithm: int = ES256
    count: int | None = None
    rp_id: str | None = None
    flags: int = PRESENT | VERIFIED
    statement: tuple[str, Json] = ("none", {})
    client_data: Json = field(default_factory=dict)
    id: bytes = field(default_factory=lambda: os.urandom(16))
    user: bytes = b""

    def __post_init__(self) -> None:
        self.key = new_key(self.algorithm)

    def make(self, options: Json) -> Json:
        """Makes the credential; returns the browser's RegistrationResponseJSON."""
        self.user = decoded(options["user"]["id"])
        public = cbor2.dumps(cose(self.key))
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        auth_data = self._auth_data(options["rp"]["id"], self.flags | ATTESTED) + attested
        format, statement = self.statement
        attestation = {"fmt": format, "attStmt": statement, "authData": auth_data}
        response = {
            "clientDataJSON": encoded(self._client_data("webauthn.create", options)),
            "attestationObject": encoded(cbor2.dumps(attestation)),
            "transports": ["internal", "hybrid", "unheard-of"],
        }
        return self._credential(response)

    def sign(self, options: Json) -> Json:
        """Signs in; returns the browser's AuthenticationResponseJSON."""
        if self.count is not None:
            self.count += 1
        auth_data = self._auth_data(options["rpId"], self.flags)
        client_data = self._client_data("webauthn.get", options)
        signature = signed(self.key, auth_data + hashlib.sha256(client_data).digest())
        response = {
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(auth_data),
            "signature": encoded(signature),
            "userHandle": encoded(self.user),
        }
        return self._credential(response)

    def _auth_data(self, rp_id: str, flags: int) -> bytes:
        rp_hash = hashlib.sha256((self.rp_id or rp_id).encode()).digest()
        return rp_hash + struct.pack(">BI", flags, self.count or 0)

    def _client_data(self, kind: str, options: Json) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(data | {"crossOrigin": False} | self.client_data).encode()

    def _credential(self, response: Json) -> Json:
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }
