"""The cost of a takeback does not depend on the length of the game."""

from typing import Any

import zeitnot_protocol as p
from zeitnot_server.rooms.room import SAVE_EVERY

from .games import Duel
from .rig import Rig

PLIES = 3 * SAVE_EVERY + 5


class CountingDuel(Duel):
    """Counts calls of `play`."""

    move_count = 0

    def play(self, state: Any, move: str) -> Any:
        self.move_count += 1
        return super().play(state, move)


def long_duel() -> tuple[Rig, CountingDuel, list[Any]]:
    """A game of PLIES plies, and the state before each."""
    rules = CountingDuel(rounds=PLIES)
    rig, states = Rig(rules).start(), list[Any]()
    for _ in range(PLIES):
        states.append(rig.room.state)
        rig.move(rules.legal(rig.room.state)[0], after=10)
    return rig, rules, states


def take_back(rig: Rig) -> int:
    """Takes back the last move; returns the number of plies."""
    seat = rig.room.undoable[-1][0]
    rig.do(seat, p.Takeback, action="ask")
    result = rig.do(1 - seat, p.Takeback, action="accept")
    event = result.entries[0].event
    assert isinstance(event, p.TakenBack)
    return event.plies


def test_every_earlier_state_is_restored() -> None:
    rig, _, states = long_duel()
    remaining = PLIES
    while remaining > PLIES - 2 * SAVE_EVERY:
        remaining -= take_back(rig)
        assert rig.room.state == states[remaining]
        assert len(rig.room.saved_states) == remaining // SAVE_EVERY + 1
    for _ in range(SAVE_EVERY):
        rig.move(rig.rules.legal(rig.room.state)[0], after=10)
    assert len(rig.room.saved_states) == (remaining + SAVE_EVERY) // SAVE_EVERY + 1


def test_a_takeback_replays_few_moves() -> None:
    rig, rules, _ = long_duel()
    for _ in range(10):
        before = rules.move_count
        take_back(rig)
        assert rules.move_count - before < 2 * SAVE_EVERY
