"""Plays one game of a match and judges it. Our own rules decide every game; a player that makes no
legal move in time loses it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from zeitnot_client.drivers.failures import (
    ClaimsEnd,
    Failed,
    FoundNoMove,
    HasResigned,
    PlayedIllegal,
)

from ..games import History
from ..jobs.job import Stopped
from .adjudication import Adjudication, ExactScore, Judge
from .luck import luck_of
from .openings import record_of
from .played import End, FinishedGame, Reply, Thought
from .players import Player
from .record import Record, values_of
from .schedule import Fixture, letters
from .time_control import GameClocks, TimeControl


class FlagFell(Failed):
    """The player ran out of time."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the games of a match are played. `control`: of the first player of a game; `other`: of
    the second one, None: the same; `exact`: exact scores for adjudication, if any."""

    control: TimeControl = field(default_factory=TimeControl)
    other: TimeControl | None = None
    adjudication: Adjudication = field(default_factory=Adjudication)
    exact: ExactScore | None = None

    def controls(self, seat: int) -> tuple[TimeControl, TimeControl]:
        """Those of both seats, with the first player on this one."""
        first, second = self.control, self.other or self.control
        return (first, second) if seat == 0 else (second, first)


@dataclass(slots=True)
class Referee:
    """Plays one game. `clock` gives seconds."""

    fixture: Fixture
    conditions: Conditions = field(default_factory=Conditions)
    is_stopped: Callable[[], bool] = lambda: False
    clock: Callable[[], float] = time.monotonic
    _clocks: GameClocks = field(init=False)
    _judge: Judge = field(init=False)
    _actions: list[str] = field(default_factory=list)
    _record: Record = field(init=False)
    _thoughts: list[Thought] = field(default_factory=list)

    def __post_init__(self) -> None:
        conditions, opening = self.conditions, self.fixture.opening
        self._clocks = GameClocks(conditions.controls(self.fixture.seat))
        self._judge = Judge(conditions.adjudication, conditions.exact)
        self._actions = list(opening.actions)
        self._record = record_of(opening)

    def play(self, first: Player, second: Player) -> FinishedGame:
        """Plays the game to its end. Raises Stopped when `is_stopped` returns True."""
        state, fixture = self.fixture.opening.state, self.fixture
        luck = luck_of(fixture.luck, fixture.seed, fixture.number)
        players = (first, second) if fixture.seat == 0 else (second, first)
        while state.result is None:
            if self.is_stopped():
                raise Stopped
            if state.turn is None:
                state, action = luck.throw(state)
                self._actions.append(action)
                self._record.add_throw(values_of(action), state)
                continue
            seat = state.turn
            try:
                reply = self._move(players[seat], seat, state)
            except (ClaimsEnd, Failed) as ended:
                if self.is_stopped():
                    raise Stopped from None
                return self._without_move(seat, ended)
            state = state.play(reply.move)
            self._actions.append(reply.move)
            self._record.add_move(seat, reply.move, state)
            if verdict := self._judge.after(seat, reply, state):
                return self._result(verdict.score, verdict.reason, "adjudicated")
            if state.result is None and state.side != seat:
                players[seat].ponder(state, self._record, self._clocks.of(seat))
        scores, _, word = state.result
        margin = None if state.margins is None else state.margins[0]
        return self._result(scores[0], word, "rules", margin=margin)

    def _move(self, player: Player, seat: int, state: History) -> Reply:
        """Gets a legal move, and subtracts its time from the clock. Raises Failed, ClaimsEnd."""
        started = self.clock()
        try:
            reply = player.move(state, self._record, self._clocks.of(seat))
        except Failed as failed:
            ms = 1000 * (self.clock() - started)
            # A hung engine whose time is over has lost on time.
            if end_of(failed) == "failed" and self._clocks.spend(seat, ms) is not None:
                raise FlagFell(str(failed)) from None
            raise
        ms = 1000 * (self.clock() - started)
        late_ms = self._clocks.spend(seat, ms)
        if late_ms is not None:
            raise FlagFell(f"its flag fell {late_ms:.0f} ms ago")
        move = _legal(reply.move, state)
        self._thoughts.append(
            Thought(round(ms), reply.depth, reply.value, reply.distance, reply.nodes)
        )
        return Reply(move, reply.depth, reply.value, reply.distance, reply.nodes)

    def _without_move(self, seat: int, ended: ClaimsEnd | Failed) -> FinishedGame:
        """The game whose player on this seat has ended it instead of moving."""
        name = self._name(seat)
        if isinstance(ended, ClaimsEnd):
            return self._result(ended.score, f"{name} claims: {ended}", "claimed")
        reason = f"{name}: {ended}"
        fault = "" if isinstance(ended, HasResigned) else reason
        return self._result(float(seat == 1), reason, end_of(ended), fault)

    def _name(self, seat: int) -> str:
        return letters(self.fixture.players[seat != self.fixture.seat])

    def _result(
        self, score: float, reason: str, end: End, fault: str = "", margin: int | None = None
    ) -> FinishedGame:
        """The finished game. `score` and `margin` are seat 0's; without a margin, a win counts
        1."""
        fixture, left = self.fixture, self._clocks.left_ms
        has_clock = any(control.base_ms is not None for control in self._clocks.controls)
        if margin is None:
            margin = (score > 0.5) - (score < 0.5)
        is_first = fixture.seat == 0
        return FinishedGame(
            fixture.number,
            fixture.seat,
            score if is_first else 1 - score,
            reason,
            tuple(self._actions),
            (int(left[fixture.seat]), int(left[1 - fixture.seat])) if has_clock else None,
            fault,
            margin if is_first else -margin,
            fixture.players,
            end,
            len(fixture.opening.actions),
            fixture.opening.start,
            tuple(self._thoughts),
        )


def end_of(failed: Failed) -> End:
    """How a game ends in which a player has failed to move."""
    kinds: tuple[tuple[type[Failed], End], ...] = (
        (HasResigned, "resigned"),
        (FlagFell, "time"),
        (PlayedIllegal, "illegal move"),
        (FoundNoMove, "no move"),
    )
    return next((end for kind, end in kinds if isinstance(failed, kind)), "failed")


def not_started(fixture: Fixture, player: int, failed: Failed) -> FinishedGame:
    """The game that the first (0) or second (1) player has lost because it did not start."""
    score, fault = float(player), f"{letters(fixture.players[player])}: {failed}"
    return FinishedGame(
        fixture.number,
        fixture.seat,
        score,
        fault,
        fixture.opening.actions,
        None,
        fault,
        1 if score else -1,
        fixture.players,
        "failed",
        len(fixture.opening.actions),
        fixture.opening.start,
    )


def _legal(reply: str, state: History) -> str:
    """The legal move that the reply means, in letters of either case. Raises PlayedIllegal."""
    legal = state.legal()
    if reply in legal:
        return reply
    for move in legal:
        if move.lower() == reply.lower():
            return move
    raise PlayedIllegal(reply, state.text)
