"""The players of a match: our own engine, random moves, or an external engine."""

import math
import random
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.situation import Clocks, Limits, Start
from zeitnot_protocol import Control

from ..engine import Engine, StopToken
from ..engine_processes import PROTOCOLS
from ..games import Game, History
from ..levels import Level, levels_of
from ..sentences import sentence
from ..strategy_files import strategy_for
from ..tablebase import open_tablebase
from ..timing import Budget, budget
from ..weights_files import weights_in
from .record import Record, start_of

HANG_S = 600.0  # for a move without a time limit
PATIENCE_S = 5.0  # in addition to a fixed time per move


class BadPlayer(ValueError):
    """The description of a player is invalid; the message says why."""


class Player(Protocol):
    """One player in one game."""

    def begin(self, start: Start) -> None:
        """Called once before the game, whose clocks do not run yet. Raises Failed, BadPlayer."""

    def move(self, state: History, record: Record, clocks: Clocks | None) -> str:
        """A move in `state`, which is the position after `record`.

        Raises Failed, ClaimsEnd (zeitnot_client/drivers/failures.py).
        """

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

    @property
    def is_ours(self) -> bool:
        """Whether the player is part of Zeitnot rather than an external program."""
        return self.kind in ("random", "house")

    def player(
        self,
        game: Game,
        rng: random.Random,
        default_ms: int,
        margin_ms: int,
        files: Mapping[str, bytes] = MappingProxyType({}),
    ) -> Player:
        """Makes a new player for one game.

        `default_ms`: time per move without clocks and limits; `margin_ms`: how far it may overstep
        its clock; `files`: the contents of weights and strategy files, by path, if they were read
        already.

        Raises BadPlayer if the house has no such evaluation or level, or if the protocol does not
        support the game.
        """
        if self.kind == "random":
            return RandomPlayer(rng)
        if self.level is not None:
            strength = _level(game, self.level)
            limited = replace(self, depth=strength.depth, nodes=strength.nodes, level=None)
            house = House(game, limited, strength.max_ms, files)
            return Blundering(house, strength.blunder_rate, rng)
        is_unlimited = self.depth is None and self.nodes is None and self.ms is None
        ms = default_ms if is_unlimited else self.ms
        if self.kind == "house":
            return House(game, self, ms, files)
        return ExternalEngine(self, game, ms, margin_ms)


