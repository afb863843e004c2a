"""The players of a match: our own engine, random moves, or an external engine."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.situation import Clocks, Limits, Start, Thinking
from zeitnot_protocol import Control

from ..engine import Engine, Report, Search, StopToken, has_value
from ..games import Game, History, methods_for_any_seat
from ..levels import Level, levels_of
from ..sentences import sentence
from ..strategy_files import strategy_for
from ..tablebase import open_tablebase
from ..timing import Budget, budget
from ..weights_files import weights_in
from .dialogue_log import OnLine
from .played import Reply, relative_to_even
from .record import Record, start_of
from .time_control import TimeControl

HANG_S = 600.0  # for a move without a time limit
PATIENCE_S = 5.0  # in addition to a fixed time per move
LATE_MS = 50  # after a flag and its time margin
OVERHEAD_MS = 60  # reserved on our clock for delays of a busy machine; there is no network
HUNDREDTHS = "centipawns"  # the unit in which engines report their values
MATE = 100_000.0  # the value of a forced win


class BadPlayer(ValueError):
    """The description of a player is invalid; the message says why."""


class Player(Protocol):
    """One player in one game."""

    def begin(self, start: Start) -> None:
        """Called once before the game, whose clocks do not run yet. Raises Failed, BadPlayer."""

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        """A move in `state`, which is the position after `record`.

        Raises Failed, ClaimsEnd (zeitnot_client/drivers/failures.py).
        """

    def ponder(self, state: History, record: Record, clocks: Clocks | None) -> None:
        """Lets the player think until its next move, if it ponders. `state`: after its last move;
        the opponent throws or moves next. `clocks`: what it is told if it moves next."""

    def abort(self) -> None:
        """Makes the current and all later searches end or fail soon; called from another thread."""

    def close(self) -> None:
        """Frees the player's resources; called after the game."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A player's description: `random`, `house` with limits, or a protocol with a command."""

    kind: str
    depth: int | None = None
    nodes: int | None = None
    ms: int | None = None
    level: int | None = None  # a bot's level instead of depth, nodes and ms
    threads: int = 1
    hash_mb: int = 16
    method: str | None = None
    evaluation: str | None = None
    weights: str | None = None  # a file that `zeitnot train` has written
    tables: str | None = None  # a folder of `zeitnot tablebase`
    strategy: str | None = None  # a file that `zeitnot strategy solve` has written
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    control: TimeControl | None = None  # its own clock
    ponders: bool | None = None  # None: as the match
    name: str | None = None
    text: str = field(default="", compare=False)  # as it was given

    @property
    def title(self) -> str:
        """For people."""
        return self.name or self.text or self.kind

    @property
    def is_ours(self) -> bool:
        """Whether the player is part of Zeitnot rather than an external program."""
        return self.kind in ("random", "house")

    def player(
        self,
        game: Game,
        rng: random.Random,
        default_ms: int,
        time_margin_ms: int,
        files: Mapping[str, bytes] = MappingProxyType({}),
        *,
        ponders: bool = False,
        on_line: OnLine | None = None,
    ) -> Player:
        """Makes a new player for one game.

        `default_ms`: time per move without clocks and limits; `time_margin_ms`: how far it may
        overstep its clock; `files`: the contents of weights and strategy files, by path, if they
        were read already; `ponders`: whether it thinks on the opponent's time, where its own
        option does not say it; `on_line`: gets the lines of an external engine's dialogue.

        Raises BadPlayer if the house has no such evaluation or level, or if the protocol does not
        support the game.
        """
        if self.kind == "random":
            return RandomPlayer(rng)
        ponders = ponders if self.ponders is None else self.ponders
        if self.level is not None:
            strength = _level(game, self.level)
            limited = replace(self, depth=strength.depth, nodes=strength.nodes, level=None)
            house = House(game, limited, strength.max_ms, files, ponders)
            return Blundering(house, strength.blunder_rate, rng)
        is_unlimited = self.depth is None and self.nodes is None and self.ms is None
        ms = default_ms if is_unlimited else self.ms
        if self.kind == "house":
            return House(game, self, ms, files, ponders)
        return ExternalEngine(self, game, ms, time_margin_ms, ponders, on_line)


class SimplePlayer:
    """A player that needs no beginning and does not ponder."""

    def begin(self, start: Start) -> None:
        pass

    def ponder(self, state: History, record: Record, clocks: Clocks | None) -> None:
        pass


class RandomPlayer(SimplePlayer):
    """A player that makes random legal moves."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        return Reply(self._rng.choice(state.legal()))

    def abort(self) -> None:
        pass

    def close(self) -> None:
        pass


