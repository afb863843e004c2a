"""Keeps names and signs in: what stands between a request and the store."""

from ..store import AuditActor, KeptAccount, KeptSession, Store
from .failures import FailureLog
from .hashing import PasswordHashing
from .passwords import check_password


class WrongPassword(Exception):
    """Nobody keeps this name, or the password is another one; the caller learns no more."""


class NoPassword(WrongPassword):
    """The account has no password yet: it was made by the operator, or has signed in by a link."""


class Accounts:
    """All methods raise StoreError, and TooManyHashes. `device`: the kind of browser."""

    def __init__(self, store: Store, hashing: PasswordHashing) -> None:
        self._store, self._hashing = store, hashing
        self.failures = FailureLog(store.kept)

    async def keep(
        self,
        by: AuditActor,
        name: str,
        password: str,
        device: str | None,
        join_code: str | None = None,
    ) -> KeptSession:
        """Keeps this name for the guest `by.actor`. Raises BadName, BadPassword, KeptAlready,
        WrongCode."""
        check_password(password, name)
        hashed = await self._hashing.hash(password)
        return await self._store.kept.keep(by, name, hashed, device, join_code)

    async def verified(self, name: str, password: str, address: str | None) -> KeptAccount:
        """The account that keeps this name, if this is its password. Takes as long for a name that
        nobody keeps. Raises WrongPassword."""
        return await self._verified(await self._store.kept.named(name), password, address)

    async def _verified(
        self, account: KeptAccount | None, password: str, address: str | None
    ) -> KeptAccount:
        is_right = await self._hashing.verify(password, account and account.password)
        if account is None or not is_right:
            if account is not None:
                self.failures.note(account.id, address)
            raise WrongPassword
        return account

    async def verified_caller(self, by: AuditActor, password: str) -> KeptAccount:
        """The account `by.actor`, if this is its password. Raises NoPassword, WrongPassword."""
        account = await self._store.kept.with_id(by.actor)
        if account is None:
            raise NoPassword
        return await self._verified(account, password, by.address)

    async def sign_in(
        self,
        account: KeptAccount,
        address: str | None,
        device: str | None,
        replaced: str | None = None,
        guest: str | None = None,
    ) -> KeptSession:
        """Makes a session of a verified account. `replaced`: the hash of the token of this request,
        which ends if it is the same account's. `guest`: to merge into the account. Raises
        WrongPassword if the password has been changed meanwhile."""
        by = AuditActor(account.id, address)
        session = await self._store.kept.sign_in(by, account.password, device, replaced, guest)
        if session is None:
            raise WrongPassword
        return session

    async def change_password(
        self, by: AuditActor, current: str, new: str, device: str | None
    ) -> KeptSession:
        """Changes the password of `by.actor`, which is kept. Raises NoPassword, WrongPassword,
        BadPassword."""
        verified = await self.verified_caller(by, current)
        check_password(new, verified.name)
        hashed = await self._hashing.hash(new)
        session = await self._store.kept.change_password(by, verified.password, hashed, device)
        if session is None:
            raise WrongPassword
        return session

    async def delete(self, by: AuditActor, password: str) -> list[str]:
        """Deletes the account `by.actor`; returns the hashes of the tokens that have ended. What
        follows for its games is done later (`moderation.account_deletions`). Raises NoPassword,
        WrongPassword, LastAdmin."""
        verified = await self.verified_caller(by, password)
        ended = await self._store.deletions.delete(by, verified.password)
        if ended is None:
            raise WrongPassword
        return ended
