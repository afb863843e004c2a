"""A match between two players on one machine, without a server.

Each opening is played twice with the seats exchanged, and both games use the same dice, so that
luck affects both players equally. Our own rules decide every game; a player that makes no legal
move in time loses it.
"""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from zeitnot_client.drivers.failures import ClaimsEnd, Failed, HasResigned
from zeitnot_client.drivers.situation import Clocks

from ..engine import Engine
from ..games import Game, History, Value, load, random_start, random_throw
from ..jobs.job import Job, Stop, Stopped
from .players import Player
from .record import Record, replayed, start_of

OPENING_PLIES = 4
BALANCE_NODES = 20_000
_TRIES = 200
MARKING = "marking"  # the name of the setting

MakePlayer = Callable[[int], Player]
"""Makes a new player for the game with this number."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A position, and the actions (moves and throws) that lead to it from the start.

    It is pickled as its actions, so it can be unpickled only if they lead to the position.
    """

    state: History
    actions: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.state.game
        return _replayed, (game.name, game.settings, self.actions, self.state.text)


def _replayed(
    game: str, settings: dict[str, Value], actions: tuple[str, ...], text: str
) -> Opening:
    """The opening after these actions. Raises ValueError if its position is not `text`."""
    _, state = replayed(load(game, settings), actions)
    if state.text != text:
        raise ValueError(f"The actions of an opening do not lead to {text}.")
    return Opening(state, actions)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to play: from `opening`, with A on `seat`, and throws drawn from `seed`."""

    number: int
    opening: Opening
    seat: int
    seed: int


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Clocks with an increment, or no clocks (`base_ms` None). `margin_ms`: how far a clock may
    fall below 0, which allows for delays of the machine."""

    base_ms: int | None = None
    increment_ms: int = 0
    margin_ms: int = 20


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game. `score`: A's; `actions`: all moves and throws; `left_ms`: the clocks of A
    and B at the end; `fault`: a player's fault, or empty; `margin`: A's lead in discs or points, or
    1 and -1 in games without margins."""

    number: int
    seat: int
    score: float
    reason: str
    actions: tuple[str, ...]
    left_ms: tuple[int, int] | None = None
    fault: str = ""
    margin: int = 0


def without_marking(game: Game) -> Game:
    """The game without the marking of dead stones, if it has one: in games between engines, all
    stones on the board count as alive."""
    if MARKING not in game.settings:
        return game
    return load(game.name, {**game.settings, MARKING: "no"})


def record_of(opening: Opening) -> Record:
    """The record of a game that begins with this opening. One without actions is the start."""
    if not opening.actions:
        return Record(start_of(opening.state))
    return replayed(opening.state.game, opening.actions)[0]


def fixtures(openings: Sequence[Opening], games: int, seed: int = 0) -> list[Fixture]:
    """The games of a match: each opening twice with the seats exchanged, in turn."""
    return [
        Fixture(i, openings[i // 2 % len(openings)], seat=i % 2, seed=seed + i // 2)
        for i in range(games)
    ]


def default_opening_plies(game: Game) -> int:
    """The default length of random openings. It is 0 in games with hidden information: deals differ
    anyway, and a random bid, bet or fleet would decide the game and mislead the opponent."""
    return 0 if game.hides else OPENING_PLIES


def random_openings(
    game: Game, count: int, seed: int, plies: int = OPENING_PLIES, balance: float | None = None
) -> list[Opening]:
    """Up to `count` different unfinished positions after random plies, from drawn starts if the
    game has them; the throw of the start is then the first action.

    `balance`: omit positions whose value, by a short search, is further from equal than this, in
    the game's unit.
    """
    if plies == 0 and game.start_throw is None:
        return [Opening(game.start())]
    engine = None if balance is None else Engine(game)
    openings: dict[str, Opening] = {}
    for i in range(_TRIES * count):
        if len(openings) == count:
            break
        opening = _random_opening(game, random.Random(f"{seed} {i}"), plies)
        if opening.state.result is None and _is_balanced(engine, opening.state, balance):
            openings.setdefault(opening.state.text, opening)
    return list(openings.values()) or [Opening(game.start())]


def _is_balanced(engine: Engine | None, state: History, balance: float | None) -> bool:
    if engine is None or balance is None:
        return True
    engine.clear()
    return abs(engine.search(state, nodes=BALANCE_NODES).value) <= balance


def _random_opening(game: Game, rng: random.Random, plies: int) -> Opening:
    state, values = random_start(game, rng)
    actions = [] if values is None else [_throw_text(values)]
    while state.result is None and state.ply < plies:
        if state.turn is None:
            state, action = throw(state, rng)
        else:
            action = rng.choice(state.legal())
            state = state.play(action)
        actions.append(action)
    return Opening(state, tuple(actions))


def throw(state: History, dice: random.Random) -> tuple[History, str]:
    """The state after a random throw, and the throw as text."""
    values, _ = random_throw(state, dice)
    return state.throw(values), _throw_text(values)


def _throw_text(values: Sequence[int]) -> str:
    return ".".join(map(str, values))


# ── one game ───────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Referee:
    """Plays one game and judges it. `clock` gives seconds."""

    fixture: Fixture
    control: TimeControl = field(default_factory=TimeControl)
    is_stopped: Callable[[], bool] = lambda: False
    clock: Callable[[], float] = time.monotonic
    _actions: list[str] = field(default_factory=list)
    _left_ms: list[float] = field(default_factory=list)

    def play(self, a: Player, b: Player) -> Played:
        """Plays the game to its end. Raises Stopped when `is_stopped` returns True."""
        opening, dice = self.fixture.opening, random.Random(self.fixture.seed)
        state = opening.state
        self._actions = list(opening.actions)
        record = record_of(opening)
        self._left_ms = [float(self.control.base_ms or 0)] * 2
        players = (a, b) if self.fixture.seat == 0 else (b, a)
        while state.result is None:
            if self.is_stopped():
                raise Stopped
            if state.turn is None:
                values, _ = random_throw(state, dice)
                state = state.throw(values)
                self._actions.append(_throw_text(values))
                record.add_throw(values, state)
                continue
            seat = state.turn
            try:
                action = self._move(players[seat], seat, state, record)
            except ClaimsEnd as claim:
                return self._result(claim.score, f"{self._name(seat)} claims: {claim}", "claim")
            except Failed as failed:
                if self.is_stopped():
                    raise Stopped from None
                reason = f"{self._name(seat)}: {failed}"
                fault = "" if isinstance(failed, HasResigned) else reason
                return self._result(float(seat == 1), reason, fault)
            state = state.play(action)
            self._actions.append(action)
            record.add_move(seat, action, state)
        margin = None if state.margins is None else state.margins[0]
        scores, _, word = state.result
        return self._result(scores[0], word, margin=margin)

    def _move(self, player: Player, seat: int, state: History, record: Record) -> str:
        """Gets a legal move, and subtracts its time from the clock. Raises Failed, ClaimsEnd."""
        control, clocks = self.control, None
        if control.base_ms is not None:
            left_ms = (int(self._left_ms[0]), int(self._left_ms[1]))
            clocks = Clocks(left_ms, control.base_ms, control.increment_ms)
        started = self.clock()
        reply = player.move(state, record, clocks)
        if clocks is not None:
            self._left_ms[seat] -= 1000 * (self.clock() - started)
            if self._left_ms[seat] < -control.margin_ms:
                raise Failed(f"its flag fell {-self._left_ms[seat]:.0f} ms ago")
            self._left_ms[seat] = max(0.0, self._left_ms[seat]) + control.increment_ms
        legal = state.legal()
        if reply in legal:
            return reply
        for move in legal:
            if move.lower() == reply.lower():
                return move
        raise Failed(f'"{reply}" is not a legal move in {state.text}')

    def _name(self, seat: int) -> str:
        return "A" if seat == self.fixture.seat else "B"

    def _result(
        self, score: float, reason: str, fault: str = "", margin: int | None = None
    ) -> Played:
        """The finished game. `score` and `margin` are seat 0's; without a margin, a win counts
        1."""
        seat, left_ms = self.fixture.seat, None
        if self.control.base_ms is not None:
            left_ms = (int(self._left_ms[seat]), int(self._left_ms[1 - seat]))
        if margin is None:
            margin = (score > 0.5) - (score < 0.5)
        points, won_by = (score, margin) if seat == 0 else (1 - score, -margin)
        actions = tuple(self._actions)
        return Played(self.fixture.number, seat, points, reason, actions, left_ms, fault, won_by)


def play(fixture: Fixture, a: Player, b: Player) -> Played:
    """Plays one game without clocks."""
    return Referee(fixture).play(a, b)


# ── many games ─────────────────────────────────────────────────────────────────────────────────


class Contest(Job[Fixture, Played]):
    """A job of games, each between newly made players."""

    word = "game"

    def __init__(self, a: MakePlayer, b: MakePlayer, control: TimeControl | None = None) -> None:
        self._makes = (a, b)
        self._control = control or TimeControl()

    def name(self, task: Fixture) -> str:
        return f"{self.word} {task.number}"

    def run(self, task: Fixture, stop: Stop) -> Played:
        """Plays one game; a player that does not start loses it."""
        players: list[Player] = []
        start = record_of(task.opening).start
        with ExitStack() as stack:
            for side, make in zip("AB", self._makes, strict=True):
                player = make(task.number)
                stack.callback(player.close)
                stack.enter_context(stop.on_stop(player.abort))
                try:
                    player.begin(start)
                except Failed as failed:
                    if stop.is_set():
                        raise Stopped from None
                    return _not_started(task, side, failed)
                players.append(player)
            return Referee(task, self._control, stop.is_set).play(*players)


def _not_started(fixture: Fixture, side: str, failed: Failed) -> Played:
    """The game that this side has lost because it did not start."""
    score, fault = float(side == "B"), f"{side}: {failed}"
    won_by = 1 if score else -1
    actions = fixture.opening.actions
    return Played(fixture.number, fixture.seat, score, fault, actions, None, fault, won_by)
