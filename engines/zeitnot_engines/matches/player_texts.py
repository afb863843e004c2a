"""Reads the players of a match as people write them."""

import math
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..engine_processes import PROTOCOLS
from .players import BadPlayer, Spec
from .time_control import read_time_control

_TEXT_SETTINGS = {
    "method": "method",
    "eval": "evaluation",
    "weights": "weights",
    "tables": "tables",
    "strategy": "strategy",
}
_NUMBER_SETTINGS = ("depth", "nodes", "level", "threads", "hash")
_MAXIMUM = {"threads": 256, "hash": 65536}
_MAX_NAME = 40


def _on_or_off(value: str) -> tuple[str, bool]:
    if value not in ("on", "off"):
        raise ValueError("it is on or off.")
    return "ponders", value == "on"


def _name(value: str) -> tuple[str, str]:
    if not value.isprintable() or not 0 < len(value.strip()) <= _MAX_NAME:
        raise ValueError(f"a name has 1 to {_MAX_NAME} printable characters.")
    return "name", value.strip()


_OTHER_SETTINGS: Mapping[str, Callable[[str], tuple[str, Any]]] = {
    "tc": lambda value: ("control", read_time_control(value)),
    "ponder": _on_or_off,
    "name": _name,
}
"""What every player accepts: how to read a value as a field of Spec. Raises ValueError."""

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
        return replace(_external(text, kind, arguments), text=text)
    given = {part.partition("=")[0] for part in arguments.split(",") if part}
    if kind not in ("random", "house") or (kind == "random" and not given <= {*_OTHER_SETTINGS}):
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
    return Spec(kind, text=text, **settings)


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
        if name in _LIMITS or name in _OTHER_SETTINGS:
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


def _house_setting(player: str, part: str) -> tuple[str, Any]:
    name, _, value = part.partition("=")
    if name not in _TEXT_SETTINGS:
        return _setting(player, part)
    if not value:
        raise BadPlayer(f'"{player}": {name} is empty.')
    return _TEXT_SETTINGS[name], value


def _setting(player: str, part: str) -> tuple[str, Any]:
    name, _, value = part.partition("=")
    if name in _OTHER_SETTINGS:
        try:
            return _OTHER_SETTINGS[name](value)
        except ValueError as bad:
            raise BadPlayer(f'"{player}": {name}: {bad}') from None
    if name == "time":
        return "ms", _milliseconds(player, value)
    if name not in _NUMBER_SETTINGS:
        names = ", ".join([*_NUMBER_SETTINGS, "time", *_TEXT_SETTINGS, *_OTHER_SETTINGS])
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
