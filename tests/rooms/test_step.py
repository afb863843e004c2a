"""Moves, throws and their visibility: behaviour of `step` that `test_cells` does not cover."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.dice import ThrowInputs, commitment
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.rules import Throw
from zeitnot_server.rooms.view import turn, view

from .games import Deal, Duel, Race
from .refusals import code
from .rig import GAME, SEED, Rig

# ── moves ──────────────────────────────────────────────────────────────────────────────────────


def test_a_move_is_charged_to_the_mover_and_starts_the_next_clock() -> None:
    rig = Rig().start()
    result = rig.move("high", after=1500)
    moved = result.entries[0].event
    assert moved == p.Moved(
        game=GAME,
        seq=moved.seq,
        at=rig.now().wall,
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
def test_a_wrong_move_is_refused(who: int, ply: int, move: str, reason: str) -> None:
    rig = Rig().start()
    before = rig.room
    assert code(rig.do(who, p.Move, ply=ply, move=move)) == reason
    assert rig.room is before


def test_the_last_move_ends_the_game_and_reveals_the_seed() -> None:
    rig = Rig().start()
    rig.move("high", after=100)
    result = rig.move("low", after=200)
    assert [type(entry.event) for entry in result.entries] == [p.Moved, p.Finished]
    assert (rig.end.reason, rig.end.word, rig.end.scores) == ("rules", "higher", [1.0, 0.0])
    assert rig.end.clock == p.ClockView(remaining_ms=[59_900, 59_800])
    assert commitment(bytes.fromhex(rig.end.seed)) == rig.room.game_setup.commitment
    assert rig.room.turn is None
    assert rig.room.phase is Phase.FINISHED


def test_the_engine_report_is_stored_with_the_move() -> None:
    rig = Rig().start()
    report = p.EngineReport(depth=9, ponder=p.PonderReport(hit=True, nodes=5, depth_gain=2))
    result = rig.do(0, p.Move, ply=0, move="low", engine=report)
    assert isinstance(result.entries[0].event, p.Moved)
    assert result.entries[0].event.engine == report


def test_no_event_before_the_end_reveals_the_seed() -> None:
    rig = Rig(Race()).start()
    while rig.room.phase is Phase.RUNNING:
        messages = "".join(p.encode(entry.event) for entry in rig.log)
        assert SEED.hex() not in messages
        rig.move("walk")
    assert rig.end.seed == SEED.hex()


# ── throws ─────────────────────────────────────────────────────────────────────────────────────


def test_throws_follow_at_once_and_equal_the_published_vectors() -> None:
    rig = Rig(Race()).start()
    inputs = ThrowInputs(SEED, GAME, ("salt0", "salt1"))
    while rig.room.phase is Phase.RUNNING:
        rig.move("half")
    threw = [entry.event for entry in rig.log if isinstance(entry.event, p.Threw)]
    assert [event.k for event in threw] == list(range(len(threw)))
    due = Throw("dice", (6,))
    assert [tuple(event.values) for event in threw] == [
        inputs.throw(k, due) for k in range(len(threw))
    ]
    assert [event.turn for event in threw] == [event.ply % 2 for event in threw]
    assert rig.events[4:8] == ["Started", "Threw", "Moved", "Threw"]


def test_no_clock_runs_between_move_and_throw() -> None:
    rig = Rig(Race()).start()
    started = next(entry.event for entry in rig.log if isinstance(entry.event, p.Started))
    assert (started.turn, started.clock.running) == (None, None)
    moved, threw = rig.move("half", after=10).entries
    assert isinstance(moved.event, p.Moved)
    assert (moved.event.turn, moved.event.clock.running) == (None, None)
    assert isinstance(threw.event, p.Threw)
    assert (threw.event.turn, rig.room.clock.running) == (1, 1)


def test_three_seats_play_a_dealt_hand() -> None:
    rig = Rig(Deal()).start()
    cards = rig.room.state.cards
    assert sorted(cards) == list(range(6))
    for choice in ("keep", "swap", "keep"):
        rig.move(choice, after=5)
    hand = (cards[0], cards[4], cards[2])
    assert rig.end.scores == [float(card == max(hand)) for card in hand]
    assert rig.end.clock.remaining_ms == [59_995] * 3


# ── views ──────────────────────────────────────────────────────────────────────────────────────


def test_legal_moves_are_sent_only_to_the_mover() -> None:
    rig = Rig(Duel(rounds=3))
    assert turn(rig.room, 0) is None
    rig.start()
    assert turn(rig.room, 0) == p.Turn(game=GAME, ply=0, legal=["high", "low"])
    assert turn(rig.room, 1) is None
    assert turn(rig.room, None) is None
    assert turn(rig.pause().room, 0) is None


def test_a_game_without_secrets_shows_all_viewers_the_same_event() -> None:
    rig = Rig().start()
    event = rig.log[-1].event
    assert all(view(event, rig.room, viewer) is event for viewer in (0, 1, None))
