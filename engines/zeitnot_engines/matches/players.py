"""The players of a match: our own engine, random moves, or an external engine."""

import math
import random
import re
import shlex
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from zeitnot_protocol import Control

from ..adapters import gnubg
from ..adapters.dialogue import Clocks, EngineSetup, Limits
from ..adapters.external import PROTOCOLS, External
from ..adapters.gomocup_program import gomocup_setup, plays
from ..adapters.gtp_program import engine_setup
from ..engine import Engine, StopToken
from ..games import Game, History, load
from ..levels import Level, levels_of
from ..sentences import sentence
from ..strategy_files import strategy_for
from ..tablebase import open_tablebase
from ..timing import Budget, budget
from ..weights_files import weights_in

PASS = "pass"


class BadPlayer(ValueError):
    """The description of a player is invalid; the message says why."""


class Player(Protocol):
    """One player in one game."""

    def move(self, state: History, moves: list[str], clocks: Clocks | None) -> str:
        """A move in `state`, which is the position after `moves` (without throws) from the start.

        Raises Failed, ClaimsEnd (adapters/external.py).
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
        """Makes a new player for one game. `default_ms`: time per move without clocks and limits;
        `margin_ms`: how far it may overstep its clock; `files`: the contents of weights and
        strategy files, by path, if they were read already.

        Raises adapters.external.Failed if an engine does not start, and BadPlayer if the house has
        no such evaluation or level, or if the protocol does not support the game.
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
        if self.kind == GNUBG:
            return _gnubg(game, self)
        setup = _setup(game, self)
        return ExternalEngine(External(self.kind, self.command, setup), self, ms, margin_ms)


class RandomPlayer:
    """A player that makes random legal moves."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def move(self, state: History, moves: list[str], clocks: Clocks | None) -> str:
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

    def move(self, state: History, moves: list[str], clocks: Clocks | None) -> str:
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

    def move(self, state: History, moves: list[str], clocks: Clocks | None) -> str:
        chosen = self._random if self._rng.random() < self._rate else self._player
        return chosen.move(state, moves, clocks)

    def abort(self) -> None:
        self._player.abort()

    def close(self) -> None:
        self._player.close()


class ExternalEngine:
    """An external engine."""

    def __init__(self, engine: External, spec: Spec, ms: int | None, margin_ms: int) -> None:
        self._engine = engine
        self._spec = spec
        self._ms = ms
        self._margin_ms = margin_ms
        self._closing = threading.Lock()

    def move(self, state: History, moves: list[str], clocks: Clocks | None) -> str:
        assert state.turn is not None
        if state.legal() == [PASS]:
            return PASS  # some engines do not support forced passes
        ms = self._spec.ms if clocks is not None else self._ms
        limits = Limits(clocks, ms, self._spec.depth, self._spec.nodes)
        return self._engine.move(moves, state.turn, limits, self._margin_ms)

    def abort(self) -> None:
        self.close()

    def close(self) -> None:
        with self._closing:
            self._engine.close()


class Gnubg:
    """GNU Backgammon, which gets positions and throws, but no times."""

    def __init__(self, command: tuple[str, ...], plies: int) -> None:
        self._program = gnubg.Gnubg(command, plies)
        self._closing = threading.Lock()

    def move(self, state: History, moves: list[str], clocks: Clocks | None) -> str:
        return self._program.play(state)

    def abort(self) -> None:
        self.close()

    def close(self) -> None:
        with self._closing:
            self._program.close()


def _setup(game: Game, spec: Spec) -> EngineSetup:
    is_usual = game.settings_key != 0 or game.start().text == load(game.name).start().text
    if game.start_throw is not None or not is_usual:
        raise BadPlayer("External engines can only begin at the usual start.")
    if spec.kind != GOMOCUP:
        return engine_setup(game.start(), spec.options)
    if not plays(game):
        raise BadPlayer(f"The protocol {GOMOCUP} does not support {game.name}.")
    return gomocup_setup(game.start(), spec.options)


def _level(game: Game, number: int) -> Level:
    levels = levels_of(game.name)
    if number not in levels:
        raise BadPlayer(f"{game.name} has the levels 1 to {max(levels)}, not {number}.")
    return levels[number]


def _gnubg(game: Game, spec: Spec) -> Gnubg:
    if not gnubg.fits(game):
        raise BadPlayer(f"gnubg plays only {gnubg.PLAYS}.")
    plies = dict(spec.options).get("plies", "0")
    if len(spec.options) > ("plies" in dict(spec.options)) or plies not in gnubg.PLIES:
        raise BadPlayer(f"gnubg takes only the option plies=N, with N up to {gnubg.PLIES[-1]}.")
    return Gnubg(spec.command, int(plies))


# ── reading ────────────────────────────────────────────────────────────────────────────────────

GNUBG, GOMOCUP = "gnubg", "gomocup"
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
    if kind in PROTOCOLS or kind == GNUBG:
        return _external(text, kind, arguments)
    if kind not in ("random", "house") or (kind == "random" and arguments):
        external = ", ".join(f"{name}:COMMAND" for name in (*PROTOCOLS, GNUBG))
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
