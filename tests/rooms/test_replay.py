"""A replay from receipts gives the same clocks: any control, lag, outages, commits that take time.

And the record that comes of it holds, while one with a better receipt does not.
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
    """What was done so far, and who has the baton; None: a die is to be thrown first."""

    moves: str = ""
    seat: int | None = 0


class Relay(Game):
    """`p`asses the baton on, `k`eeps it for another move, or `t`hrows for who gets it. Twenty
    moves, and it was a draw."""

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


class Track(Rig):
    """A rig with a slow connection and a slow disk."""

    def __init__(self, control: p.Control, setup: p.Setup = LEGACY_SETUP) -> None:
        super().__init__(Relay(), control, setup=setup)
        self.lag_ms = 0

    def now(self) -> Now:
        return replace(super().now(), lag_ms=self.lag_ms)

    def commit_takes(self, ms: int) -> None:
        """Nobody's time, as the host has it."""
        self.ms += ms
        if not self.room.by_utc:
            self.room = replace(self.room, clock=self.room.clock.started_at(self.ms))

    def away(self, lasted: int, ms: int) -> None:
        """The server dies when the turn has lasted so long, and comes back with other instants."""
        if not self.room.by_utc:
            self.pause(lasted)
            self.ms = ms
            self.resume()


def records(game: str, settings: p.Settings) -> Any:
    return Relay()


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    """A game from its start to its end, by the rules, a flag or a resignation."""
    rig = Track(draw(controls), draw(st.sampled_from([LEGACY_SETUP, p.Setup()])))
    rig.start()
    while rig.room.phase is Phase.RUNNING:
        rig.commit_takes(draw(st.integers(0, 20)))
        rig.lag_ms = draw(st.integers(0, 12))
        if draw(st.integers(0, 5)) == 0:
            rig.away(draw(st.integers(0, 15)), draw(st.integers(0, 10**6)))
        if draw(st.integers(0, 30)) == 0:
            rig.do(draw(st.integers(0, 2)), p.Resign, after=draw(st.integers(0, 9)))
        else:
            rig.move(draw(st.sampled_from("ppkkt")), after=draw(st.integers(0, 25)))
    return rig


@given(tracks())
def test_a_replay_from_receipts_gives_the_same_clock(rig: Track) -> None:
    for upto in range(1, len(rig.log) + 1):
        repeated = fold(rig.new, rig.log[:upto])
        if isinstance(event := rig.log[upto - 1].event, p.Moved | p.Finished):
            visible = repeated.clock.view(repeated.instant_of(rig.log[upto - 1]))
            assert visible.remaining_ms == event.clock.remaining_ms
            assert (visible.periods, visible.moves) == (event.clock.periods, event.clock.moves)
            assert visible.free_ms == event.clock.free_ms or isinstance(event, p.Finished)
    assert repeated.clock.times == rig.room.clock.times
    assert repeated.clock.quotas_ms == rig.room.clock.quotas_ms


@given(tracks())
def test_the_record_of_a_replay_verifies(rig: Track) -> None:
    verified = verify(rig.export(), records)
    assert verified.moves == rig.room.ply


@given(tracks(), st.integers(1, 5), st.data())
def test_no_receipt_with_more_time_verifies(rig: Track, better: int, data: st.DataObject) -> None:
    """Nobody is given back more than was owed, quota or not, without its showing. How long a free
    turn lasted cannot be known, and is worth nothing."""
    tree = json.loads(p.encode(rig.export()))
    moves = [e for e in tree["events"] if e["type"] == "moved"]
    if not moves:
        return
    receipt = data.draw(st.sampled_from(moves))["receipt"]
    known = sorted(receipt.keys() - ({"elapsed_ms", "free"} if receipt.get("free") else set()))
    receipt[data.draw(st.sampled_from(known))] = data.draw(st.integers(0, 5)) or -better
    export = msgspec.convert(tree, p.Export)
    if export == rig.export():
        return
    with pytest.raises(Invalid):
        verify(export, records)


def test_resigning_with_only_lag_left_is_a_resignation() -> None:
    """No receipt says what the line was owed; the quota allows it, so the flag had not fallen."""
    rig = Track(p.Control(kind="sudden_death", base_ms=1000))
    rig.start()
    rig.lag_ms = 50
    rig.do(0, p.Resign, after=1030)
    assert rig.end.reason == "resign"
    verify(rig.export(), records)


def test_resigning_after_all_possible_lag_is_a_loss_on_time() -> None:
    rig = Track(p.Control(kind="sudden_death", base_ms=1000))
    rig.start()
    rig.lag_ms = 10**9
    rig.do(0, p.Resign, after=1000 + 3 * 154)
    assert rig.end.reason == "flag"
    verify(rig.export(), records)
