"""The unfinished games and the invitations of accounts that are in the lobby. They are read once
when an account connects, and then updated by what rooms report, so that no change costs a query.
"""

from collections.abc import Awaitable, Callable, Container, Sequence
from typing import Generic, TypeVar

import msgspec

import zeitnot_protocol as p

from ..nodes.state import Position
from ..rooms.room import Now, Phase, Room
from ..rooms.summary import game_turn, summary_with_turn, turn_of_row
from .owned_game import OwnedGame, owned

MAX_SHOWN = 50
MAX_INVITED = 500  # games whose invitations a bot gets when it connects

T = TypeVar("T")
Read = Callable[[str], Awaitable[list[p.GameSummary]]]
ReadInvitations = Callable[[str], Awaitable[list[p.Invited]]]


class _AccountRows(Generic[T]):
    """The rows of one account. Rows that a room has reported are newer than those that were
    read."""

    def __init__(self) -> None:
        self.sockets = 0
        self.read: dict[str, T] | None = None  # None: not read yet
        self.reported: dict[str, T | None] = {}  # None: no longer the account's game

    def report(self, game: str, row: T | None) -> None:
        """Sets the row that a room has reported; None: the game is no longer the account's. After
        the read, no entry remains of such games, because a bot may stay connected for months."""
        if row is not None or self.read is None:
            self.reported[game] = row
        else:
            self.reported.pop(game, None)
            self.read.pop(game, None)

    def set_read_rows(self, rows: dict[str, T]) -> None:
        """Sets the rows that were read, unless another socket of the account has read them."""
        if self.read is None:
            self.read = {game: row for game, row in rows.items() if game not in self.reported}
            self.reported = {game: row for game, row in self.reported.items() if row is not None}

    def row(self, game: str) -> T | None:
        """The newest row of this game; None: it is not the account's."""
        return self.reported[game] if game in self.reported else (self.read or {}).get(game)

    def games(self) -> dict[str, T]:
        """The newest rows, by game id."""
        merged = {**(self.read or {}), **self.reported}
        return {game: row for game, row in merged.items() if row is not None}


class _PerAccount(Generic[T]):
    """Rows by account, for accounts with a socket in the lobby. `read`: reads an account's rows
    from the database, by game; `row`: makes the row for a game and one of its accounts."""

    def __init__(
        self, read: Callable[[str], Awaitable[dict[str, T]]], row: Callable[[OwnedGame, str], T]
    ) -> None:
        self._read = read
        self._row = row
        self._accounts: dict[str, _AccountRows[T]] = {}
        self._players: dict[str, set[str]] = {}  # by game: its players who are in the lobby

    async def enter(self, account: str) -> None:
        """Counts a socket of this account, and reads its rows if it is the first. If that raises,
        the socket is not counted."""
        own = self._accounts.setdefault(account, _AccountRows())
        own.sockets += 1
        if own.read is not None:
            return
        try:
            rows = await self._read(account)
        except BaseException:
            self.leave(account)
            raise
        if self._accounts.get(account) is own:
            own.set_read_rows(rows)
            for game in own.games():
                self._players.setdefault(game, set()).add(account)

    def leave(self, account: str) -> None:
        """Uncounts a socket of this account."""
        own = self._accounts.get(account)
        if own is None:
            return
        own.sockets -= 1
        if own.sockets == 0:
            del self._accounts[account]
            for game in own.games():
                self._forget(game, account)

    def is_tracked(self, account: str) -> bool:
        """Whether this account has a socket on this node."""
        return account in self._accounts

    def games(self, account: str) -> dict[str, T]:
        """The rows of this account, by game."""
        own = self._accounts.get(account)
        return own.games() if own else {}

    def row(self, account: str, game: str) -> T | None:
        """The row of this game for this account, if it has one."""
        own = self._accounts.get(account)
        return own.row(game) if own else None

    def note(self, game: OwnedGame) -> set[str]:
        """Notes a game that is new, or of which more than the position has changed. Returns its
        accounts in the lobby, including those that have left the game."""
        here = {account for account in game.accounts() if account in self._accounts}
        before = self._players.get(game.id, set()) | self._reading(game)
        for account in here | before:
            row = self._row(game, account) if account in here else None
            self._accounts[account].report(game.id, row)
        if here:
            self._players[game.id] = here
        else:
            self._players.pop(game.id, None)
        return here | before

    def _reading(self, game: OwnedGame) -> set[str]:
        """The players whose rows are being read, because the read may have begun before the
        change."""
        players = {each.account for each in game.holders if each and each.account in self._accounts}
        return {account for account in players if self._accounts[account].read is None}

    def _forget(self, game: str, account: str) -> None:
        players = self._players.get(game)
        if players is not None:
            players.discard(account)
            if not players:
                del self._players[game]


