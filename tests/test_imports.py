"""Rules for imports between modules, checked in the source of every module.

All imports in a module count, including those in functions and below `if TYPE_CHECKING`.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from .findings import expect_none
from .statements import statements

ROOT = Path(__file__).parents[1]
GAMES = "zeitnot.games"
PACKAGES = {
    "zeitnot_server": ROOT / "server/zeitnot_server",
    "zeitnot_engines": ROOT / "engines/zeitnot_engines",
    GAMES: ROOT / "engines/games",
    "zeitnot_client": ROOT / "clients/zeitnot_client",
    "zeitnot_protocol": ROOT / "clients/zeitnot_protocol",
}
# A store may import these modules of books, but not the code that adds games to books.
BOOK_VALUES = ("book_store", "contribution", "entry", "lines", "scopes")
# The layers of the server from bottom to top: a folder imports only from those before it.
FEATURES = (
    *("rooms", "ratings", "profiles", "clubs", "store", "books", "bot_pages", "feed", "limits"),
    *("hosting", "accounts", "bots", "nodes", "lobby", "moderation", "people", "imports"),
)
# These assemble the parts and may import anything, like modules outside of folders (app, config).
COMPOSITION = ("commands", "game_server")
# The imports that a module may have, by the longest matching prefix. A folder without an entry is a
# feature on the top layer: it may import all of FEATURES, and only COMPOSITION may import it.
ALLOWED = {
    "zeitnot_protocol": {"zeitnot_protocol"},
    "zeitnot_client": {"zeitnot_client", "zeitnot_protocol"},
    "zeitnot_engines": {"zeitnot_engines", "zeitnot_client", "zeitnot_protocol"},
    "zeitnot_server.net": {"zeitnot_server.net"},
    "zeitnot_server.events": {"zeitnot_server.events"},
    "zeitnot_server.rooms": {"zeitnot_server.rooms"},
    "zeitnot_server.profiles": {"zeitnot_server.profiles"},
    "zeitnot_server.ratings": {"zeitnot_server.ratings", "zeitnot_server.rooms"},
    "zeitnot_server.clubs": {"zeitnot_server.clubs", "zeitnot_server.rooms"},
    "zeitnot_server.store": {
        *("zeitnot_server.store", "zeitnot_server.rooms", "zeitnot_server.ratings"),
        "zeitnot_server.clubs",
        *(f"zeitnot_server.books.{values}" for values in BOOK_VALUES),
        *("zeitnot_server.bot_pages.page_store", "zeitnot_server.profiles.people_store"),
    },
    "zeitnot_server.books": {"zeitnot_server.books", "zeitnot_server.rooms"},
    "zeitnot_server.bot_pages": {"zeitnot_server.bot_pages"},
    "zeitnot_server.feed": {"zeitnot_server.feed", "zeitnot_server.rooms"},
    "zeitnot_server.limits": {
        f"zeitnot_server.{folder}" for folder in ("limits", "rooms", "store")
    },
    **{
        f"zeitnot_server.{feature}": {
            f"zeitnot_server.{folder}" for folder in FEATURES[: index + 1]
        }
        for index, feature in enumerate(FEATURES)
        if index >= FEATURES.index("hosting")
    },
    "zeitnot_server.web": {
        *(f"zeitnot_server.{folder}" for folder in (*FEATURES, "web")),
        "zeitnot_server.game_server",
    },
}
# Every module of the server may import these from the other packages.
SHARED_WITH_SERVER = {
    *("zeitnot_protocol", "zeitnot_client.printable", "zeitnot_client.side_by_side"),
    "zeitnot_client.controls",
    *(
        "zeitnot_engines.games",
        "zeitnot_engines.pdn",
        "zeitnot_engines.formats",
        "zeitnot_engines.exact_values",
    ),
    *("zeitnot_engines.exact_games", "zeitnot_engines.interrupts", "zeitnot_engines.text_files"),
    "zeitnot_engines.opponents",
    *("zeitnot_engines.matches.gamelog", "zeitnot_engines.matches.schedule"),
}
# Commands that send requests to a running server use the client.
COMMANDS = "zeitnot_server.commands"
CLIENT = "zeitnot_client"
# Every module of the server may import these; they import no other module of the server.
COMMON = "zeitnot_server.net", "zeitnot_server.events"
# Only the folders of the databases may import modules for SQL, and only the modules listed below
# may import those folders. No database depends on another one.
SQL_MODULES = {"aiosqlite", "alembic", "asyncpg", "sqlalchemy", "sqlite3"}
SQL, *_BY_NAME = DATABASES = tuple(
    f"zeitnot_server.store.{name}" for name in ("sql", "sqlite", "postgresql")
)
MAY_IMPORT_DATABASES = {
    SQL: {SQL},
    **{name: {SQL, name} for name in _BY_NAME},
    "zeitnot_server.database": {*DATABASES},
}
# Rooms are pure: the same input gives the same output, and they never wait.
IMPURE_MODULES = {
    *("aiomqtt", "aiosqlite", "asyncio", "concurrent", "ctypes", "httpx", "io", "logging"),
    *("multiprocessing", "os", "pathlib", "random", "secrets", "select", "selectors", "shutil"),
    *("socket", "sqlalchemy", "sqlite3", "ssl", "starlette", "structlog", "subprocess", "sys"),
    *("tempfile", "threading", "time", "urllib", "uuid", "uvicorn", "websockets"),
}
PURE_LIMITS = {
    f"zeitnot_server.limits.{name}"
    for name in (
        *(
            "rates",
            "holds",
            "limit",
            "table",
            "game_limits",
            "sharing",
            "bounded_map",
            "quota_subject",
        ),
        *("fair_queue", "round_robin", "throttle"),
    )
}
RATING_STORE = "zeitnot_server.ratings.rating_store"  # a Protocol
IMPURE_CALLS = {"now", "utcnow", "today", "open", "print", "input", "urandom", "exec", "eval"}


def modules() -> dict[str, Path]:
    """Every module of the packages: dotted name to file."""
    paths = {}
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            paths[".".join((package, *(p for p in parts if p != "__init__")))] = path
    return paths


def imports(name: str, path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything imported; `from a import b` counts as `a.b`."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *(node.module.split(".") if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def allowed(importer: str, imported: str) -> bool:
    """Whether `importer` may import `imported`; imports of other projects' packages are allowed."""
    if not any(within(imported, package) for package in PACKAGES):
        return True
    if importer.startswith("zeitnot_server") and any(within(imported, each) for each in COMMON):
        return True
    if within(importer, COMMANDS) and within(imported, CLIENT):
        return True
    is_other_package = any(
        within(imported, prefix) for prefix in PACKAGES if prefix != "zeitnot_server"
    )
    if importer.startswith("zeitnot_server") and is_other_package:
        return any(within(imported, prefix) for prefix in SHARED_WITH_SERVER)
    if within(imported, "zeitnot_server.web") and not within(importer, "zeitnot_server.web"):
        return importer in ("zeitnot_server.app", "zeitnot_server.web")
    rule = rule_of(importer)
    return rule is None or any(within(imported, allowed_) for allowed_ in rule)


