"""Every public name of the present version. The saved names of a released version never change: a
later version may add names, but not remove or rename any.

    PYTHONPATH=tools python -m tests.compat.names    # prints them as JSON
"""

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import click
import msgspec
from prometheus_client import REGISTRY

import zeitnot_protocol as p
from benchmarks import searches
from wire import model, routes
from zeitnot_client.drivers.protocols import PROTOCOLS
from zeitnot_client.terminal import typed
from zeitnot_engines import _core, games, levels
from zeitnot_engines.gomocup.brain import Brain
from zeitnot_engines.gtp.engine import GtpEngine
from zeitnot_engines.matches import player_texts
from zeitnot_engines.nboard.engine import NBoardEngine
from zeitnot_engines.playing_options import PlayingOptions
from zeitnot_engines.uci.ucci import UCCI
from zeitnot_engines.uci.uci import UCI
from zeitnot_server import cli, config
from zeitnot_server.books import files
from zeitnot_server.feed import topics
from zeitnot_server.store.sql.base.tables import Base
from zeitnot_server.web.http.session_cookie import COOKIE

ROOT = Path(__file__).parents[2]

OTHER_PLAYER_NAMES = {"house", "time"}
"""The house engine, and its setting of seconds a move, in the players of `zeitnot match`."""

Names = dict[str, list[str]]


def names() -> Names:
    """All public names by kind, each list sorted. The kinds are keys of the saved `names.json`."""
    results = {
        "wire": set(_wire()),
        "http": set(_http()),
        "columns": {f"{t.name}.{c.name}" for t in Base.metadata.sorted_tables for c in t.columns},
        "errors": set(_errors()),
        "metrics": set(_metrics()),
        "topics": set(_topics()),
        "config": set(config.Config.__struct_fields__),
        "commands": set(_commands()),
        "terminal": {*typed._COMMANDS, "say", "chat"},
        "games": set(_games()),
        "players": {
            *PROTOCOLS,
            *player_texts._TEXT_SETTINGS,
            *player_texts._NUMBER_SETTINGS,
            "random",
        }
        | OTHER_PLAYER_NAMES,
        # Heuristics of the searches, and replacement strategies of the transposition table.
        "parts": {*_core.heuristics(), *_core.chance_heuristics(), *searches.STRATEGIES},
        "uci": {option.name for option in UCI.options(games.load("chess"), ())},
        "ucci": {option.name for option in UCCI.options(games.load("xiangqi"), ())},
        "gtp": set(GtpEngine()._commands),
        "gomocup": set(Brain()._commands),
        "nboard": set(NBoardEngine(PlayingOptions(), lambda _: None)._commands),
        "levels": {str(level) for level in levels.LEVELS},
        "files": {files.FORMAT, p.EXPORT_FORMAT, *_book_keys()},
    }
    return {kind: sorted(values) for kind, values in results.items()}


def _book_keys() -> Iterator[str]:
    """The JSON keys of a book file's first line (`head`) and of every other line (`move`)."""
    for line, struct in (("head", files.Head), ("move", files.Record)):
        yield from (f"book {line} {name}" for name in struct.__struct_encode_fields__)


def _wire() -> Iterator[str]:
    """Messages by their `type`, with the JSON paths below them and the values of closed sets."""
    yield p.SUBPROTOCOL
    for socket, directions in model.SOCKETS.items():
        yield socket
        for message in {m for union in directions for m in get_args(union) or (union,)}:
            yield from _paths(str(message.__struct_config__.tag), message)


def _http() -> Iterator[str]:
    """Methods, paths and query parameters, and the JSON paths of bodies and answers."""
    for route in routes.ROUTES:
        endpoint = f"{route.method} {route.path}"
        yield endpoint
        yield from (f"{endpoint}?{query.name}" for query in route.query)
        yield from _paths(f"{endpoint} answer", route.answer)
        if route.body is not None:
            yield from _paths(f"{endpoint} body", route.body)
    yield from _paths("problem", p.Problem)
    yield f"cookie {COOKIE}"


def _paths(path: str, kind: Any) -> Iterator[str]:
    """This path and all below it: `.key` of objects, `[]` of lists, `=value` of closed sets."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        yield from (f"{path}={value}" for value in parts)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        yield path
        for field in msgspec.structs.fields(kind):
            yield f"{path}.{field.encode_name}"
            yield from _paths(f"{path}.{field.encode_name}", hints[field.name])
    elif origin is list:
        yield from _paths(f"{path}[]", parts[0])
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _paths(path, part)


def _errors() -> Iterator[str]:
    """Reads the page of errors, which tests/docs/test_errors.py compares with the code."""
    text = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    yield from re.findall(r"^\| \[`(\w+)`\]", text, re.MULTILINE)


def _metrics() -> Iterator[str]:
    importlib.import_module("zeitnot_server.feed.mqtt")
    for family in REGISTRY.collect():
        if family.name.startswith("zeitnot"):
            yield family.name
    # The page has more: metrics with labels are not collected before their first sample.
    page = (ROOT / "docs/reference/metrics.md").read_text("utf-8")
    yield from re.findall(r"^\| `(zeitnot_\w+)` \|", page, re.MULTILINE)


def _topics() -> Iterator[str]:
    named = (topics.state("ID"), topics.events("ID"), topics.bot("NAME"), topics.node("NAME"))
    yield from map(str, (*named, topics.LOBBY))


def _commands() -> Iterator[str]:
    """Commands, their options, environment variables, and the choices of options."""
    for name, target in cli.COMMANDS.items():
        module, _, attribute = target.partition(":")
        yield from _command_names(name, getattr(importlib.import_module(module), attribute))


def _command_names(path: str, command: click.Command) -> Iterator[str]:
    yield path
    for param in command.params:
        for flag in (*param.opts, *param.secondary_opts):
            if isinstance(param, click.Option):
                yield f"{path} {flag}"
                if isinstance(param.envvar, str):
                    yield f"{path} {param.envvar}"
                if isinstance(param.type, click.Choice):
                    yield from (f"{path} {flag}={choice}" for choice in param.type.choices)
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            subcommand = command.get_command(click.Context(command), name)
            if subcommand is not None:
                yield from _command_names(f"{path} {name}", subcommand)


def _games() -> Iterator[str]:
    for game in games.NAMES:
        yield game
        for setting in games.settings_of(game):
            yield f"{game}.{setting.name}"
            yield from (f"{game}.{setting.name}={choice}" for choice in setting.choices)


if __name__ == "__main__":
    json.dump(names(), sys.stdout, indent=1, ensure_ascii=False)