class OwnGames(_PerAccount[p.GameSummary]):
    """The rows of an account's own games. `read`: the games of an account from the database;
    `room`: a room in memory, by its id; `now`: the present instant; `absences_end_at`: as in a row,
    of a room in memory; `unloaded`: the newest row of a game whose room is not in memory."""

    def __init__(
        self,
        read: Read,
        room: Callable[[str], Room | None],
        now: Callable[[], Now],
        absences_end_at: Callable[[str], Sequence[int | None]] = lambda game: (),
        unloaded: Callable[[p.GameSummary], p.GameSummary] = lambda row: row,
    ) -> None:
        async def rows(account: str) -> dict[str, p.GameSummary]:
            return {row.id: row for row in await read(account)}  # with `your_seats`, too

        super().__init__(rows, OwnedGame.row)
        self._room = room
        self._now = now
        self._absences_end_at = absences_end_at
        self._unloaded = unloaded
        self._changed: set[str] = set()
        self._moved: set[str] = set()  # games in which a player has moved, left or come back
        # rows as JSON, by account and process, until a row changes
        self._encoded: dict[str, dict[str | None, str]] = {}

    def note(self, game: OwnedGame) -> set[str]:
        accounts = super().note(game)
        self._changed |= accounts
        for account in accounts:
            self._encoded.pop(account, None)
        return accounts

    def leave(self, account: str) -> None:
        super().leave(account)
        if not self.is_tracked(account):
            self._changed.discard(account)
            self._encoded.pop(account, None)

    def note_move(self, game: str) -> None:
        """Notes that a player has moved, left or come back in this game. This is called at every
        move, so it must be fast."""
        if game in self._players:
            self._moved.add(game)

    def note_unloaded(self, room: Room) -> None:
        """Notes that a room has left memory: its rows keep their present content."""
        owned_game = owned(room)
        turn = game_turn(room, self._now())
        for account in self._players.get(room.id, ()):
            self._accounts[account].report(
                room.id, p.with_turn(self._row(owned_game, account), turn)
            )
            self._encoded.pop(account, None)

    def note_remote_position(self, posted: Position) -> None:
        """Notes the position of a game that another node has posted."""
        if posted.game not in self._players or self._room(posted.game) is not None:
            return
        turn = p.GameTurn(**msgspec.structs.asdict(posted))
        for account in self._players[posted.game]:
            row = self.row(account, posted.game)
            if row is not None and posted.turn is not None and turn_of_row(row) != turn:
                self._accounts[account].report(posted.game, p.with_turn(row, turn))
                self._encoded.pop(account, None)
                self._moved.add(posted.game)

    def turns(self, accounts: Container[str]) -> dict[str, list[str]]:
        """The turns of the games with moves since the last call, as JSON, by account, for those of
        their players who are among `accounts`. An account of which not all games are shown is
        marked as changed instead."""
        moved, self._moved = self._moved, set()
        turns = dict[str, list[str]]()
        for game in moved:
            players = [each for each in self._players.get(game, ()) if each in accounts]
            if not players or (turn := self._turn(game, players[0])) is None:
                continue
            text = p.encode(turn)
            for account in players:
                if len(self.games(account)) > MAX_SHOWN:
                    self.mark_changed(account)
                else:
                    turns.setdefault(account, []).append(text)
        return turns

    def _turn(self, game: str, account: str) -> p.GameTurn | None:
        """The turn of a game of this account; None: it is no longer the account's."""
        room, row = self._room(game), self.row(account, game)
        if room is not None:
            return game_turn(room, self._now(), self._absences_end_at(game))
        return None if row is None else turn_of_row(self._unloaded(row))

    def mark_changed(self, account: str) -> None:
        """Marks this account as changed, because other games are shown to some of its sockets."""
        if self.is_tracked(account):
            self._changed.add(account)
            self._encoded.pop(account, None)

    def changed(self) -> set[str]:
        """The accounts whose games have changed since the last call."""
        changed, self._changed = self._changed, set()
        return changed

    def clear_encoded(self) -> None:
        """Drops the encoded rows, because changes of positions are not reported."""
        self._encoded.clear()

    def encoded_rows(
        self, account: str, process: str | None = None, games: Container[str] | None = None
    ) -> str:
        """The rows of `rows_of` as JSON, encoded once for all sockets of the account, or of one of
        its processes, which is shown only `games`."""
        text = self._encoded.get(account, {}).get(process)
        if text is None:
            text = p.encode(self.rows_of(account, games))
            own = self._accounts.get(account)
            if own is not None and own.read is not None:
                self._encoded.setdefault(account, {})[process] = text
        return text

    def rows_of(self, account: str, games: Container[str] | None = None) -> list[p.GameSummary]:
        """The account's rows, the newest first, with the positions of the rooms in memory; `games`:
        only these. If there are more than MAX_SHOWN, games in which it is the account's turn are
        preferred."""
        rows = [row for game, row in self.games(account).items() if games is None or game in games]
        rows.sort(key=lambda row: (row.created_at, row.id), reverse=True)
        if len(rows) > MAX_SHOWN:
            chosen = sorted(rows, key=lambda row: not self._is_own_turn(row))[:MAX_SHOWN]
            rows = sorted(chosen, key=lambda row: (row.created_at, row.id), reverse=True)
        return [self._current(row) for row in rows]

    def _is_own_turn(self, row: p.GameSummary) -> bool:
        room = self._room(row.id)
        phase, turn = (row.state, row.turn) if room is None else (room.phase.value, room.turn)
        own: list[int | None] = [*row.your_seats] or [row.you]
        return phase == Phase.RUNNING.value and turn is not None and turn in own

    def _current(self, row: p.GameSummary) -> p.GameSummary:
        room = self._room(row.id)
        if room is None:
            return self._unloaded(row)
        now_row = summary_with_turn(room, self._now(), self._absences_end_at(row.id))
        return msgspec.structs.replace(now_row, you=row.you, your_seats=row.your_seats)


class Invitations(_PerAccount[list[p.Invited]]):
    """The seats reserved for an account, or its own. `read`: reads them from the database, in the
    order in which they are sent."""

    def __init__(self, read: ReadInvitations) -> None:
        async def rows(account: str) -> dict[str, list[p.Invited]]:
            invitations: dict[str, list[p.Invited]] = {}
            for each in await read(account):
                invitations.setdefault(each.game, []).append(each)
            return invitations

        super().__init__(rows, OwnedGame.invitations)

    def rows_of(self, account: str, games: Container[str] | None = None) -> list[p.Invited]:
        """The invitations to MAX_INVITED games in the order in which they were read, and to as many
        of the newest since; `games`: only to these."""
        rows = self.games(account).items()
        invitations = [each for game, each in rows if games is None or game in games]
        shown = invitations[:MAX_INVITED] + invitations[MAX_INVITED:][-MAX_INVITED:]
        return [each for invited in shown for each in invited]


def invitations(room: Room, account: str) -> list[p.Invited]:
    """The seats of a room that are reserved for this account, or its own."""
    return owned(room).invitations(account)
