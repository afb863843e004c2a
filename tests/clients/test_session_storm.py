"""Two sessions play random moves over failing connections and end with the same game."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_client.session_events import OutOfStep

from .fake_room import FakeConnection, FakeRoom
from .sessions import pump, session_events_of, start_game


class Storm:
    """A random game between two sessions over failing connections."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.room = FakeRoom(game)
        self.connections = start_game(self.room)
        self.rng = rng
        self.played: list[tuple[int, str]] = []

    def play(self, connection: FakeConnection) -> None:
        """Moves if it is this side's turn."""
        state = connection.session.state
        if state.my_turn and state.legal and not connection.session.waiting_for(p.Move):
            move = self.rng.choice(state.legal)
            self.played.append((state.ply, move))
            connection.session.move(move)

    def apply_fault(self, fault: str, connection: FakeConnection, count: int) -> None:
        """Applies one fault, or lets a few frames pass."""
        if fault == "cut":
            connection.cut()
        elif fault == "outage" and self.room.room.phase == "running":
            self.room.outage(count)
        elif fault == "connect" and connection.peer is None:
            connection.connect()
        elif fault == "send":
            connection.send()
        else:
            connection.receive(count)

    def finish(self) -> None:
        """Plays to the end of the game without further faults."""
        while not self.is_over():
            for connection in self.connections:
                self.repair(connection)
                self.play(connection)
            pump(*self.connections)
            if self.room.room.phase == "paused":
                self.room.resume()

    def repair(self, connection: FakeConnection) -> None:
        """Reconnects where necessary."""
        if connection.peer is None or session_events_of(connection, OutOfStep):
            connection.cut()
            connection.session_events.clear()
            connection.connect()

    def is_over(self) -> bool:
        """Whether the game has ended and both sides know."""
        seq = self.room.room.seq
        known = all(connection.session.state.seq == seq for connection in self.connections)
        return self.room.room.phase == "finished" and known


FAULT = st.tuples(
    st.sampled_from(["send", "receive", "cut", "connect", "outage"]),
    st.integers(0, 1),
    st.integers(0, 4),
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["tictactoe", "ewn"]),
    st.lists(FAULT, max_size=60),
    st.randoms(use_true_random=False),
)
def test_both_sides_end_with_the_same_game(
    game: str, faults: list[tuple[str, int, int]], rng: random.Random
) -> None:
    """In spite of cuts, partly delivered answers and outages no move is lost or played twice,
    and each side's record equals the log."""
    storm = Storm(game, rng)
    for fault, side, count in faults:
        storm.play(storm.connections[side])
        storm.apply_fault(fault, storm.connections[side], count)
    storm.finish()
    events = storm.room.events()
    assert [(e.ply, e.move) for e in events if isinstance(e, p.Moved)] == storm.played
    record = [e for e in events if isinstance(e, p.Moved | p.Threw)]
    for connection in storm.connections:
        assert list(connection.session.state.record) == record
        assert connection.session.settled