def rule_of(importer: str) -> set[str] | None:
    """The modules of our packages that a module may import; None if it may import all."""
    if within(importer, GAMES):
        return game_rule(importer)
    prefix = max((p for p in ALLOWED if within(importer, p)), key=len, default=None)
    if prefix is not None:
        return ALLOWED[prefix]
    folder = importer.split(".")[1]
    if folder in COMPOSITION or not (PACKAGES["zeitnot_server"] / folder).is_dir():
        return None
    settings = "zeitnot_server.config"
    return {importer.rsplit(".", 1)[0], settings, *(f"zeitnot_server.{each}" for each in FEATURES)}


def game_rule(importer: str) -> set[str]:
    """A game's modules import no other game. Those that the client loads by name do not import the
    engines."""
    *folder, name = importer.split(".")
    is_clients = name in ("terminal", "notation") or name.startswith("driver_")
    return {
        ".".join(folder),
        *("zeitnot_client", "zeitnot_protocol"),
        *(() if is_clients else ("zeitnot_engines",)),
    }


def may_import_of_databases(importer: str) -> set[str]:
    """The folders of databases that a module may import."""
    return next(
        (
            folders
            for importer_folder, folders in MAY_IMPORT_DATABASES.items()
            if within(importer, importer_folder)
        ),
        set(),
    )


MODULES = modules()


@cache
def syntax_tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def place(name: str, line: int) -> str:
    """A line of a module, for a message."""
    return f"{MODULES[name].relative_to(ROOT)}:{line}"


def test_modules_import_only_what_their_folder_may() -> None:
    expect_none(
        f"{place(name, line)} imports {imported}"
        for name, path in MODULES.items()
        for line, imported in imports(name, path, syntax_tree(name))
        if not allowed(name, imported)
    )


def test_rooms_and_limits_are_pure() -> None:
    """They, and ratings, do no I/O. Times and random numbers are arguments."""
    folders = ("zeitnot_server.rooms", "zeitnot_server.ratings")
    in_folders = {name for name in MODULES if any(within(name, each) for each in folders)}
    pure = PURE_LIMITS | in_folders - {RATING_STORE}
    assert set(pure) > PURE_LIMITS
    expect_none(finding for name in pure for finding in impurities(name, syntax_tree(name)))


def impurities(name: str, tree: ast.Module) -> Iterator[str]:
    """Imports, calls and awaits that a pure module must not contain."""
    for line, imported in imports(name, MODULES[name], tree):
        if imported.split(".")[0] in IMPURE_MODULES:
            yield f"{place(name, line)} imports {imported}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", None))
            if called in IMPURE_CALLS:
                yield f"{place(name, node.lineno)} calls {called}"
        elif isinstance(node, ast.AsyncFunctionDef | ast.Await):
            yield f"{place(name, node.lineno)} waits"


