"""Moves, throws and their visibility: what `step` does beyond its table."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.dice import ThrowInputs, commitment
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.rules import Throw
from zeitnot_server.rooms.view import turn, view

from .games import Deal, Duel, Race
from .refusals import code
from .table import GAME, SEED, Table

# ── moves ──────────────────────────────────────────────────────────────────────────────────────


def test_a_move_is_charged_to_the_mover_and_starts_the_next_clock() -> None:
    table = Table().start()
    result = table.move("high", after=1500)
    moved = result.entries[0].event
    assert moved == p.Moved(
        game=GAME,
        seq=moved.seq,
        at=table.now().wall,
        seat=0,
        ply=0,
        move="high",
        position="h",
        receipt=p.Receipt(
            elapsed_ms=1500,
            compensated_ms=0,
            charged_ms=1500,
            remaining_ms=58_500,
            quota_ms=1560,
        ),
        clock=p.ClockView(remaining_ms=[58_500, 60_000], running=1),
        turn=1,
    )
    assert result.answer is not None
    assert result.answer.clock == moved.clock
    assert result.entries[0].ply == 0


@pytest.mark.parametrize(
    ("who", "ply", "move", "reason"),
    [
        (1, 0, "high", "not_your_turn"),
        (0, 1, "high", "wrong_ply"),
        (0, 0, "up", "illegal_move"),
    ],
)
def test_move_refused(who: int, ply: int, move: str, reason: str) -> None:
    table = Table().start()
    before = table.room
    assert code(table.do(who, p.Move, ply=ply, move=move)) == reason
    assert table.room is before


def test_the_last_move_ends_the_game_and_reveals_the_seed() -> None:
    table = Table().start()
    table.move("high", after=100)
    result = table.move("low", after=200)
    assert [type(entry.event) for entry in result.entries] == [p.Moved, p.Finished]
    assert (table.end.reason, table.end.word, table.end.scores) == ("rules", "higher", [1.0, 0.0])
    assert table.end.clock == p.ClockView(remaining_ms=[59_900, 59_800])
    assert commitment(bytes.fromhex(table.end.seed)) == table.room.game_setup.commitment
    assert table.room.turn is None
    assert table.room.phase is Phase.FINISHED


def test_the_engine_report_is_stored_with_the_move() -> None:
    table = Table().start()
    report = p.EngineReport(depth=9, ponder=p.PonderReport(hit=True, nodes=5, depth_gain=2))
    result = table.do(0, p.Move, ply=0, move="low", engine=report)
    assert isinstance(result.entries[0].event, p.Moved)
    assert result.entries[0].event.engine == report


def test_no_event_before_the_end_reveals_the_seed() -> None:
    table = Table(Race()).start()
    while table.room.phase is Phase.RUNNING:
        messages = "".join(p.encode(entry.event) for entry in table.log)
        assert SEED.hex() not in messages
        table.move("walk")
    assert table.end.seed == SEED.hex()


# ── throws ─────────────────────────────────────────────────────────────────────────────────────


def test_throws_follow_at_once_and_equal_the_published_vectors() -> None:
    table = Table(Race()).start()
    inputs = ThrowInputs(SEED, GAME, ("salt0", "salt1"))
    while table.room.phase is Phase.RUNNING:
        table.move("half")
    threw = [entry.event for entry in table.log if isinstance(entry.event, p.Threw)]
    assert [event.k for event in threw] == list(range(len(threw)))
    due = Throw("dice", (6,))
    assert [tuple(event.values) for event in threw] == [
        inputs.throw(k, due) for k in range(len(threw))
    ]
    assert [event.turn for event in threw] == [event.ply % 2 for event in threw]
    assert table.events[4:8] == ["Started", "Threw", "Moved", "Threw"]


def test_no_clock_runs_between_move_and_throw() -> None:
    table = Table(Race()).start()
    started = next(entry.event for entry in table.log if isinstance(entry.event, p.Started))
    assert (started.turn, started.clock.running) == (None, None)
    moved, threw = table.move("half", after=10).entries
    assert isinstance(moved.event, p.Moved)
    assert (moved.event.turn, moved.event.clock.running) == (None, None)
    assert isinstance(threw.event, p.Threw)
    assert (threw.event.turn, table.room.clock.running) == (1, 1)


def test_three_seats_play_a_dealt_hand() -> None:
    table = Table(Deal()).start()
    cards = table.room.state.cards
    assert sorted(cards) == list(range(6))
    for choice in ("keep", "swap", "keep"):
        table.move(choice, after=5)
    hand = (cards[0], cards[4], cards[2])
    assert table.end.scores == [float(card == max(hand)) for card in hand]
    assert table.end.clock.remaining_ms == [59_995] * 3


# ── views ──────────────────────────────────────────────────────────────────────────────────────


def test_legal_moves_are_sent_only_to_the_mover() -> None:
    table = Table(Duel(rounds=3))
    assert turn(table.room, 0) is None
    table.start()
    assert turn(table.room, 0) == p.Turn(game=GAME, ply=0, legal=["high", "low"])
    assert turn(table.room, 1) is None
    assert turn(table.room, None) is None
    assert turn(table.pause().room, 0) is None


def test_an_open_game_shows_the_same_event_to_all() -> None:
    table = Table().start()
    event = table.log[-1].event
    assert all(view(event, table.room, viewer) is event for viewer in (0, 1, None))