class House(SimplePlayer):
    """Our own engine, with an empty transposition table; it uses its clock like the bot."""

    def __init__(
        self,
        game: Game,
        spec: Spec,
        ms: int | None,
        files: Mapping[str, bytes],
        ponders: bool = False,
    ) -> None:
        weights, strategy = spec.weights, spec.strategy
        try:
            self._engine = Engine(
                game,
                hash_mb=spec.hash_mb,
                threads=spec.threads,
                method=spec.method or "auto",
                evaluation=spec.evaluation or "",
                weights=weights_in(Path(weights), game.name, files.get(weights))
                if weights
                else None,
                tablebase=open_tablebase(game.name, Path(spec.tables) if spec.tables else None),
                strategy=strategy_for(Path(strategy), game, files.get(strategy))
                if strategy
                else None,
            )
        except (ValueError, OSError) as bad:
            raise BadPlayer(sentence(bad)) from None
        self._spec = spec
        self._ms = ms
        self._stop = StopToken()
        can_ponder = not game.hides or self._engine.method in methods_for_any_seat(game.name)
        self._ponders = ponders and can_ponder
        self._pondering: Search[Report] | None = None

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        begun = time.monotonic()
        self._end_pondering()
        # On a busy machine the search ends late, on our clock.
        waited_ms = round(1000 * (time.monotonic() - begun))
        spec = self._spec
        if (self._ms is not None or clocks is not None) and len(legal := state.legal()) == 1:
            return Reply(legal[0])  # without a search, like the bot
        limits: dict[str, Any] = {"ms": self._ms}
        if self._engine.method == "mcts":  # it stops early only when its move is decided
            limits["soft_ms"] = self._ms
        if clocks is not None:
            limits = self._budget(state, clocks, waited_ms).limits
        report = self._engine.search(
            state, depth=spec.depth, nodes=spec.nodes, stop=self._stop, **limits
        )
        return _reply_of(report, self._engine.method)

    def ponder(self, state: History, record: Record, clocks: Clocks | None) -> None:
        if not self._ponders or self._stop.stopped:
            return
        hidden: dict[str, Any] = {"seat": 1 - state.side} if state.game.hides else {}
        self._pondering = Search(self._engine, state, **hidden)
        if self._stop.stopped:  # by `abort`, while the search was starting
            self._pondering.stop()

    def _end_pondering(self) -> None:
        if (search := self._pondering) is not None:
            search.stop()
            search.wait()
            self._pondering = None

    def _budget(self, state: History, clocks: Clocks, used_ms: int) -> Budget:
        control = Control(kind="fischer", base_ms=clocks.base_ms, increment_ms=clocks.increment_ms)
        assert state.turn is not None
        return budget(
            max(0, clocks.left_ms[state.turn] - used_ms),
            control,
            state.ply,
            self._spec.ms,
            clocks.moves_to_go,
            overhead_ms=OVERHEAD_MS,
            min_ms=1,
        )

    def abort(self) -> None:
        self._stop.stop()
        if (search := self._pondering) is not None:
            search.stop()

    def close(self) -> None:
        self._end_pondering()


def _reply_of(report: Report, method: str) -> Reply:
    """The best move of a search, with its value for the player that moves."""
    assert report.best is not None
    valued = has_value(report, method)
    value = relative_to_even(report.value, report.unit) if valued else None
    return Reply(report.best, report.depth, value, report.distance, report.nodes)


