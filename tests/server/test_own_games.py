"""Each account's games, kept up to date without a query."""

import asyncio

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import new_game_ids
from zeitnot_server.lobby.own_games import (
    MAX_INVITED,
    MAX_SHOWN,
    Invitations,
    OwnGames,
    invitations,
)
from zeitnot_server.lobby.owned_game import owned
from zeitnot_server.rooms.commands import Cancel
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Now, Phase, Room
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.rooms.summary import summary
from zeitnot_server.rooms.value import replace

ANN = "acc-ann"
UNLIMITED = p.Control(kind="unlimited")
NOW = Now(1, 0, 1_700_000_000_000)


def game_of(account: str) -> Room:
    """A game with a seat reserved for this account."""
    rules, created = rules_for("tictactoe", {}), new_game_ids()
    invitation = (Invitation(account, account, False), None)
    return Room.new(
        GameSetup(created.game, rules, rules.settings, UNLIMITED, created.seed, 1, invitation)
    )


def cancelled_room(room: Room) -> Room:
    """The same game, after its end."""
    return step(room, Cancel(), None, Now(1, 0, 2)).room


async def test_the_newest_games_are_shown_and_encoded_once() -> None:
    rows = [replace(summary(game_of(ANN)), created_at=n) for n in range(2 * MAX_SHOWN)]
    harness = Harness()
    harness.rows = rows
    await harness.enter()
    assert [row.created_at for row in harness.own.rows_of(ANN)] == [
        *range(2 * MAX_SHOWN - 1, MAX_SHOWN - 1, -1)
    ]
    text = harness.own.encoded_rows(ANN)
    assert harness.own.encoded_rows(ANN) is text
    harness.own.note(owned(game_of(ANN)))
    assert harness.own.encoded_rows(ANN) is not text
    harness.own.leave(ANN)
    assert not harness.own._encoded


async def test_games_with_the_turn_precede_newer_ones() -> None:
    rooms = {room.id: room for room in (game_of(ANN) for _ in range(MAX_SHOWN))}
    older = game_of(ANN)
    taken_seat = replace(older.seats[0], actor=Actor(ANN, ANN))
    begun = older.clock.begin(0, 0)
    seats = (taken_seat, older.seats[1])
    older = replace(older, phase=Phase.RUNNING, seats=seats, clock=begun)
    assert older.turn == 0
    rooms[older.id] = older

    async def read(account: str) -> list[p.GameSummary]:
        created_at = {game: 0 if game == older.id else 1 for game in rooms}
        rows = (summary(room) for room in rooms.values())
        return [replace(row, created_at=created_at[row.id], you=0) for row in rows]

    own = OwnGames(read, rooms.get, lambda: NOW)
    await own.enter(ANN)
    shown = [row.id for row in own.rows_of(ANN)]
    assert len(shown) == MAX_SHOWN
    assert older.id in shown


async def test_a_game_that_waits_in_the_database_precedes_newer_ones() -> None:
    """Its room is not in memory, as is usual for correspondence."""
    rows = [replace(summary(game_of(ANN)), created_at=n, you=0) for n in range(MAX_SHOWN + 1)]
    harness = Harness()
    harness.rows = [replace(rows[0], state="running", turn=0), *rows[1:]]
    await harness.enter()
    assert rows[0].id in harness.of_ann()
    harness.own.leave(ANN)
    harness.rows = [replace(rows[0], state="running", turn=1), *rows[1:]]
    await harness.enter()
    assert rows[0].id not in harness.of_ann()


async def test_invitations_are_read_once_and_then_updated() -> None:
    reads: list[str] = []
    known = [game_of(ANN) for _ in range(MAX_INVITED)]

    async def read(account: str) -> list[p.Invited]:
        reads.append(account)
        return [invited for room in known for invited in invitations(room, ANN)]

    own_invitations = Invitations(read)
    for _ in range(5):
        await own_invitations.enter(ANN)
    new = game_of(ANN)
    own_invitations.note(owned(new))
    games = [invited.game for invited in own_invitations.rows_of(ANN)]
    assert (len(games), games[0], games[-1]) == (MAX_INVITED + 1, known[0].id, new.id)
    assert reads == [ANN]
    own_invitations.note(owned(cancelled_room(new)))
    own_invitations.note(owned(cancelled_room(known[0])))
    assert [invited.game for invited in own_invitations.rows_of(ANN)] == [
        room.id for room in known[1:]
    ]


async def test_a_bot_with_several_seats_gets_their_numbers() -> None:
    deep = Invitation(ANN, "Deep", True)
    one, two = game_of(ANN), game_of(ANN)
    two = Room.new(replace(two.game_setup, invitations=(deep, deep)))
    harness = Harness()
    await harness.enter()
    for room in (one, two):
        harness.own.note(owned(room))
    seats = {row.id: row.your_seats for row in harness.own.rows_of(ANN)}
    assert seats == {one.id: [], two.id: [0, 1]}


class Harness:
    """Ann's games; reading them waits for `proceed`."""

    def __init__(self, *read: Room) -> None:
        self.rows = [summary(room) for room in read]
        self.proceed = asyncio.Event()
        self.own = OwnGames(self._read, lambda id: None, lambda: NOW)

    async def _read(self, account: str) -> list[p.GameSummary]:
        await self.proceed.wait()
        return self.rows

    async def enter(self) -> None:
        self.proceed.set()
        await self.own.enter(ANN)

    def of_ann(self) -> set[str]:
        return {row.id for row in self.own.rows_of(ANN)}


async def test_ended_games_are_forgotten() -> None:
    known = game_of(ANN)
    harness = Harness(known)
    await harness.enter()
    for room in (game_of(ANN) for _ in range(100)):
        harness.own.note(owned(room))
        harness.own.note(owned(cancelled_room(room)))
    harness.own.note(owned(cancelled_room(known)))
    (entry,) = harness.own._accounts.values()
    assert (harness.of_ann(), entry.read, entry.reported) == (set(), {}, {})


async def test_a_game_that_ends_during_the_read_is_not_shown() -> None:
    known, other = game_of(ANN), game_of(ANN)
    harness = Harness(known)
    entering = asyncio.create_task(harness.own.enter(ANN))
    await asyncio.sleep(0)
    for room in (known, other):
        harness.own.note(owned(room))
    harness.own.note(owned(cancelled_room(known)))
    harness.proceed.set()
    await entering
    assert harness.of_ann() == {other.id}
    assert None not in harness.own._accounts[ANN].reported.values()


async def test_two_simultaneous_reads_keep_updates_between() -> None:
    """The second read may return rows as old as those of the first."""
    known = game_of(ANN)
    harness = Harness(known)
    await harness.enter()
    second_read = asyncio.create_task(harness.own.enter(ANN))
    harness.own.note(owned(cancelled_room(known)))
    await second_read
    harness.own._accounts[ANN].set_read_rows({known.id: summary(known)})
    assert harness.of_ann() == set()
