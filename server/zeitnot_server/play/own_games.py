"""The unfinished games of those who are in the lobby: read once when somebody comes, then kept up
to date by what the rooms report, so that no change costs a query."""

from collections.abc import Awaitable, Callable, Iterable

from zeitnot_client import protocol as p

from ..rooms.room import Phase, Room, Seat
from .summary import summary

SHOWN = 200

Read = Callable[[str], Awaitable[list[p.GameSummary]]]


class _Own:
    """Of one account. What a room has reported goes before what was read."""

    def __init__(self) -> None:
        self.sockets = 0
        self.read: dict[str, p.GameSummary] | None = None  # None: not yet
        self.told: dict[str, p.GameSummary | None] = {}  # None: not one's own, whatever is read

    def tell(self, game: str, row: p.GameSummary | None) -> None:
        """A game as it is now; None: it is not one's own any more. Once all has been read nothing
        is kept of such games: a bot may stay for months."""
        if row is not None or self.read is None:
            self.told[game] = row
        else:
            self.told.pop(game, None)
            self.read.pop(game, None)

    def know(self, rows: dict[str, p.GameSummary]) -> None:
        """This was read; who came at the same time may have read it, too."""
        if self.read is None:
            self.read = {game: row for game, row in rows.items() if game not in self.told}
            self.told = {game: row for game, row in self.told.items() if row is not None}

    def games(self) -> dict[str, p.GameSummary]:
        """By id."""
        merged = {**(self.read or {}), **self.told}
        return {game: row for game, row in merged.items() if row is not None}


class OwnGames:
    """By account, for accounts with a socket in the lobby. `read`: the games of an account from
    the database; `room`: a room in memory, by its id."""

    def __init__(self, read: Read, room: Callable[[str], Room | None]) -> None:
        self._read = read
        self._room = room
        self._own: dict[str, _Own] = {}
        self._players: dict[str, set[str]] = {}  # by game: those here whose own it is
        self._changed: set[str] = set()

    async def enter(self, account: str) -> None:
        """A socket of this account has come. Raises what `read` raises: then it has not."""
        own = self._own.setdefault(account, _Own())
        own.sockets += 1
        if own.read is not None:
            return
        try:
            rows = {row.id: row for row in await self._read(account)}
        except BaseException:
            self.leave(account)
            raise
        if self._own.get(account) is own:
            own.know(rows)
            for game in own.games():
                self._players.setdefault(game, set()).add(account)

    def leave(self, account: str) -> None:
        """A socket of this account has gone."""
        own = self._own.get(account)
        if own is None:
            return
        own.sockets -= 1
        if own.sockets == 0:
            del self._own[account]
            self._changed.discard(account)
            for game in own.games():
                self._forget(game, account)

    def note(self, room: Room) -> None:
        """A room is new, or more than its position has changed."""
        now = set[str]() if room.phase is Phase.FINISHED else self._here(room.seats)
        before = self._players.get(room.id, set())
        for account in now | before:
            mine = account in now
            self._own[account].tell(room.id, summary(room) if mine else None)
        if now:
            self._players[room.id] = now
        else:
            self._players.pop(room.id, None)
        self._changed |= now | before

    def changed(self) -> set[str]:
        """The accounts whose games have changed since this was asked last."""
        changed, self._changed = self._changed, set()
        return changed

    def of(self, account: str) -> list[p.GameSummary]:
        """The newest first; those in memory as they stand now."""
        own = self._own.get(account)
        rows = own.games().values() if own else ()
        newest = sorted(rows, key=lambda row: (row.created_at, row.id), reverse=True)
        return [self._fresh(row) for row in newest[:SHOWN]]

    def _fresh(self, row: p.GameSummary) -> p.GameSummary:
        room = self._room(row.id)
        return row if room is None else summary(room)

    def _here(self, seats: Iterable[Seat]) -> set[str]:
        awaited = (seat.actor or seat.invited for seat in seats)
        return {player.account for player in awaited if player and player.account in self._own}

    def _forget(self, game: str, account: str) -> None:
        players = self._players.get(game)
        if players is not None:
            players.discard(account)
            if not players:
                del self._players[game]
