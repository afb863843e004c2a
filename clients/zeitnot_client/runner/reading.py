"""Reads the file of a bot: one TOML file with everything that the runner needs.

`load` raises ConfigError with the key, its value and what is expected. Every value has a default,
except the command, the protocol, and, where a protocol has several, the games.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..address import Address
from ..command_words import split_command
from ..drivers.protocols import PROTOCOLS
from ..exceptions import BadAddress
from ..text_file import text_of
from ..versions import checked_version
from .asking import challenges_of, pool_of
from .config import BookConfig, Config, EngineConfig, Limits
from .policies import ChatPolicy, DrawPolicy, RematchPolicy, ResignPolicy, TakebackPolicy
from .tables import ConfigError, Table
from .takes import Clocks, Opponents, Setting, Takes

MAX_FILE_BYTES = 1 << 20
MAX_GAMES = 64  # as in `watch`
MAX_PARALLEL_GAMES = 10_000
DAY_S = 86_400
_TOP = (
    "server",
    "token_file",
    "version",
    "log",
    "log_dialogue",
    "max_games",
    "engine",
    "limits",
    "games",
    "clocks",
    "opponents",
    "book",
    "draw",
    "resign",
    "takeback",
    "rematch",
    "chat",
    "pool",
    "challenges",
)
_ENGINE = (
    "command",
    "protocol",
    "folder",
    "options",
    "ponder",
    "move_overhead_ms",
    "move_timeout_s",
    "think_s",
    "start_s",
    "hang_s",
    "first_cell",
)
CHAT_CHARS = 300  # so that a line with {name} and {opponent} filled in fits into a message
MAX_SCORE = 1_000_000


def load(path: Path) -> Config:
    """The bot of this file; relative paths in it start from its folder. Raises ConfigError, which
    names the file."""
    try:
        content = path.read_bytes()
        if len(content) > MAX_FILE_BYTES:
            raise ConfigError(f"larger than {MAX_FILE_BYTES >> 20} MB")
        return parse(text_of(content), path.parent)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8") from None
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def parse(text: str, folder: Path = Path()) -> Config:
    """The bot that this text describes. `folder`: where relative paths start. Raises
    ConfigError."""
    try:
        top = Table(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}") from None
    top.only(*_TOP)
    engine = _engine(top.table("engine"), folder)
    takes = _takes(top, engine.protocol)
    return Config(
        engine=engine,
        takes=takes,
        server=_server(top),
        token_file=_path(top, "token_file", folder),
        version=_version(top),
        log=_path(top, "log", folder),
        log_dialogue=top.flag("log_dialogue", False),
        max_games=_max_games(top),
        limits=_limits(top.table("limits")),
        book=_book(top.table("book"), folder),
        draw=_draw(top.table("draw")),
        resign=_resign(top.table("resign")),
        takeback=_takeback(top.table("takeback")),
        rematch=_rematch(top.table("rematch")),
        chat=_chat(top.table("chat")),
        pool=pool_of(top.table("pool"), takes.games),
        challenges=challenges_of(top.tables("challenges"), takes.games),
    )


def words_of(command: object) -> tuple[str, ...]:
    """The words of a command: a list, or a string that is split as a shell does. Raises
    ConfigError."""
    if isinstance(command, str):
        try:
            words = split_command(command)
        except ValueError:
            raise ConfigError(f'"{command}": a quotation mark is missing') from None
    elif isinstance(command, list) and all(isinstance(word, str) for word in command):
        words = command
    else:
        raise ConfigError(f'{command}: expected a command, such as "stockfish"')
    if not words or not words[0]:
        raise ConfigError("the command is empty")
    return tuple(words)


def games_of(protocol: str, named: Sequence[str]) -> tuple[str, ...]:
    """The games that a program plays, of those that its protocol supports; with none named, the
    only one that it supports. Raises ConfigError."""
    known = PROTOCOLS[protocol].games
    if known is not None and len(known) == 1:
        if not named or tuple(named) == known:
            return known
        raise ConfigError(f"a program that speaks {protocol} plays only {known[0]}")
    if named and (known is None or not set(named) - set(known)):
        return tuple(dict.fromkeys(named))
    among = "" if known is None else f", of {' and '.join(known)}"
    raise ConfigError(f"name the games that the program plays{among}")


def _engine(table: Table, folder: Path) -> EngineConfig:
    table.only(*_ENGINE)
    command = table.value("command")
    if command is None:
        raise ConfigError('[engine] has no command, such as command = "stockfish"')
    try:
        words = words_of(command)
    except ConfigError as error:
        raise ConfigError(f"[engine] command: {error}") from None
    protocol = table.one_of("protocol", "", tuple(PROTOCOLS))
    if not protocol:
        raise ConfigError(f"[engine] has no protocol; choose one of {', '.join(PROTOCOLS)}")
    if table.value("first_cell") is not None and protocol != "ecui":
        raise ConfigError('[engine] first_cell: only for protocol = "ecui"')
    timeout_s = table.number("move_timeout_s", 0, 0, DAY_S)
    default = EngineConfig(words, protocol)
    return EngineConfig(
        command=words,
        protocol=protocol,
        folder=_path(table, "folder", folder),
        options=_options(table.table("options")),
        ponder=table.flag("ponder", default.ponder),
        overhead_ms=table.whole("move_overhead_ms", default.overhead_ms, 0, 60_000),
        move_timeout_ms=round(1000 * timeout_s) or None,
        think_ms=round(1000 * table.number("think_s", default.think_ms / 1000, 0.01, DAY_S)),
        start_s=table.number("start_s", default.start_s, 0.1, 600),
        hang_s=table.number("hang_s", default.hang_s, 0.1, DAY_S),
        first_cell=table.whole("first_cell", default.first_cell, 0, 1),
    )


def _options(table: Table) -> tuple[tuple[str, str], ...]:
    return tuple((name, _option_text(table, name)) for name in table.keys)


def _option_text(table: Table, name: str) -> str:
    value = table.value(name)
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float) or "\n" in str(value) or "\r" in str(value):
        table.fail(name, "a string, a number, true or false, on one line")
    return str(value)


def _takes(top: Table, protocol: str) -> Takes:
    games = _games(top.table("games"), protocol)
    return Takes(games, _clocks(top.table("clocks")), *_opponents(top.table("opponents")))


def _games(table: Table, protocol: str) -> Mapping[str, Mapping[str, tuple[Setting, ...]]]:
    """The games and their settings; without any, those of a protocol that has only one."""
    if len(table.keys) > MAX_GAMES:
        raise ConfigError(f"[games]: at most {MAX_GAMES} games")
    try:
        games = games_of(protocol, table.keys)
    except ConfigError as bad:
        raise ConfigError(f"[games]: {bad}") from None
    return {game: _settings(table.table(game)) for game in games}


def _settings(table: Table) -> dict[str, tuple[Setting, ...]]:
    taken = {}
    for name in table.keys:
        value = table.value(name)
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(each, str | int | bool) for each in values):
            table.fail(name, "a value, or a list of values that are taken")
        taken[name] = tuple(values)
    return taken


def _clocks(table: Table) -> Clocks:
    table.only("base_s", "increment_s", "per_move_s", "days", "untimed", "correspondence")
    default = Clocks()
    return Clocks(
        base_s=table.span("base_s", default.base_s, 10 * DAY_S, "[60, 3600]"),
        increment_s=table.span("increment_s", default.increment_s, DAY_S, "[0, 30]"),
        per_move_s=table.span("per_move_s", default.per_move_s, DAY_S, "[5, 60]"),
        days=table.span("days", default.days, 366, "[1, 14]"),
        untimed=table.flag("untimed", default.untimed),
        correspondence=table.flag("correspondence", default.correspondence),
    )


def _opponents(table: Table) -> tuple[Opponents, bool, bool]:
    """The opponents, and whether rated and casual games are taken."""
    table.only("people", "bots", "rated", "casual", "only", "never")
    opponents = Opponents(
        people=table.flag("people", True),
        bots=table.flag("bots", True),
        only=frozenset(table.texts("only", "names")),
        never=frozenset(table.texts("never", "names")),
    )
    if not opponents.people and not opponents.bots:
        raise ConfigError("[opponents] people and bots are both false: set one of them to true")
    rated, casual = table.flag("rated", True), table.flag("casual", True)
    if not rated and not casual:
        raise ConfigError("[opponents] rated and casual are both false: no game is left")
    return opponents, rated, casual


def _limits(table: Table) -> Limits:
    table.only("memory_mb", "cpu_s", "file_mb", "files", "processes")
    default = Limits()
    return Limits(
        memory_mb=table.whole("memory_mb", default.memory_mb, 16, 1 << 24),
        cpu_s=table.whole("cpu_s", default.cpu_s, 1, 366 * DAY_S),
        file_mb=table.whole("file_mb", default.file_mb, 0, 1 << 24),
        files=table.whole("files", default.files, 8, 1 << 20),
        processes=table.whole("processes", default.processes, 1, 1 << 20),
    )


def _book(table: Table, folder: Path) -> BookConfig:
    table.only("lines", "from_server", "plies")
    default = BookConfig()
    return BookConfig(
        lines=_path(table, "lines", folder),
        from_server=table.flag("from_server", False),
        plies=table.whole("plies", default.plies, 0, 1000),
    )


def _draw(table: Table) -> DrawPolicy:
    table.only("accept", "offer", "score", "moves", "first_ply")
    default = DrawPolicy()
    return DrawPolicy(
        accept=table.flag("accept", default.accept),
        offer=table.flag("offer", default.offer),
        score=table.number("score", default.score, 0, MAX_SCORE),
        moves=table.whole("moves", default.moves, 1, 1000),
        first_ply=table.whole("first_ply", default.first_ply, 0, 10_000),
    )


def _resign(table: Table) -> ResignPolicy:
    table.only("score", "moves", "first_ply")
    has_score = table.value("score") is not None
    default = ResignPolicy()
    return ResignPolicy(
        score=table.number("score", 0, -MAX_SCORE, MAX_SCORE) if has_score else None,
        moves=table.whole("moves", default.moves, 1, 1000),
        first_ply=table.whole("first_ply", default.first_ply, 0, 10_000),
    )


def _takeback(table: Table) -> TakebackPolicy:
    table.only("people", "bots")
    default = TakebackPolicy()
    return TakebackPolicy(
        people=table.whole("people", default.people, 0, 1000),
        bots=table.whole("bots", default.bots, 0, 1000),
    )


def _rematch(table: Table) -> RematchPolicy:
    table.only("people", "bots")
    limits: dict[str, int | None] = {}
    for key in ("people", "bots"):
        given = table.value(key) is not None
        limits[key] = table.whole(key, 0, 0, 1_000_000) if given else None
    return RematchPolicy(**limits)


def _chat(table: Table) -> ChatPolicy:
    table.only("greeting", "farewell")
    chat = ChatPolicy(
        greeting=table.text("greeting", "", chars=CHAT_CHARS),
        farewell=table.text("farewell", "", chars=CHAT_CHARS),
    )
    for key, text in (("greeting", chat.greeting), ("farewell", chat.farewell)):
        if any(ord(character) < ord(" ") for character in text):
            table.fail(key, "a string on one line")
    return chat


def _server(top: Table) -> str | None:
    server = top.text("server", "", "the address of a server")
    try:
        return Address.parse(server).url if server else None
    except BadAddress as bad:
        raise ConfigError(f'server = "{server}": {bad}') from None


def _version(top: Table) -> str | None:
    version = top.text("version", "")
    try:
        return checked_version(version) if version else None
    except ValueError as bad:
        raise ConfigError(f"version = {bad}") from None


def _max_games(top: Table) -> int | None:
    if top.value("max_games") is None:
        return None
    return top.whole("max_games", 1, 1, MAX_PARALLEL_GAMES)


def _path(table: Table, key: str, folder: Path) -> Path | None:
    text = table.text(key, "", "a path")
    if not text:
        return None
    if "\0" in text:
        table.fail(key, "a path")
    return folder / text