class Blundering(SimplePlayer):
    """A player that makes a random move with this probability, like a bot of a low level."""

    def __init__(self, player: Player, rate: float, rng: random.Random) -> None:
        self._player, self._rate = player, rate
        self._random = RandomPlayer(rng)
        self._rng = rng

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        chosen = self._random if self._rng.random() < self._rate else self._player
        return chosen.move(state, record, clocks)

    def ponder(self, state: History, record: Record, clocks: Clocks | None) -> None:
        self._player.ponder(state, record, clocks)

    def abort(self) -> None:
        self._player.abort()

    def close(self) -> None:
        self._player.close()


class ExternalEngine:
    """An external engine. `on_line`: gets the lines of its dialogue. Raises BadPlayer."""

    def __init__(
        self,
        spec: Spec,
        game: Game,
        ms: int | None,
        time_margin_ms: int,
        ponders: bool = False,
        on_line: OnLine | None = None,
    ) -> None:
        self._spec = spec
        self._ms = ms
        self._time_margin_ms = time_margin_ms
        self._ponders, self._on_line = ponders, on_line
        self._driver = self._new_driver(start_of(game.start()))

    @property
    def own_name(self) -> str:
        """What the engine calls itself, empty if it does not or was not started."""
        return self._driver.name

    def begin(self, start: Start) -> None:
        self._driver = self._new_driver(start)
        self._driver.begin()

    def _new_driver(self, start: Start) -> Driver:
        spec = self._spec
        launch = Launch(
            spec.kind,
            spec.command,
            spec.options,
            bounds=None,
            ponders=self._ponders,
            reports=True,
        )
        try:
            return Driver(launch, start, on_line=self._on_line)
        except Unsupported as refused:
            raise BadPlayer(str(refused)) from None

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        assert state.turn is not None
        chosen = self._driver.move(record.situation(state), self._limits(clocks, state))
        thinking = chosen.thinking
        if thinking is None:
            return Reply(chosen.move)
        value, distance = _value_of(thinking, state.game.unit)
        return Reply(chosen.move, thinking.depth, value, distance, thinking.nodes or None)

    def _limits(self, clocks: Clocks | None, state: History) -> Limits:
        ms = self._spec.ms if clocks is not None else self._ms
        give_up_ms = 1000 * HANG_S
        if clocks is not None:
            give_up_ms = clocks.left_ms[state.turn or 0] + self._time_margin_ms + LATE_MS
        elif ms is not None:
            # xboard's protocol has only whole seconds; see xboard.py.
            give_up_ms = max(1000, ms) + 1000 * PATIENCE_S
        return Limits(clocks, ms, self._spec.depth, self._spec.nodes, give_up_ms=give_up_ms)

    def ponder(self, state: History, record: Record, clocks: Clocks | None) -> None:
        if self._ponders and state.turn is not None and not state.game.hides:
            ms = self._spec.ms if clocks is not None else self._ms
            limits = Limits(clocks, ms, self._spec.depth, self._spec.nodes)
            self._driver.ponder(record.situation(state), limits)

    def abort(self) -> None:
        self.close()

    def close(self) -> None:
        self._driver.close()


def _value_of(thinking: Thinking, unit: str) -> tuple[float | None, int | None]:
    """The value of an engine's search in the game's unit, and the plies to the end if it sees it.
    An engine that sees the end has a value beyond all others."""
    if thinking.mate is not None:
        own = thinking.mate > 0
        plies = 2 * abs(thinking.mate) - own
        return (MATE if own else -MATE), plies
    if thinking.cp is None:
        return None, None
    return (float(thinking.cp) if unit == HUNDREDTHS else thinking.cp / 100), None


def _level(game: Game, number: int) -> Level:
    levels = levels_of(game.name)
    if number not in levels:
        raise BadPlayer(f"{game.name} has the levels 1 to {max(levels)}, not {number}.")
    return levels[number]
