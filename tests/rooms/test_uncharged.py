"""Turns that cost no time: they have a limit, and when it is reached the server moves for the
seat."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.absence import is_claimable, is_pressing
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.rules import Outcome, UnchargedTurn
from zeitnot_server.rooms.steps import playing
from zeitnot_server.verify import Invalid, verify

from .any_control import controls
from .games import Game
from .rig import Rig

LIMIT_MS = 60_000
BLITZ = p.Control(kind="fischer", base_ms=100_000, increment_ms=2_000)
DAY_MS = 24 * 3_600_000


@dataclass(frozen=True)
class Talk:
    """`passes`: in a row. `next_`: the seat that moves after `resume`. `agreed`: the seats that
    have agreed in the talk; None while they play. `text_`: the first letters of all moves."""

    turn: int = 0
    passes: int = 0
    next_: int = 0
    agreed: frozenset[int] | None = None
    text_: str = ""


class Haggle(Game):
    """Seats `play` or `pass`. After two passes they talk in uncharged turns: `change` keeps the
    turn, `agree` passes it on, `resume` continues with the seat that would have moved. The game
    ends when both agree."""

    game = "haggle"

    def start(self) -> Talk:
        return Talk()

    def turn(self, state: Talk) -> int | None:
        return None if self.outcome(state) else state.turn

    def outcome(self, state: Talk) -> Outcome | None:
        return Outcome((0.5, 0.5), "rules", "agreed") if len(state.agreed or ()) == 2 else None

    def legal(self, state: Talk) -> list[str]:
        return ["play", "pass"] if state.agreed is None else ["change", "agree", "resume"]

    def uncharged(self, state: Talk) -> UnchargedTurn | None:
        talking = state.agreed is not None and self.outcome(state) is None
        return UnchargedTurn(LIMIT_MS, "resume") if talking else None

    def play(self, state: Talk, move: str) -> Talk:
        self._check(state, move)
        after = replace(state, text_=state.text_ + move[0])
        other = 1 - state.turn
        match move:
            case "change":
                return replace(after, agreed=frozenset())
            case "agree":
                return replace(
                    after, turn=other, agreed=(state.agreed or frozenset()) | {state.turn}
                )
            case "resume":
                return replace(after, turn=state.next_, passes=0, agreed=None)
        passes = state.passes + 1 if move == "pass" else 0
        agreed = frozenset[int]() if passes == 2 else None
        return replace(after, turn=other, passes=passes, next_=other, agreed=agreed)

    def position(self, state: Talk, viewer: int | None) -> str:
        return f"{state.text_} {state.turn}"


def talking(control: p.Control = BLITZ, setup: p.Setup | None = None) -> Rig:
    """A game in which both seats have passed after a second each, and seat 0 begins to talk."""
    rig = Rig(Haggle(), control, setup=setup or p.Setup(clock_starts="start")).start()
    rig.move("pass", after=1_000)
    rig.move("pass", after=1_000)
    return rig


def moved(rig: Rig) -> p.Moved:
    return [entry.event for entry in rig.log if isinstance(entry.event, p.Moved)][-1]


def check_record(rig: Rig) -> None:
    """The record verifies, and the log restores the same room."""
    assert fold(rig.new, rig.log) == rig.room
    if rig.room.phase is not Phase.FINISHED:
        rig.do(0, p.Resign)
    verify(rig.export(), lambda game, settings: rig.rules)


def test_an_uncharged_turn_leaves_the_clocks_unchanged() -> None:
    rig = talking()
    rig.lag_ms = 500
    view = rig.room.clock.view(rig.ms)
    assert (view.running, view.free_ms, view.uncharged) == (None, LIMIT_MS, True)
    for move, seat in (("change", 0), ("agree", 0), ("change", 1), ("agree", 1)):
        rig.move(move, after=9_000)
        receipt = moved(rig).receipt
        assert (moved(rig).seat, receipt.free, receipt.elapsed_ms) == (seat, True, 9_000)
        assert (receipt.charged_ms, receipt.compensated_ms) == (0, 0)
        assert moved(rig).clock.remaining_ms == [101_000, 101_000]
    rig.move("agree", after=1)
    assert rig.end.word == "agreed"
    check_record(rig)


def test_the_limit_applies_to_each_turn_not_to_each_move() -> None:
    rig = talking()
    rig.move("change", after=40_000)
    assert moved(rig).clock.free_ms == 20_000
    assert rig.room.clock.deadline_ms() == rig.ms + 20_000
    rig.move("agree", after=19_999)
    assert (moved(rig).clock.free_ms, rig.room.turn) == (LIMIT_MS, 1)
    check_record(rig)


def test_the_server_moves_for_the_seat_at_the_limit() -> None:
    rig = talking()
    rig.move("agree", after=3_000)
    assert rig.flag(after=LIMIT_MS - 1).entries == ()
    result = rig.flag(after=1)
    assert [(e.seat, e.account, e.command_id) for e in result.entries] == [(1, None, None)]
    event = moved(rig)
    assert (event.seat, event.move, event.by_server) == (1, "resume", True)
    assert (event.receipt.elapsed_ms, event.receipt.free) == (LIMIT_MS, True)
    assert event.clock.remaining_ms == [101_000, 101_000]
    assert (rig.room.turn, event.clock.running, event.clock.free_ms) == (0, 0, None)
    assert rig.room.phase is Phase.RUNNING
    check_record(rig)


def test_moves_that_cost_no_time_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their number is limited for each seat and over all turns; afterwards play can only resume."""
    monkeypatch.setattr(playing, "MAX_UNCHARGED_MOVES", 4)
    rig = talking()
    for move in ("change", "change", "agree", "change"):
        assert rig.move(move, after=1).refusal is None
    for move in ("change", "agree"):
        refusal = rig.move(move, after=1).refusal
        assert refusal is not None
        assert (refusal.code, "only resume is allowed now" in refusal.message) == (
            "illegal_move",
            True,
        )
    assert rig.move("resume", after=1).refusal is None
    for _ in range(2):
        rig.move("pass", after=1)
    assert rig.move("change", after=1).refusal is None  # counted from zero
    check_record(rig)