def test_only_their_folders_import_the_databases() -> None:
    """All other modules import neither the SQL libraries nor these folders, and no database imports
    another one."""
    expect_none(
        f"{place(name, line)} imports {imported}"
        for name, path in MODULES.items()
        if within(name, "zeitnot_server")
        for line, imported in imports(name, path, syntax_tree(name))
        if is_foreign_to_databases(name, imported)
    )


def is_foreign_to_databases(importer: str, imported: str) -> bool:
    """Whether a module of the server imports SQL or a database that it may not import."""
    if imported.split(".")[0] in SQL_MODULES:
        return not any(within(importer, prefix) for prefix in DATABASES)
    foreign = {*DATABASES} - may_import_of_databases(importer)
    return any(within(imported, database) for database in foreign)


@pytest.mark.parametrize(
    ("importer", "imported", "is_foreign"),
    [
        ("hosting.registry", "sqlite3", True),
        ("store.sql.logs.log", "sqlalchemy.select", False),
        ("hosting.registry", "zeitnot_server.store.sql.logs", True),
        ("store.sqlite.store", "zeitnot_server.store.postgresql.store", True),
        ("store.sqlite.store", "zeitnot_server.store.sql.logs", False),
    ],
)
def test_the_check_finds_imports_of_databases(
    importer: str, imported: str, is_foreign: bool
) -> None:
    assert is_foreign_to_databases(f"zeitnot_server.{importer}", imported) is is_foreign


def test_the_check_finds_impure_code() -> None:
    source = "import time\nfrom os import path\nasync def f():\n    await now()\n"
    found = impurities("zeitnot_server.rooms.clock", ast.parse(source))
    assert sorted(finding.partition(":")[2] for finding in found) == [
        *("1 imports time", "2 imports os.path", "3 waits", "4 calls now", "4 waits")
    ]


def test_a_folder_without_a_rule_is_a_feature_on_the_top_layer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new feature needs no entry here, and no other module may depend on it."""
    monkeypatch.delitem(ALLOWED, "zeitnot_server.moderation")
    monkeypatch.setattr(sys.modules[__name__], "FEATURES", FEATURES[:-1])
    feature = "zeitnot_server.moderation.retention"
    assert allowed(feature, "zeitnot_server.lobby.register")
    assert allowed(feature, "zeitnot_server.moderation.operator_actions")
    assert allowed(feature, "zeitnot_server.config.Config")
    assert not allowed(feature, "zeitnot_server.web.http")
    assert not allowed(feature, "zeitnot_server.game_server")
    assert allowed("zeitnot_server.game_server.game_server", feature)


def test_every_rule_has_a_folder() -> None:
    for prefix in ALLOWED:
        assert any(within(name, prefix) for name in MODULES), f"no module in {prefix}"


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("zeitnot_client.session", "zeitnot_server.rooms"),
        ("zeitnot_engines.bots.house", "zeitnot_server"),
        ("zeitnot_engines.gtp.games", "zeitnot.games.go.gtp"),
        ("zeitnot_client.notations", "zeitnot.games.chess.notation"),
        ("zeitnot.games.chess.terminal", "zeitnot_engines.games"),
        ("zeitnot.games.xiangqi.notation", "zeitnot.games.chess.notation"),
        ("zeitnot_server.rooms.steps.step", "zeitnot_server.store.Store"),
        ("zeitnot_server.store.sql.logs.log", "zeitnot_server.hosting.room"),
        ("zeitnot_server.store.sql.books.books", "zeitnot_server.books.indexing"),
        ("zeitnot_server.books.indexing", "zeitnot_server.store.Store"),
        ("zeitnot_server.feed.mqtt", "zeitnot_server.store"),
        ("zeitnot_server.hosting.registry", "zeitnot_server.web.http"),
        ("zeitnot_server.cli", "zeitnot_server.web"),
        ("zeitnot_server.web.http", "zeitnot_client.session"),
        ("zeitnot_server.app", "zeitnot_client.api"),
        ("zeitnot_server.hosting.native", "zeitnot_engines.bots.house"),
    ],
)
def test_the_check_finds_forbidden_imports(importer: str, imported: str) -> None:
    """Without this test, rules that allow everything would pass."""
    assert not allowed(importer, imported)


@pytest.mark.parametrize(
    ("importer", "allowed_"),
    [
        ("store.sql.logs.log", {SQL}),
        ("store.postgresql.store", {SQL, "zeitnot_server.store.postgresql"}),
        ("store.sqlite.store", {SQL, "zeitnot_server.store.sqlite"}),
        ("store.heartbeat", set()),
        ("hosting.registry", set()),
        ("database", {*DATABASES}),
    ],
)
def test_database_folders_import_only_themselves_and_sql(importer: str, allowed_: set[str]) -> None:
    assert may_import_of_databases(f"zeitnot_server.{importer}") == allowed_


def test_relative_imports_are_resolved() -> None:
    """`from ..web import x` in hosting is an import of web."""
    tree = ast.parse("from ..web import http\nfrom . import registry\nimport asyncio")
    names = [name for _, name in imports("zeitnot_server.hosting.room", Path("room.py"), tree)]
    assert names == ["zeitnot_server.web.http", "zeitnot_server.hosting.registry", "asyncio"]
