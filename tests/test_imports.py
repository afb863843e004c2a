"""Which module may import which, read off the source of every module.

Both forms of import count, wherever in a module they stand, `if TYPE_CHECKING` included.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "zeitnot_server": ROOT / "server/zeitnot_server",
    "zeitnot_engines": ROOT / "engines/zeitnot_engines",
    "zeitnot_client": ROOT / "clients/zeitnot_client",
    "zeitnot_protocol": ROOT / "clients/zeitnot_protocol",
}
# What a store may know of books: values, and what it is to do with them; never how they learn.
BOOK_VALUES = ("book_store", "contribution", "entry", "lines", "scopes")
# What a module may import, longest prefix first; whatever is not named here is the
# composition root (app, cli, config, the commands) and may take anything.
ALLOWED = {
    "zeitnot_protocol": {"zeitnot_protocol"},
    "zeitnot_client": {"zeitnot_client", "zeitnot_protocol"},
    "zeitnot_engines": {"zeitnot_engines", "zeitnot_client", "zeitnot_protocol"},
    "zeitnot_server.net": {"zeitnot_server.net"},
    "zeitnot_server.rooms": {"zeitnot_server.rooms"},
    "zeitnot_server.store": {
        *("zeitnot_server.store", "zeitnot_server.rooms"),
        *(f"zeitnot_server.books.{values}" for values in BOOK_VALUES),
    },
    "zeitnot_server.books": {"zeitnot_server.books", "zeitnot_server.rooms"},
    "zeitnot_server.feed": {"zeitnot_server.feed", "zeitnot_server.rooms"},
    "zeitnot_server.play": {
        f"zeitnot_server.{room}" for room in ("play", "store", "books", "feed", "rooms")
    },
    "zeitnot_server.web": {
        f"zeitnot_server.{room}" for room in ("web", "play", "store", "books", "feed", "rooms")
    },
}
# What any module of the server may take from the other packages.
BORDER = {
    *("zeitnot_protocol", "zeitnot_client.printable"),
    "zeitnot_engines.games",
}
# What any module of the server may take from the server itself; it takes nothing from there.
COMMON = "zeitnot_server.net"
# What only the one database knows, and who may name that database.
SQL_MODULES = {"aiosqlite", "alembic", "sqlalchemy", "sqlite3"}
SQLITE = "zeitnot_server.store.sqlite"
NAMES_SQLITE = (SQLITE, "zeitnot_server.database")
# Rooms are pure: the same input gives the same output, and nothing is waited for.
IMPURE_MODULES = {
    *("aiomqtt", "aiosqlite", "asyncio", "concurrent", "ctypes", "httpx", "io", "logging"),
    *("multiprocessing", "os", "pathlib", "random", "secrets", "select", "selectors", "shutil"),
    *("socket", "sqlalchemy", "sqlite3", "ssl", "starlette", "structlog", "subprocess", "sys"),
    *("tempfile", "threading", "time", "urllib", "uuid", "uvicorn", "websockets"),
}
IMPURE_CALLS = {"now", "utcnow", "today", "open", "print", "input", "urandom", "exec", "eval"}


def modules() -> dict[str, Path]:
    """Every module of the packages: dotted name to file."""
    results = {}
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            results[".".join((package, *(p for p in parts if p != "__init__")))] = path
    return results


def imports(name: str, path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything imported; `from a import b` counts as `a.b`."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *(node.module.split(".") if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def allowed(importer: str, imported: str) -> bool:
    """Whether `importer` may name `imported`; what is not of the house is not judged here."""
    if not any(within(imported, package) for package in PACKAGES):
        return True
    if importer.startswith("zeitnot_server") and within(imported, COMMON):
        return True
    ours = [within(imported, prefix) for prefix in PACKAGES if prefix != "zeitnot_server"]
    if importer.startswith("zeitnot_server") and any(ours):
        return any(within(imported, prefix) for prefix in BORDER)
    if within(imported, "zeitnot_server.web") and not within(importer, "zeitnot_server.web"):
        return importer in ("zeitnot_server.app", "zeitnot_server.web")
    room = max((p for p in ALLOWED if within(importer, p)), key=len, default=None)
    return room is None or any(within(imported, prefix) for prefix in ALLOWED[room])


MODULES = modules()
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


@pytest.mark.parametrize("name", MODULES)
def test_modules_import_only_what_their_folder_may(name: str) -> None:
    """Each module imports only what its room may."""
    wrong = [
        f"{MODULES[name].relative_to(ROOT)}:{line} imports {imported}"
        for line, imported in imports(name, MODULES[name], TREES[name])
        if not allowed(name, imported)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", [n for n in MODULES if within(n, "zeitnot_server.rooms")])
def test_rooms_are_pure(name: str) -> None:
    """No I/O, no time, no chance of its own: those come in as arguments."""
    accepted = {imported.split(".")[0] for _, imported in imports(name, MODULES[name], TREES[name])}
    called = {
        getattr(node.func, "attr", getattr(node.func, "id", None))
        for node in ast.walk(TREES[name])
        if isinstance(node, ast.Call)
    }
    waits = [n for n in ast.walk(TREES[name]) if isinstance(n, (ast.AsyncFunctionDef, ast.Await))]
    assert accepted & IMPURE_MODULES == set()
    assert called & IMPURE_CALLS == set()
    assert waits == []


@pytest.mark.parametrize("name", [n for n in MODULES if within(n, "zeitnot_server")])
def test_only_one_folder_imports_the_database(name: str) -> None:
    """Everybody else sees domain operations: neither its library nor its modules."""
    accepted = {imported for _, imported in imports(name, MODULES[name], TREES[name])}
    if not within(name, SQLITE):
        assert {imported.split(".")[0] for imported in accepted} & SQL_MODULES == set()
    if not any(within(name, one) for one in NAMES_SQLITE):
        assert [imported for imported in accepted if within(imported, SQLITE)] == []


def test_every_folder_has_a_rule() -> None:
    """The rules above speak of rooms that exist."""
    for room in ALLOWED:
        assert any(within(name, room) for name in MODULES), f"no module in {room}"


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("zeitnot_client.session", "zeitnot_server.rooms"),
        ("zeitnot_engines.bots.house", "zeitnot_server"),
        ("zeitnot_server.rooms.step", "zeitnot_server.store.Store"),
        ("zeitnot_server.store.sqlite.log", "zeitnot_server.play.room"),
        ("zeitnot_server.store.sqlite.books", "zeitnot_server.books.learning"),
        ("zeitnot_server.books.learning", "zeitnot_server.store.Store"),
        ("zeitnot_server.feed.mqtt", "zeitnot_server.store"),
        ("zeitnot_server.play.keeper", "zeitnot_server.web.http"),
        ("zeitnot_server.cli", "zeitnot_server.web"),
        ("zeitnot_server.web.http", "zeitnot_client.session"),
        ("zeitnot_server.play.native", "zeitnot_engines.bots.house"),
    ],
)
def test_the_check_finds_forbidden_imports(importer: str, imported: str) -> None:
    """A rule that allows everything would pass every test above."""
    assert not allowed(importer, imported)


def test_relative_imports_are_resolved() -> None:
    """`from ..web import x` in play is an import of web."""
    tree = ast.parse("from ..web import http\nfrom . import keeper\nimport asyncio")
    results = [name for _, name in imports("zeitnot_server.play.room", Path("room.py"), tree)]
    assert results == ["zeitnot_server.web.http", "zeitnot_server.play.keeper", "asyncio"]
