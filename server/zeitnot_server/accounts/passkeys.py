"""Adds passkeys to accounts, and signs in by them."""

from collections.abc import Callable
from typing import TypeVar

import structlog

from ..store import (
    AuditActor,
    KeptSession,
    Passkey,
    PasskeySignIn,
    Store,
    TooManyPasskeys,
)
from ..store.tokens import MAX_PASSKEYS
from . import ceremonies
from .ceremonies import BadPasskey, Json, Site
from .hashing import PasswordHashing
from .service import Accounts

T = TypeVar("T")

logger = structlog.get_logger()


class PasskeyService:
    """All methods raise StoreError, TooManyHashes. `token`: the hash of the caller's session;
    `browser`: a secret of the browser that signs in."""

    def __init__(self, store: Store, hashing: PasswordHashing, accounts: Accounts) -> None:
        self._store, self._hashing, self._accounts = store, hashing, accounts

    async def registration_options(
        self, site: Site, by: AuditActor, token: str, password: str
    ) -> Json:
        """What the caller's browser needs to make a passkey. Raises NoPassword, WrongPassword,
        TooManyPasskeys."""
        person = await self._accounts.verified_caller(by, password)
        present = await self._store.passkeys.of_account(by.actor)
        if len(present) >= MAX_PASSKEYS:
            raise TooManyPasskeys(f"You already have {MAX_PASSKEYS} passkeys. Remove one first.")
        challenge = await self._store.passkeys.make_challenge(_adding(token))
        here = [passkey for passkey in present if passkey.origin == site.origin]
        return await self._run(
            lambda: ceremonies.registration_options(site, by.actor, person.name, here, challenge)
        )

    async def add(
        self, site: Site, by: AuditActor, token: str, credential: Json, name: str
    ) -> Passkey:
        """Adds the passkey that the browser has made. Raises BadPasskey, TooManyPasskeys."""
        challenge = await self._used_challenge(credential, _adding(token))
        new = await self._run(
            lambda: ceremonies.verified_registration(site, credential, challenge, name)
        )
        passkey = await self._store.passkeys.add(by, token, new)
        if passkey is None:
            raise BadPasskey("the session has ended, or the passkey has been added before")
        return passkey

    async def sign_in_options(self, site: Site, browser: str) -> Json:
        """What a browser needs to sign in."""
        challenge = await self._store.passkeys.make_challenge(_signing_in(browser))
        return await self._run(lambda: ceremonies.sign_in_options(site, challenge))

    async def verified(
        self, site: Site, browser: str, credential: Json, address: str | None
    ) -> PasskeySignIn:
        """The passkey that has signed this browser's challenge. Raises BadPasskey."""
        challenge = await self._used_challenge(credential, _signing_in(browser))
        passkey = await self._store.passkeys.with_credential(ceremonies.credential_id(credential))
        if passkey is None:
            raise BadPasskey("unknown")
        try:
            return await self._run(
                lambda: ceremonies.verified_sign_in(site, credential, challenge, passkey)
            )
        except BadPasskey as bad:
            logger.info("passkey refused", account=passkey.account, why=str(bad))
            self._accounts.failures.note(passkey.account, address)
            raise

    async def sign_in(
        self,
        use: PasskeySignIn,
        address: str | None,
        device: str | None,
        replaced: str | None = None,
        guest: str | None = None,
    ) -> KeptSession:
        """Makes a session of the account of a verified passkey, like `Accounts.sign_in`. Raises
        BadPasskey if it has been removed, or a copy of it has signed in."""
        by = AuditActor(use.account, address)
        session = await self._store.passkeys.sign_in(by, use, device, replaced, guest)
        if session is None:
            logger.warning("passkey removed, or its count is that of a copy", account=use.account)
            self._accounts.failures.note(use.account, address)
            raise BadPasskey("removed, or a copy")
        return session

    async def _used_challenge(self, credential: Json, holder: str) -> bytes:
        challenge = ceremonies.challenge_of(credential)
        if not await self._store.passkeys.use_challenge(challenge, holder):
            raise BadPasskey("the challenge is another's, has been used, or has expired")
        return challenge

    async def _run(self, work: Callable[[], T]) -> T:
        return await self._hashing.run(work)


def _adding(token: str) -> str:
    return f"session {token}"


def _signing_in(browser: str) -> str:
    return f"browser {browser}"