class RandomPlayer:
    """A player that makes random legal moves."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def begin(self, start: Start) -> None:
        pass

    def move(self, state: History, record: Record, clocks: Clocks | None) -> str:
        return self._rng.choice(state.legal())

    def abort(self) -> None:
        pass

    def close(self) -> None:
        pass


class House:
    """Our own engine, with an empty transposition table; it uses its clock like the bot."""

    def __init__(self, game: Game, spec: Spec, ms: int | None, files: Mapping[str, bytes]) -> None:
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

    def begin(self, start: Start) -> None:
        pass

    def move(self, state: History, record: Record, clocks: Clocks | None) -> str:
        spec = self._spec
        if (self._ms is not None or clocks is not None) and len(legal := state.legal()) == 1:
            return legal[0]  # without a search, like the bot
        limits: dict[str, Any] = {"ms": self._ms}
        if self._engine.method == "mcts":  # it stops early only when its move is decided
            limits["soft_ms"] = self._ms
        if clocks is not None:
            limits = self._budget(state, clocks).limits
        best = self._engine.search(
            state, depth=spec.depth, nodes=spec.nodes, stop=self._stop, **limits
        ).best
        assert best is not None
        return best

    def _budget(self, state: History, clocks: Clocks) -> Budget:
        control = Control(kind="fischer", base_ms=clocks.base_ms, increment_ms=clocks.increment_ms)
        assert state.turn is not None
        return budget(clocks.left_ms[state.turn], control, state.ply, self._spec.ms)

    def abort(self) -> None:
        self._stop.stop()

    def close(self) -> None:
        pass


class Blundering:
    """A player that makes a random move with this probability, like a bot of a low level."""

    def __init__(self, player: Player, rate: float, rng: random.Random) -> None:
        self._player, self._rate = player, rate
        self._random = RandomPlayer(rng)
        self._rng = rng

    def begin(self, start: Start) -> None:
        pass

    def move(self, state: History, record: Record, clocks: Clocks | None) -> str:
        chosen = self._random if self._rng.random() < self._rate else self._player
        return chosen.move(state, record, clocks)

    def abort(self) -> None:
        self._player.abort()

    def close(self) -> None:
        self._player.close()


class ExternalEngine:
    """An external engine. Raises BadPlayer."""

    def __init__(self, spec: Spec, game: Game, ms: int | None, margin_ms: int) -> None:
        self._spec = spec
        self._ms = ms
        self._margin_ms = margin_ms
        self._driver = self._new_driver(start_of(game.start()))

    def begin(self, start: Start) -> None:
        self._driver = self._new_driver(start)
        self._driver.begin()

    def _new_driver(self, start: Start) -> Driver:
        spec = self._spec
        try:
            return Driver(Launch(spec.kind, spec.command, spec.options, bounds=None), start)
        except Unsupported as refused:
            raise BadPlayer(str(refused)) from None

    def move(self, state: History, record: Record, clocks: Clocks | None) -> str:
        ms = self._spec.ms if clocks is not None else self._ms
        give_up_ms = 1000 * HANG_S
        if clocks is not None:
            assert state.turn is not None
            give_up_ms = clocks.left_ms[state.turn] + self._margin_ms + 50
        elif ms is not None:
            # xboard's protocol has only whole seconds; see xboard.py.
            give_up_ms = max(1000, ms) + 1000 * PATIENCE_S
        limits = Limits(clocks, ms, self._spec.depth, self._spec.nodes, give_up_ms=give_up_ms)
        return self._driver.move(record.situation(state), limits).move

    def abort(self) -> None:
        self.close()

    def close(self) -> None:
        self._driver.close()


def _level(game: Game, number: int) -> Level:
    levels = levels_of(game.name)
    if number not in levels:
        raise BadPlayer(f"{game.name} has the levels 1 to {max(levels)}, not {number}.")
    return levels[number]


# ── reading ────────────────────────────────────────────────────────────────────────────────────

_TEXT_SETTINGS = {
    "method": "method",
    "eval": "evaluation",
    "weights": "weights",
    "tables": "tables",
    "strategy": "strategy",
}
_NUMBER_SETTINGS = ("depth", "nodes", "level", "threads", "hash")
_MAXIMUM = {"threads": 256, "hash": 65536}
_PART = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")
_LIMITS = ("depth", "nodes", "time")  # limits that every engine accepts, by our names


def read_player(text: str) -> Spec:
    """Parses a player: `random`, `house`, or `house:` with settings such as
    `depth=3,nodes=1000,time=0.1,threads=2,hash=64,eval=hand`, `level=2`, `method=mcts`,
    `weights=FILE`, `tables=DIR` and `strategy=FILE`; or a protocol with a shell command and
    options, such as `uci:stockfish,Skill Level=3`.

    Raises BadPlayer.
    """
    kind, _, arguments = text.partition(":")
    if kind in PROTOCOLS:
        return _external(text, kind, arguments)
    if kind not in ("random", "house") or (kind == "random" and arguments):
        external = ", ".join(f"{name}:COMMAND" for name in PROTOCOLS)
        raise BadPlayer(
            f'unknown player "{text}"; write random, house, house:depth=3 (or other settings), or '
            f"{external}."
        )
    settings: dict[str, Any] = dict(
        _house_setting(text, part) for part in arguments.split(",") if arguments
    )
    if "level" in settings and settings.keys() & {"depth", "nodes", "ms"}:
        raise BadPlayer(f'"{text}": a level has its own depth, nodes and time.')
    return Spec(kind, **settings)


def _external(text: str, kind: str, arguments: str) -> Spec:
    try:
        command, *parts = _parts(arguments)
        words = shlex.split(command)
    except ValueError:
        raise BadPlayer(f'"{text}": a quotation mark is missing.') from None
    if not words:
        raise BadPlayer(f'"{text}": the command is missing; write {kind}:COMMAND.')
    limits: dict[str, Any] = {}
    options = []
    for part in parts:
        name, _, value = part.partition("=")
        if name in _LIMITS:
            limits |= dict([_setting(text, part)])
        elif name.strip():
            options.append((name.strip(), value.strip()))
    return Spec(kind, command=tuple(words), options=tuple(options), **limits)


def _parts(text: str) -> list[str]:
    """Splits a text at the commas that are not in quotation marks."""
    parts = _PART.findall(text)
    if len(",".join(parts)) != len(text.strip(",")):
        raise ValueError("quotation marks do not match")
    return parts or [""]


def _house_setting(player: str, part: str) -> tuple[str, int | str]:
    name, _, value = part.partition("=")
    if name not in _TEXT_SETTINGS:
        return _setting(player, part)
    if not value:
        raise BadPlayer(f'"{player}": {name} is empty.')
    return _TEXT_SETTINGS[name], value


def _setting(player: str, part: str) -> tuple[str, int]:
    name, _, value = part.partition("=")
    if name == "time":
        return "ms", _milliseconds(player, value)
    if name not in _NUMBER_SETTINGS:
        names = ", ".join([*_NUMBER_SETTINGS, "time", *_TEXT_SETTINGS])
        raise BadPlayer(f'"{player}": house knows {names}, not "{name}".')
    if not (value.isascii() and value.isdecimal() and 0 < int(value) < 10**12):
        raise BadPlayer(f'"{player}": {name} must be a whole number of 1 or more.')
    if int(value) > _MAXIMUM.get(name, 10**12):
        raise BadPlayer(f'"{player}": {name} must not be more than {_MAXIMUM[name]}.')
    return {"hash": "hash_mb"}.get(name, name), int(value)


def _milliseconds(player: str, value: str) -> int:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 86400:
        raise BadPlayer(f'"{player}": time is in seconds per move, such as time=0.1.')
    return max(1, round(1000 * seconds))
