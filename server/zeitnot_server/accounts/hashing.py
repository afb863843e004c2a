"""Hashes passwords with argon2id, on two threads of their own, with a bounded queue.

The parameters are OWASP's minimum (Password Storage Cheat Sheet): 19 MiB, two passes, one lane,
about 0.1 s. The library computes without the GIL, so moves do not wait.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ..store import PasswordHash
from .passwords import normalise

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PASSES, MEMORY_KIB, LANES = 2, 19_456, 1
THREADS = 2
HASH_SECONDS = 0.1
NOBODY = PasswordHash(
    "$argon2id$v=19$m=19456,t=2,p=1$emVpdG5vdC1ub2JvZHkhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
)
"""Verified against when no account has the name, so that this takes as long. No password has it."""

T = TypeVar("T")


class TooManyHashes(Exception):
    """Too many passwords or passkeys wait; `wait_s`: when to try again."""

    def __init__(self, wait_s: int) -> None:
        super().__init__("Too many sign-ins are being checked. Try again shortly.")
        self.wait_s = wait_s


class PasswordHashing:
    """`waiting`: how many passwords may be hashed or wait at a time."""

    def __init__(self, waiting: int) -> None:
        self._most, self._held = waiting, 0
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="password")

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # a server that nobody signs in to does not load it

        return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)

    async def hash(self, password: str) -> PasswordHash:
        """The hash of a password. Raises TooManyHashes."""
        return PasswordHash(await self.run(lambda: self._hasher.hash(normalise(password))))

    async def verify(self, password: str, against: PasswordHash | None) -> bool:
        """Whether this is the password; with None, False after as much work. Raises
        TooManyHashes."""
        return await self.run(lambda: self._verified(normalise(password), against or NOBODY))

    def _verified(self, password: str, against: PasswordHash) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(against.text, password)
        except (InvalidHashError, VerificationError):
            return False

    async def run(self, work: Callable[[], T]) -> T:
        """Runs other work that would delay moves, in the same queue. Raises TooManyHashes."""
        if self._held >= self._most:
            raise TooManyHashes(max(1, round(self._most * HASH_SECONDS / THREADS)))
        self._held += 1
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        running.add_done_callback(self._release)
        return await asyncio.shield(running)  # a client that has gone holds its place until then

    def _release(self, done: object) -> None:
        self._held -= 1

    async def close(self) -> None:
        """Ends the threads; passwords that wait are not hashed."""
        self._threads.shutdown(wait=False, cancel_futures=True)
