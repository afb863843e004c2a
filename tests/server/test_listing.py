"""The lobby lists the newest games, but the first game of every account before second ones."""

from types import SimpleNamespace
from typing import Any, cast

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.limits.sharing import fair, shared_out
from zeitnot_server.lobby.listing import MAX_LISTED, MAX_UNLOADED, Listing
from zeitnot_server.lobby.snapshot import LobbySnapshot
from zeitnot_server.rooms.room import Actor, GameSetup, Room, Seat
from zeitnot_server.rooms.value import replace


def row(
    game: str, created_at: int, player: str, state: str = "running", moves: int = 0
) -> p.GameSummary:
    seat = p.SeatView(player=p.Player(name=player, bot=False))
    return p.GameSummary(
        id=game,
        game_type="chess",
        settings={},
        control=p.Control(kind="unlimited"),
        state=state,  # type: ignore[arg-type]
        seats=[seat, seat],
        moves=moves,
        position="",
        created_at=created_at,
    )


def test_first_games_of_accounts_precede_second_ones() -> None:
    rows = [*((f"a{number}", "ann") for number in range(5)), ("b", "bob"), ("c", "carl")]
    assert fair(rows, lambda row: row[1], 4) == [("a0", "ann"), ("a1", "ann"), *rows[5:]]
    assert fair(rows, lambda row: row[1], 9) == rows
    assert fair([], lambda row: "", 9) == []


def test_a_hundred_games_of_one_account_hide_no_others() -> None:
    listing = Listing()
    listing.add_unloaded(row("first", 0, "bob"))
    for number in range(100):
        listing.add_unloaded(row(f"ann{number}", 1 + number, "ann"))
    listed = [game.id for game in listing.running()]
    assert len(listed) == MAX_LISTED
    assert listed[-1] == "first", "the oldest game"
    assert listed[0] == "ann99"


def waiting_room(game: str, created_at: int, player: str, address: str) -> RoomActor:
    """A room in which this player waits for an opponent."""
    rules = rules_for("tictactoe", {})
    control = p.Control(kind="unlimited")
    room = Room.new(
        GameSetup(game, rules, rules.settings, control, bytes(32), created_at, (None, None))
    )
    room = replace(room, seats=(Seat(actor=Actor(player, player)), room.seats[1]))

    class FakeRoomActor:
        def __init__(self) -> None:
            self.room = room
            self.audience = SimpleNamespace(origin=address, connected=lambda seat: seat == 0)

    return cast(Any, FakeRoomActor())


def test_an_unloaded_room_is_not_listed_as_open() -> None:
    listing = Listing()
    room_actor = waiting_room("game1", 0, "ann", "192.0.2.1")
    assert listing.changed(room_actor)
    assert [game.id for game in listing.open()] == ["game1"]
    assert not listing.changed(room_actor)
    listing.note_unloaded(room_actor.room)
    assert listing.open() == []
    assert listing.changed(room_actor), "the room is open again"


def test_games_of_guests_of_one_address_hide_no_others() -> None:
    """The number of guests, and of games of each guest, makes no difference."""
    listing = Listing()
    for number in range(3):
        room_actor = waiting_room(f"honest{number}", number, f"h{number}", f"192.0.2.{number}")
        assert listing.changed(room_actor)
    for number in range(600):
        listing.changed(
            waiting_room(f"g{number}", 10 + number, f"guest{number // 10}", "198.51.100.7")
        )
    listed = [game.id for game in listing.open()]
    assert len(listed) == MAX_LISTED
    assert listed[-3:] == ["honest2", "honest1", "honest0"]


def test_at_one_address_first_games_precede_second_ones() -> None:
    """Many people may share an address: a school's, or that of a proxy that forwards no address."""
    rows = [*(("ann", "school", n) for n in range(5)), ("bob", "school", 9), ("carl", "home", 9)]
    chosen = shared_out(rows, (lambda row: row[0], lambda row: row[1]), 3)
    assert chosen == [("ann", "school", 0), ("bob", "school", 9), ("carl", "home", 9)]


def test_only_the_newest_unloaded_rooms_are_kept() -> None:
    listing = Listing()
    for number in range(5 * MAX_UNLOADED):
        listing.add_unloaded(row(f"g{number}", number, f"player {number}"))
    assert MAX_UNLOADED <= len(listing._unloaded) <= 2 * MAX_UNLOADED
    assert [game.created_at for game in listing.running()][:2] == [
        5 * MAX_UNLOADED - 1,
        5 * MAX_UNLOADED - 2,
    ]
    listing.add_unloaded(
        row(f"g{5 * MAX_UNLOADED - 1}", 5 * MAX_UNLOADED - 1, "player", state="finished")
    )
    assert listing.running()[0].created_at == 5 * MAX_UNLOADED - 2


def test_snapshot_and_message_agree() -> None:
    ann, bob = row("ann", 2, "ann"), row("bob", 1, "bob", state="open")
    snapshot = LobbySnapshot((bob,), (ann,), (p.BotView(name="Marvin", plays=["chess"]),))
    assert p.decode_lobby_out(snapshot.full_frame()) == snapshot.lobby()
    with_own_games = p.decode_lobby_out(snapshot.full_frame(p.encode([ann])))
    assert isinstance(with_own_games, p.Lobby)
    assert (with_own_games.yours, with_own_games.bots) == ([ann], list(snapshot.bots))
    assert snapshot.full_frame() is snapshot.full_frame(), "encoded once"


def test_only_changes_are_sent() -> None:
    ann, bob = row("ann", 2, "ann"), row("bob", 1, "bob", state="open")
    before = LobbySnapshot((bob,), (ann,), ())
    assert before.since(before) is None
    moved = row("ann", 2, "ann", moves=1)
    assert LobbySnapshot((bob,), (moved,), ()).since(before) == p.LobbyChanged(games=[moved])
    assert LobbySnapshot((bob,), (moved,), ()).same_games(before)
    waiting = p.WaitingPeople(
        game_type="othello", settings={}, control=p.Control(kind="unlimited"), people=1
    )
    with_waiting = LobbySnapshot((bob,), (ann,), (), (waiting,))
    assert with_waiting.since(before) == p.LobbyChanged(waiting=[waiting])
    assert with_waiting.same_games(before), "a full lobby is much longer"
    begun = row("bob", 1, "bob")
    after = LobbySnapshot((), (ann, begun), ())
    assert after.since(before) == p.LobbyChanged(games=[begun], open=[], running=["ann", "bob"])
    assert not after.same_games(before)
    with_bot = LobbySnapshot((bob,), (ann,), (p.BotView(name="Marvin", plays=["chess"]),))
    assert with_bot.since(before) == p.LobbyChanged(bots=list(with_bot.bots))
