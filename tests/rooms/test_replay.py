"""A replay from receipts gives the same clocks, with any control, lag, outages and slow commits.

The exported record can be verified; a record with a changed receipt cannot.
"""

import json
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Now, Phase
from zeitnot_server.rooms.rules import Outcome, Throw
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import Invalid, verify

from .any_control import controls
from .games import Game
from .rig import Rig


@dataclass(frozen=True, slots=True)
class Baton:
    """The moves so far, and the seat with the baton; None if a throw is due."""

    moves: str = ""
    seat: int | None = 0


class BatonRelay(Game):
    """Moves: `p`ass the baton, `k`eep it for another move, `t`hrow a die for its next holder. A
    draw after twenty moves."""

    game = "relay"
    seats = 3

    def start(self) -> Baton:
        return Baton()

    def turn(self, state: Baton) -> int | None:
        return None if self.outcome(state) else state.seat

    def throw(self, state: Baton) -> Throw | None:
        due = state.seat is None and not self.outcome(state)
        return Throw("dice", (self.seats,)) if due else None

    def chance(self, state: Baton, values: tuple[int, ...]) -> Baton:
        return Baton(state.moves, values[0] - 1)

    def outcome(self, state: Baton) -> Outcome | None:
        third = (1 / 3,) * 3
        return Outcome(third, "rules", "all tired") if len(state.moves) == 20 else None

    def legal(self, state: Baton) -> list[str]:
        return ["p", "k", "t"]

    def play(self, state: Baton, move: str) -> Baton:
        assert state.seat is not None
        to = {"p": (state.seat + 1) % self.seats, "k": state.seat, "t": None}[move]
        return Baton(state.moves + move, to)

    def position(self, state: Baton, viewer: int | None) -> str:
        return f"{state.moves}:{state.seat}"


class SlowRig(Rig):
    """A rig with a slow connection and a slow disk."""

    def __init__(self, control: p.Control, setup: p.Setup = LEGACY_SETUP) -> None:
        super().__init__(BatonRelay(), control, setup=setup)
        self.lag_ms = 0

    def now(self) -> Now:
        return replace(super().now(), lag_ms=self.lag_ms)

    def delay_commit(self, ms: int) -> None:
        """Simulates a commit that takes `ms`, which is charged to no seat."""
        self.ms += ms
        if not self.room.clock.uses_utc:
            self.room = replace(self.room, clock=self.room.clock.started_at(self.ms))

    def restart(self, elapsed: int, ms: int) -> None:
        """Crashes the server `elapsed` ms into the turn; the clock of its next run shows `ms`."""
        if not self.room.clock.uses_utc:
            self.pause(elapsed)
            self.ms = ms
            self.resume()


def rules_for(game: str, settings: p.Settings) -> Any:
    return BatonRelay()


@st.composite
def played_games(draw: st.DrawFn) -> SlowRig:
    """Games from start to end, by the rules, a flag or a resignation."""
    rig = SlowRig(draw(controls), draw(st.sampled_from([LEGACY_SETUP, p.Setup()])))
    rig.start()
    while rig.room.phase is Phase.RUNNING:
        rig.delay_commit(draw(st.integers(0, 20)))
        rig.lag_ms = draw(st.integers(0, 12))
        if draw(st.integers(0, 5)) == 0:
            rig.restart(draw(st.integers(0, 15)), draw(st.integers(0, 10**6)))
        if draw(st.integers(0, 30)) == 0:
            rig.do(draw(st.integers(0, 2)), p.Resign, after=draw(st.integers(0, 9)))
        else:
            rig.move(draw(st.sampled_from("ppkkt")), after=draw(st.integers(0, 25)))
    return rig


@given(played_games())
def test_a_replay_from_receipts_gives_the_same_clock(rig: SlowRig) -> None:
    for count in range(1, len(rig.log) + 1):
        repeated = fold(rig.new, rig.log[:count])
        if isinstance(event := rig.log[count - 1].event, p.Moved | p.Finished):
            visible = repeated.clock.view(repeated.instant_of(rig.log[count - 1]))
            assert visible.remaining_ms == event.clock.remaining_ms
            assert (visible.periods, visible.moves) == (event.clock.periods, event.clock.moves)
            assert visible.free_ms == event.clock.free_ms or isinstance(event, p.Finished)
    assert repeated.clock.times == rig.room.clock.times
    assert repeated.clock.quotas_ms == rig.room.clock.quotas_ms


@given(played_games())
def test_the_record_of_a_replay_verifies(rig: SlowRig) -> None:
    verified = verify(rig.export(), rules_for)
    assert verified.moves == rig.room.ply


@given(played_games(), st.integers(1, 5), st.data())
def test_a_changed_receipt_does_not_verify(
    rig: SlowRig, deduction: int, data: st.DataObject
) -> None:
    """Any change of a receipt is detected, except the length of a free turn: it has no effect."""
    tree = json.loads(p.encode(rig.export()))
    moves = [e for e in tree["events"] if e["type"] == "moved"]
    if not moves:
        return
    receipt = data.draw(st.sampled_from(moves))["receipt"]
    names = sorted(receipt.keys() - ({"elapsed_ms", "free"} if receipt.get("free") else set()))
    receipt[data.draw(st.sampled_from(names))] = data.draw(st.integers(0, 5)) or -deduction
    export = msgspec.convert(tree, p.Export)
    if export == rig.export():
        return
    with pytest.raises(Invalid):
        verify(export, rules_for)


def test_resigning_with_only_lag_left_is_a_resignation() -> None:
    """Lag compensation is in no receipt; the quota allows it, so the flag had not fallen."""
    rig = SlowRig(p.Control(kind="sudden_death", base_ms=1000))
    rig.start()
    rig.lag_ms = 50
    rig.do(0, p.Resign, after=1030)
    assert rig.end.reason == "resign"
    verify(rig.export(), rules_for)


def test_resigning_after_all_possible_lag_is_a_loss_on_time() -> None:
    rig = SlowRig(p.Control(kind="sudden_death", base_ms=1000))
    rig.start()
    rig.lag_ms = 10**9
    rig.do(0, p.Resign, after=1000 + 3 * 154)
    assert rig.end.reason == "flag"
    verify(rig.export(), rules_for)
