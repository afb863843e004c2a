"""What a bot writes to its log about a game, and what it holds back while the game runs."""

import json

import pytest

import zeitnot_protocol as p
from zeitnot_client.faults import Fault
from zeitnot_client.game_end import GameWatch
from zeitnot_client.game_lines import MAX_HELD, GameLines, Line
from zeitnot_client.session import Session
from zeitnot_client.session_events import (
    Disconnected,
    EventReceived,
    Rejected,
    Rewound,
    SessionEvent,
)
from zeitnot_client.state import RoomState
from zeitnot_server.rooms.room import Actor
from zeitnot_server.rooms.setup import LEGACY_SETUP

from .fake_room import ANN, BOB, FakeConnection, FakeRoom, session
from .sessions import pump

Written = list[tuple[str, dict[str, object]]]


class Logged:
    """A player's connection, and the lines for all that it receives, without their times."""

    def __init__(self, room: FakeRoom, actor: Actor, seed: int, is_open: bool) -> None:
        self.connection = FakeConnection(room, actor, session(seed))
        self.lines = GameLines(lambda _: is_open)
        self.written = Written()
        self.connection.on_session_event = self.note
        self.connection.connect()

    @property
    def session(self) -> Session:
        return self.connection.session

    @property
    def state(self) -> RoomState:
        return self.session.state

    def note(self, event: SessionEvent) -> None:
        self.written += stripped(self.lines.note(5.0, event, self.state))

    def end(self) -> Written:
        """The lines for the end of the game."""
        assert self.state.finished is not None
        finished = EventReceived(self.state.finished, live=True)
        end = GameWatch().note(finished, self.state, 0)
        assert end is not None
        return stripped(self.lines.end(9.0, end, self.state))


def stripped(lines: list[Line]) -> Written:
    return [(name, dict(fields)) for _, name, fields in lines]


def events(written: Written) -> list[str]:
    return [name for name, _ in written]


def played(*, is_open: bool = True, setup: p.Setup = LEGACY_SETUP) -> tuple[Logged, Logged]:
    """A game of Tic-tac-toe after one move of each."""
    room = FakeRoom("tictactoe", setup=setup)
    players = tuple(Logged(room, actor, n, is_open) for n, actor in enumerate((ANN, BOB), 1))
    for player in players:
        player.session.sit()
        pump(*(each.connection for each in players))
    for player in players:
        player.session.ready()
    for player in players:
        pump(*(each.connection for each in players))
        player.session.move(player.state.legal[0])
    pump(*(each.connection for each in players))
    first, second = players
    return first, second


def resign(player: Logged, other: Logged) -> None:
    player.session.resign()
    pump(player.connection, other.connection)


def test_game_has_a_line_for_its_start_and_each_move() -> None:
    _, bob = played()
    assert events(bob.written) == ["started", "move", "move"]
    (_, start), (_, first), (_, second) = bob.written
    assert start["players"] == [{"name": "Ann"}]
    assert start["control"] == {"kind": "sudden_death", "base_ms": 10_000_000}
    assert {"game", "game_type", "seat", "opponents"} <= start.keys()
    assert (first["by"], first["own"], first["ply"]) == (0, False, 0)
    assert (second["by"], second["own"], second["opponents"]) == (1, True, ["Ann"])
    assert isinstance(second["elapsed_ms"], int)


def test_no_line_has_a_salt_or_a_commitment() -> None:
    _, bob = played()
    text = json.dumps(bob.written)
    assert bob.state.commitment not in text
    assert len(bob.state.salts) == 2
    assert all(salt not in text for salt in bob.state.salts)


def test_moves_of_a_game_that_hides_something_wait_for_its_end() -> None:
    ann, bob = played(is_open=False)
    assert events(bob.written) == ["started"]
    resign(bob, ann)
    assert events(bob.written) == ["started"]
    assert events(bob.end()) == ["move", "move", "ended"]
    assert events(bob.end()) == ["ended"]  # they are written once