def test_a_seat_that_resumes_is_charged_from_then_on() -> None:
    rig = talking()
    rig.move("change", after=20_000)
    rig.move("resume", after=30_000)
    assert (rig.room.turn, moved(rig).by_server) == (0, False)
    assert moved(rig).clock.running == 0
    rig.move("play", after=5_000)
    assert moved(rig).receipt.charged_ms == 5_000
    assert moved(rig).clock.remaining_ms == [98_000, 101_000]
    rig.flag(after=101_000)
    assert (rig.end.reason, rig.end.scores) == ("flag", [1.0, 0.0])
    check_record(rig)


def test_a_late_command_finds_play_resumed() -> None:
    rig = talking()
    result = rig.move("agree", after=LIMIT_MS)
    assert result.refusal is not None
    assert result.refusal.code == "wrong_ply"
    assert (moved(rig).move, moved(rig).by_server) == ("resume", True)
    check_record(rig)


@pytest.mark.parametrize(
    "control",
    [p.Control(kind="unlimited"), p.Control(kind="correspondence", days=2), BLITZ],
    ids=lambda control: control.kind,
)
def test_the_limit_applies_under_every_control(control: p.Control) -> None:
    rig = talking(control)
    assert rig.room.clock.budget_ms == LIMIT_MS
    assert is_pressing(rig.room, rig.now())
    assert not is_claimable(rig.room, 1, rig.now().wall + 30 * DAY_MS)
    rig.flag(after=LIMIT_MS)
    assert moved(rig).by_server
    check_record(rig)


def test_first_turns_after_uncharged_ones_are_free() -> None:
    """The game begins with the talk, so that the first turns are uncharged ones."""
    rig = Rig(Haggle(), BLITZ, setup=p.Setup(moves=("pass", "pass"))).start()
    assert rig.room.clock.view(rig.ms).uncharged
    rig.move("resume", after=40_000)
    assert rig.room.clock.free == {0, 1}
    view = moved(rig).clock
    assert (view.free_ms, view.uncharged) == (30_000, False)
    rig.flag(after=30_000)
    assert rig.end.reason == "aborted"
    check_record(rig)


