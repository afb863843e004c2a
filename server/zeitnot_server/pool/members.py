"""The bots of the pool: which of them wait, and which are in a game of the pool. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES
from zeitnot_protocol.takes import WantedGame

from ..hosting.native import rules_for
from ..limits.bounded_map import BoundedMap
from ..lobby.matching import Entry, Meetings
from .pairing import Candidate, Pair, pairs

PAUSE_MS = 5 * 60_000  # for a bot that did not come to its game, or aborted it
START_MS = 60_000  # within which both bots sit down
LAST_MS = 15 * 60_000  # after which a source with such a bot no longer comes last
MAX_REMEMBERED = 10_000  # pauses, and sources that come last


@dataclass(slots=True)
class Member:
    """A bot. `owner`: the account that owns it, or its own; `source`: its owner, or the address of
    a bot without one; `since_ms`: since when it waits."""

    name: str
    owner: str
    source: str
    entries: frozenset[Entry]
    since_ms: int


@dataclass(frozen=True, slots=True)
class PoolGame:
    """A game of the pool that has not ended. `sources`: of its bots, by account; `pair` None: it
    began before this process knew it."""

    sources: Mapping[str, str]
    began_ms: int
    pair: Pair | None = None


class Members:
    """The bots of the pool by account, and their games. Pauses outlast a bot's membership, so that
    none ends by leaving the pool."""

    def __init__(self) -> None:
        self._members: dict[str, Member] = {}
        self._games: dict[str, PoolGame] = {}
        self._meetings = Meetings()
        self._paused_until_ms = BoundedMap[int](MAX_REMEMBERED, _left_ms)  # by account
        self._last_until_ms = BoundedMap[int](MAX_REMEMBERED, _left_ms)  # by source

    def __len__(self) -> int:
        return len(self._members)

    @property
    def games(self) -> Mapping[str, PoolGame]:
        """The games that have not ended, by id."""
        return self._games

    def name_of(self, account: str) -> str:
        """The name of a bot of the pool."""
        return self._members[account].name

    def unknown(self, entered: Iterable[str]) -> list[str]:
        """Those of these accounts that have not been added yet."""
        return [account for account in entered if account not in self._members]

    def add(self, account: str, member: Member, running: Iterable[str], now_ms: int) -> None:
        """Adds a bot. `running`: its games in progress that may be of the pool."""
        self._members[account] = member
        for id in running:
            game = self._games.get(id, PoolGame({}, now_ms))
            sources = {**game.sources, account: member.source}
            self._games[id] = PoolGame(sources, game.began_ms, game.pair)

    def keep(self, entered: Mapping[str, tuple[str, frozenset[Entry]]]) -> None:
        """Removes the bots that are not in `entered`, and updates the others: name and entries by
        account."""
        for account in [each for each in self._members if each not in entered]:
            del self._members[account]
        for account, member in self._members.items():
            member.name, member.entries = entered[account]

    def pairs(self, now_ms: int, seed: bytes) -> list[Pair]:
        """The games that should begin now."""
        playing = {account for game in self._games.values() for account in game.sources}
        waiting = [
            Candidate(
                *(account, member.owner, member.entries, member.since_ms),
                comes_last=(self._last_until_ms.get(member.source) or 0) > now_ms,
            )
            for account, member in self._members.items()
            if account not in playing and (self._paused_until_ms.get(account) or 0) <= now_ms
        ]
        return pairs(waiting, self._meetings, now_ms, seed)

    def begun(self, game: str, pair: Pair, now_ms: int) -> None:
        """Notes a game that has been created."""
        sources = {each: self._members[each].source for each in (pair.first, pair.second)}
        self._games[game] = PoolGame(sources, now_ms, pair)
        self._meetings.note_start(*pair, now_ms)

    def not_begun(self, pair: Pair, now_ms: int) -> None:
        """Notes that the game of this pair could not be created."""
        self._meetings.note_time(*pair, now_ms)

    def ended(self, game: str, now_ms: int) -> None:
        """Notes that a game has ended: its bots wait from now on."""
        ended = self._games.pop(game, None)
        if ended is None:
            return
        if ended.pair is not None:
            self._meetings.note_time(*ended.pair, now_ms)
        for account in ended.sources:
            if member := self._members.get(account):
                member.since_ms = now_ms

    def pause(self, game: str, account: str, now_ms: int) -> None:
        """Leaves a bot out for PAUSE_MS, because it has missed this game; the bots of its source
        come last for LAST_MS."""
        self._paused_until_ms.put(account, now_ms + PAUSE_MS, now_ms)
        if source := self._games[game].sources.get(account):
            self._last_until_ms.put(source, now_ms + LAST_MS, now_ms)

    def overdue(self, now_ms: int) -> list[str]:
        """The games that should have begun by now."""
        return [
            id
            for id, game in self._games.items()
            if game.pair is not None and now_ms - game.began_ms >= START_MS
        ]


def entries_of(view: p.BotView) -> frozenset[Entry]:
    """What a bot plays in the pool, as far as the server has the games."""
    return frozenset(
        (entry.game_type, entry.clock)
        for entry in view.pool
        if entry.game_type in NAMES and entry.game_type in view.plays
    )


def wanted_of(entry: Entry, *, rated: bool) -> WantedGame:
    """The game of this entry, as the pool creates it, rated or not."""
    game_type, clock = entry
    settings = _standard_settings(game_type)
    control = p.POOL_CONTROLS[clock]
    return WantedGame(game_type, settings, control, people=False, bots=True, rated=rated)


@cache
def _standard_settings(game_type: str) -> p.Settings:
    return rules_for(game_type, {}).settings


def is_of_pool(row: p.GameSummary) -> bool:
    """Whether a game in progress may be of the pool, by its players and its time control."""
    players = [seat.player for seat in row.seats]
    is_between_bots = len(players) == 2 and all(player and player.bot for player in players)
    return is_between_bots and row.control in p.POOL_CONTROLS.values()


def _left_ms(until_ms: int, now_ms: int) -> float:
    return max(0, until_ms - now_ms)
