"""Gets people into their accounts by one-time codes: sets a new password, or signs in."""

from ..store import AuditActor, KeptSession, Store
from .hashing import PasswordHashing
from .passwords import check_password


class WrongCode(Exception):
    """The code, or its name, is not right, or no longer; the caller learns no more."""


class Recovery:
    """All methods raise StoreError, BadPassword, TooManyHashes, and WrongCode. `device`: the kind
    of browser; `guest`: to merge into the account."""

    def __init__(self, store: Store, hashing: PasswordHashing) -> None:
        self._store, self._hashing = store, hashing

    async def account_of_reset(self, name: str, code: str, password: str) -> str:
        """The account with this name and reset code. Takes as long for a wrong name as for a wrong
        code. A new password that is refused does not use the code up."""
        account = await self._store.codes.account_of_reset(name, code)
        if account is None:
            raise WrongCode
        check_password(password, name)
        return account

    async def reset(
        self,
        by: AuditActor,
        code: str,
        password: str,
        device: str | None,
        guest: str | None = None,
    ) -> KeptSession:
        """Sets the password of `by.actor` by its reset code, which is used up; all its sessions
        and tokens end."""
        hashed = await self._hashing.hash(password)
        session = await self._store.codes.reset(by, code, hashed, device, guest)
        if session is None:
            raise WrongCode
        return session

    async def account_of_link(self, code: str, password: str | None) -> str:
        """The account to which a link's code signs in. Checks the new password, if there is
        one."""
        person = await self._store.codes.account_of_link(code)
        if person is None:
            raise WrongCode
        if password is not None:
            check_password(password, person.name)
        return person.id

    async def sign_in(
        self,
        by: AuditActor,
        code: str,
        password: str | None,
        device: str | None,
        guest: str | None = None,
    ) -> KeptSession:
        """Signs in by a link's code, which is used up. `password`: sets it, like `reset`."""
        hashed = None if password is None else await self._hashing.hash(password)
        session = await self._store.codes.sign_in(by, code, hashed, device, guest)
        if session is None:
            raise WrongCode
        return session
