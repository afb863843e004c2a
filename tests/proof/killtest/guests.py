"""Guests who play, and sign in to existing accounts at random moments.

After a game, somebody who has signed in mostly begins again as another guest, so that an account
gets one guest after another. Many guests also make games that nobody joins.
"""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from argon2 import PasswordHasher
from websockets.exceptions import InvalidStatus

from zeitnot_server.database import Place, open_store
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store import AuditActor, PasswordHash, Store

from .journal import Journal
from .player import CONTROL, GAME, GameSeries, Seat, create_guest, post, post_once
from .server import Server

PASSWORD = "correct horse"
MAX_GUEST_S = 0.8  # from one chance to sign in to the next
GIVES_UP_PROBABILITY = 0.3  # whose sign-in has had no answer: it goes on as a guest
NEW_GUEST_PROBABILITY = 0.8
MAX_WAITING_GAMES = 2
REFUSED = 401
RETRIED = {429, 503}


class KeptName(NamedTuple):
    """A kept account; all have the same password."""

    account: str
    name: str


class SignedIn(NamedTuple):
    """A sign-in that has been acknowledged."""

    guest: str
    account: str
    token: str


@dataclass
class SignInRecord:
    """What all players of a round know. `sent`: how many sign-ins; `unanswered`: how many requests
    had no answer; `attempted`: the account by guest; `guests`: the guests' tokens; `waiting`: who
    made each game that nobody has joined."""

    sent: int = 0
    unanswered: int = 0
    attempted: dict[str, str] = field(default_factory=dict)
    answered: list[SignedIn] = field(default_factory=list)
    guests: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, str] = field(default_factory=dict)


async def keep_names(place: Place, folder: Path, count: int) -> list[KeptName]:
    """Creates kept accounts in a database that no server uses yet. Their hash is a cheap one, so
    that most kills hit what follows after the password."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    secret = PasswordHash(hasher.hash(PASSWORD))
    store = await open_store(place, rules_for, folder=folder)
    try:
        return [await _keep(store, f"Kept {number}", secret) for number in range(count)]
    finally:
        await store.close()


async def _keep(store: Store, name: str, secret: PasswordHash) -> KeptName:
    guest = await store.accounts.create_guest()
    session = await store.kept.keep(AuditActor(guest.account), name, secret)
    return KeptName(session.account, session.name)


class GuestSeries(GameSeries):
    """One game after another between two people who are guests at first. `kept`: the account to
    which each signs in."""

    def __init__(
        self,
        server: Server,
        journal: Journal,
        rng: random.Random,
        kept: Sequence[KeptName],
        record: SignInRecord,
        pause_s: float = 0.0,
    ) -> None:
        super().__init__(server, journal, rng, pause_s=pause_s)
        self.resigns = True
        self.seats: list[Seat] = [GuestSeat(self, index, kept[index], record) for index in range(2)]


class GuestSeat(Seat):
    """One person, a guest at first. The lock is held while it becomes somebody else, and while it
    makes a game."""

    def __init__(
        self, series: GameSeries, index: int, kept: KeptName, record: SignInRecord
    ) -> None:
        super().__init__(series, index)
        self._kept, self._record = kept, record
        self._changing = asyncio.Lock()
        self._is_unsure = False  # whether the last sign-in has succeeded: it had no answer
        self._tried = ""  # the token of the last connection

    async def run(self) -> None:
        self._record.guests[self.account] = self.token
        await asyncio.gather(super().run(), self._sign_in_at_times())

    @property
    def _is_guest(self) -> bool:
        return self.account != self._kept.account

    async def _sign_in_at_times(self) -> None:
        rng = self.series.rng
        while True:
            await asyncio.sleep(rng.uniform(0, MAX_GUEST_S))
            async with self._changing:
                if self._is_guest:
                    await self._sign_in(gives_up=rng.random() < GIVES_UP_PROBABILITY)

    async def _sign_in(self, *, gives_up: bool) -> None:
        guest, record = self.account, self._record
        body = {"name": self._kept.name, "password": PASSWORD}
        cookie = [f"cookie: zeitnot_session={self.token}"]
        record.attempted[guest] = self._kept.account
        record.sent += 1
        self._is_unsure = True
        while True:
            answer = await post_once(self.series.server, "/api/v1/sign-in", body, cookie)
            if answer is not None and answer.session is not None:
                break
            if answer is not None and answer.status not in RETRIED:
                self._add_fault(f"the sign-in was refused: {answer}")
                return
            record.unanswered += answer is None
            if gives_up:
                return
            await asyncio.sleep(0.02)
        self.account, self.token = self._kept.account, answer.session
        self._is_unsure = False
        record.answered.append(SignedIn(guest, self.account, self.token))

    async def _connect(self) -> None:
        self._tried = self.token
        await super()._connect()

    async def _disconnected(self, error: Exception) -> None:
        if isinstance(error, InvalidStatus) and error.response.status_code == REFUSED:
            async with self._changing:  # the sign-in under way may have ended the session
                await self._refused()
        await super()._disconnected(error)

    async def _refused(self) -> None:
        if self._is_unsure:
            await self._sign_in(gives_up=False)
        elif self.token == self._tried:
            self._add_fault(f"the token of {self.account} is refused")

    async def _after_game(self) -> None:
        async with self._changing:
            if self._is_unsure:
                await self._sign_in(gives_up=False)
            if not self._is_guest and self.series.rng.random() < NEW_GUEST_PROBABILITY:
                await self._begin_again()
            await super()._after_game()

    async def _begin_again(self) -> None:
        """Becomes another guest."""
        self.token, self.account = await create_guest(self.series.server)
        self._record.guests[self.account] = self.token
        for _ in range(self.series.rng.randint(0, MAX_WAITING_GAMES)):
            seats = [{"kind": "me"}, {"kind": "open"}]
            body = {"game_type": GAME, "control": CONTROL, "seats": seats, "listed": False}
            made = await post(self.series.server, "/api/v1/games", body, self.token)
            self._record.waiting[made.json["id"]] = self.account