def test_an_outage_stops_the_time_of_the_limit() -> None:
    rig = talking()
    rig.pause(elapsed=50_000)
    rig.resume(after=90_000)
    assert rig.room.clock.view(rig.ms).free_ms == 10_000
    rig.flag(after=10_000)
    assert moved(rig).by_server
    check_record(rig)


def test_takebacks_lead_out_of_uncharged_turns_and_back() -> None:
    rig = talking()
    rig.do(1, p.Takeback, action="ask", after=7_000)
    rig.do(0, p.Takeback, action="accept", after=7_000)
    assert (rig.room.turn, rig.room.clock.is_free) == (1, False)
    assert rig.room.clock.view(rig.ms).remaining_ms == [101_000, 101_000]
    rig.move("pass", after=1_000)
    rig.move("resume", after=1_000)
    rig.do(0, p.Takeback, action="ask", after=2_000)
    rig.do(1, p.Takeback, action="accept", after=1_000)
    view = rig.room.clock.view(rig.ms)
    assert (rig.room.turn, view.free_ms, view.uncharged) == (0, LIMIT_MS, True)
    assert view.remaining_ms == [98_000, 102_000]
    check_record(rig)


def test_the_by_server_mark_of_a_move_cannot_be_forged() -> None:
    rig = talking()
    rig.flag(after=LIMIT_MS)
    rig.do(0, p.Resign, after=1_000)
    assert verification_error(rig, by_server=True) is None
    assert verification_error(rig, by_server=False) is not None
    resumed = talking()
    resumed.move("resume", after=4_000)
    resumed.do(0, p.Resign, after=1_000)
    assert verification_error(resumed, by_server=False) is None
    assert verification_error(resumed, by_server=True) is not None


def verification_error(rig: Rig, *, by_server: bool) -> str | None:
    """The error of the record if its last move is marked as the server's, or not."""
    export = rig.export()
    at = max(i for i, event in enumerate(export.events) if isinstance(event, p.Moved))
    export.events[at] = msgspec.structs.replace(export.events[at], by_server=by_server)
    try:
        verify(export, lambda game, settings: rig.rules)
    except Invalid as bad:
        return str(bad)
    return None


@given(
    control=controls,
    steps=st.lists(st.tuples(st.integers(0, 70_000), st.integers(0, 9)), max_size=30),
    setup=st.sampled_from([p.Setup(), p.Setup(clock_starts="start")]),
)
def test_any_game_replays_exactly(
    control: p.Control, steps: list[tuple[int, int]], setup: p.Setup
) -> None:
    rig = Rig(Haggle(), control, setup=setup).start()
    for after, choice in steps:
        if rig.room.phase is not Phase.RUNNING:
            break
        before = rig.room.clock
        legal: list[Any] = rig.rules.legal(rig.room.state)
        rig.flag(after) if choice == 9 else rig.move(legal[choice % len(legal)], after=after)
        if before.uncharged_ms is not None and rig.room.clock != before:
            assert rig.room.clock.times == before.times
    check_record(rig)


def test_go_marks_dead_stones_in_uncharged_turns() -> None:
    rig = Rig(rules_for("go", {"size": 5}), BLITZ)
    rig.new.game_setup.settings.update(rig.rules.settings)
    rig.start()
    for move in ("C3", "A1", "pass", "pass", "dead A1", "done"):
        rig.move(move, after=1_000)
    assert rig.room.clock.view(rig.ms).free_ms == LIMIT_MS
    rig.flag(after=LIMIT_MS)
    event = moved(rig)
    assert (event.seat, event.move, event.by_server) == (1, "resume", True)
    assert event.position.endswith(" x - 0 0,0 resumed")
    rig.move("pass", after=1)
    rig.move("pass", after=1)
    assert rig.end.word == "W+7.5"
    verify(rig.export(), rules_for)
