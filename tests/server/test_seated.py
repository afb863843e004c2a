"""Seated players are known by their tokens without a read from the database."""

from typing import Any, cast

from zeitnot_server.lobby.owned_game import owned
from zeitnot_server.lobby.seated import SeatedPlayers
from zeitnot_server.rooms.room import Actor, Phase
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Credential, ReadFailed, SeatedToken

from .hosted import RoomHarness

ANN = Credential("hash-ann", Actor("acc-ann", "Ann"))
OTHER = Credential("hash-other", Actor("acc-ann", "Ann"))


class Rows:
    """The part of the store that is read."""

    def __init__(self, *rows: SeatedToken) -> None:
        self.rows = rows

    async def seated(self, games: object = None) -> list[SeatedToken]:
        return list(self.rows)


class Broken:
    async def seated(self, games: object = None) -> list[SeatedToken]:
        raise ReadFailed("no connection")


def room(phase: Phase, *accounts: str) -> Any:
    """A room with these players."""
    room = RoomHarness().room_actor.room
    seats = tuple(
        replace(seat, actor=Actor(account, account))
        for seat, account in zip(room.seats, accounts, strict=True)
    )
    return replace(room, seats=seats, phase=phase)


RUNNING = room(Phase.RUNNING, "acc-ann", "acc-bob")
GAME = RUNNING.id


def test_a_token_with_a_socket_is_known_while_its_account_plays() -> None:
    players = SeatedPlayers()
    with players.connected(ANN), players.connected(ANN), players.connected(None):
        assert players.account("hash-ann") is None
        players.update(owned(RUNNING))
        assert players.account("hash-ann") == players.account("hash-ann", GAME) == "acc-ann"
        assert players.account("hash-ann", "other-game") is None
        assert players.account("hash-bob") is None
    assert players.account("hash-ann") == "acc-ann", "the token may reconnect"
    assert players.games("acc-ann") == (GAME,)
    players.note_used(OTHER)
    assert players.account("hash-other") == "acc-ann"
    for phase in (Phase.ADJOURNED, Phase.RUNNING, Phase.PAUSED):
        players.update(owned(replace(RUNNING, phase=phase)))
    assert players.account("hash-ann") is None, "the token is forgotten when the game is adjourned"


def test_accounts_that_do_not_play_are_forgotten() -> None:
    players = SeatedPlayers()
    players.note_used(ANN)
    with players.connected(ANN):
        players.update(owned(RUNNING))
        players.update(owned(replace(RUNNING, phase=Phase.FINISHED)))
        players.update(owned(RUNNING))
        assert players.account("hash-ann") == "acc-ann"
        players.update(owned(replace(RUNNING, phase=Phase.FINISHED)))
    assert players.account("hash-ann") is None
    entries = players._players, players._games, players._sockets, players._accounts
    assert not any(entries)


async def test_the_rows_of_running_games_are_read() -> None:
    players = SeatedPlayers()
    await players.read(cast(Any, Rows(SeatedToken("hash-ann", "acc-ann", GAME))))
    assert players.account("hash-ann", GAME) == "acc-ann"
    players.update(owned(replace(RUNNING, phase=Phase.FINISHED)))
    assert players.account("hash-ann") is None


async def test_rows_of_a_game_that_has_ended_meanwhile_change_nothing() -> None:
    players = SeatedPlayers()
    await players.read(cast(Any, Rows(SeatedToken("hash-ann", "acc-ann", GAME))), [GAME])
    assert players.account("hash-ann") is None


async def test_a_failed_read_leaves_players_unknown() -> None:
    players = SeatedPlayers()
    await players.read(cast(Any, Broken()))
    assert players.account("hash-ann") is None