def test_fault_in_a_game_that_hides_something_is_reported_without_what_it_shows() -> None:
    _, bob = played(is_open=False)
    fault = Fault("KeyError: 'the ace'", True)
    ((name, fields),) = stripped(bob.lines.fault(5.0, fault, bob.state))
    assert name == "fault"
    assert fields["level"] == "error"
    assert fields["held_back"] == ["position", "text"]
    assert "ace" not in json.dumps(fields)
    assert str(bob.state.position) not in json.dumps(fields)


def test_fault_in_an_open_game_has_its_position() -> None:
    _, bob = played()
    ((_, fields),) = stripped(bob.lines.fault(5.0, Fault("boom", False), bob.state))
    assert fields["position"] == bob.state.position
    assert (fields["text"], fields["retries"]) == ("boom", False)


def test_lines_that_are_held_back_are_bounded() -> None:
    ann, bob = played(is_open=False)
    for _ in range(MAX_HELD + 3):
        assert bob.lines.engine(5.0, "from", "info", bob.state) == []
    resign(bob, ann)
    written = bob.end()
    assert len(written) == MAX_HELD + 2
    assert written[-2][0] == "held_back"
    assert written[-2][1]["lost"] == 5  # with the two moves


def test_process_that_enters_a_running_game_logs_only_what_follows() -> None:
    _, bob = played()
    again = Logged(bob.connection.room, BOB, 7, True)
    again.connection.pump()
    assert events(again.written) == ["started", "resumed"]
    assert again.written[1][1]["ply"] == 2


def test_event_that_comes_twice_is_logged_once() -> None:
    _, bob = played()
    for event in bob.connection.session_events:
        bob.note(event)
    assert events(bob.written) == ["started", "move", "move"]


def test_restored_backup_begins_again() -> None:
    _, bob = played()
    again = Logged(bob.connection.room, BOB, 7, True)
    again.connection.pump()
    bob.note(Rewound())
    for event in again.connection.session_events:
        bob.note(event)
    assert events(bob.written)[3:] == ["rewound", "started", "resumed"]


@pytest.mark.parametrize("is_open", [True, False])
def test_refused_move_is_a_warning(is_open: bool) -> None:
    _, bob = played(is_open=is_open)
    error = p.Error(code="illegal_move", message="b9 is illegal")
    rejected = Rejected(p.Move(game="g", id="1", move="b9", ply=2), error)
    bob.note(rejected)
    name, fields = bob.written[-1]
    assert (name, fields["code"], fields["level"]) == ("rejected", "illegal_move", "warning")
    assert ("text" in fields) is is_open


def test_end_has_result_and_clock() -> None:
    ann, bob = played()
    resign(bob, ann)
    ((name, fields),) = ann.end()
    assert name == "ended"
    assert (fields["result"], fields["reason"], fields["plies"]) == ("won", "resign", 2)
    assert fields["scores"] == [1.0, 0.0]
    assert fields["level"] is None
    assert fields["opponents"] == [BOB.name]


@pytest.mark.parametrize("is_over", [False, True])
def test_only_a_game_in_progress_is_disturbed_by_a_lost_connection(is_over: bool) -> None:
    first, second = played()
    if is_over:
        resign(first, second)
    ((name, fields),) = stripped(first.lines.note(6.0, Disconnected(), first.state))
    assert name == "disconnected"
    assert fields.get("level") == (None if is_over else "warning")


@pytest.mark.parametrize(("number", "last"), [(1, False), (2, True)])
def test_last_game_of_a_series_has_the_points_of_both(number: int, last: bool) -> None:
    setup = p.Setup(series=p.Series(games=2, number=number, scores=(0.5, 0.5)))
    first, second = played(setup=setup)
    resign(first, second)
    points = [(f["own"], f["other"]) for name, f in first.end() if name == "series_ended"]
    assert points == ([(0.5, 1.5)] if last else [])
