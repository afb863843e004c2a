"""Connections to PostgreSQL: statements are translated from SQLite's placeholders, URLs are
parsed."""

import pytest

from zeitnot_server.store.address import Address, host_of, is_url, without_password
from zeitnot_server.store.postgresql.base.connection import connect, translated


@pytest.mark.parametrize(
    ("sql", "statement", "names"),
    [
        ("SELECT 1", "SELECT 1", ()),
        ("a = ? AND b = ?", "a = $1 AND b = $2", ()),
        ("a = :x AND b = :y OR :x IS NULL", "a = $1 AND b = $2 OR $1 IS NULL", ("x", "y")),
        ("a = '?' AND b = ':x' AND c = ?", "a = '?' AND b = ':x' AND c = $1", ()),
        ("a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1", ()),
        ("a = ?::bigint AND b = CAST(? AS text)", "a = $1::bigint AND b = CAST($2 AS text)", ()),
    ],
)
def test_parameters_are_numbered(sql: str, statement: str, names: tuple[str, ...]) -> None:
    assert translated(sql) == (statement, names)


def test_an_address_shows_no_password() -> None:
    address = Address("postgresql://ann:secret@db.example:5433/games?sslmode=require")
    assert f"{address}" == "postgresql://ann:***@db.example:5433/games?sslmode=require"
    assert f"{Address('postgresql://ann:secret@a:1,b:2/x')}" == "postgresql://ann:***@a:1,b:2/x"
    assert f"{Address('postgresql:///games?host=/run/postgresql')}".startswith(
        "postgresql:///games"
    )


@pytest.mark.parametrize(
    "url",
    ["postgresql://host", "postgresql://host/", "postgresql://host:1,b:none/x", "mysql://h/x"],
)
def test_an_address_without_a_database_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"postgresql|[Pp]ort|names no database"):
        Address(url)


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("postgresql://h/x", ["postgresql://h/x"]),
        ("postgresql:///x", ["postgresql:///x"]),
        ("postgresql://a:b@h:1,[::1]:2/x?k=v", ["//a:b@h:1/x?k=v", "//a:b@[::1]:2/x?k=v"]),
        ("postgresql://a:b@/x?host=h:1,g:2", ["//a:b@/x?host=h%3A1", "//a:b@/x?host=g%3A2"]),
    ],
)
def test_an_address_has_a_url_per_host(url: str, hosts: list[str]) -> None:
    expected = [host if "://" in host else f"postgresql:{host}" for host in hosts]
    assert list(Address(url).hosts) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ann:p@ss/w#rd@host/x", "postgresql://ann:***@host/x"),
        ("mysql://ann:secret@h/x", "mysql://ann:***@h/x"),
        ("postgresql://ann@host:5432/x", "postgresql://ann@host:5432/x"),
        ("postgresql://host:5432/x", "postgresql://host:5432/x"),
    ],
)
def test_no_part_of_a_password_is_shown(url: str, expected: str) -> None:
    assert without_password(url) == expected


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("postgresql://a:b@h:1/x", "h:1"),
        ("postgresql://a:b@/x?host=h%3A1", "h:1"),
        ("postgresql:///x", ""),
        ("postgresql://ann:p@ss/w#rd@host/x", "host"),
    ],
)
def test_the_host_of_a_url(url: str, host: str) -> None:
    assert host_of(url) == host


def test_files_are_not_addresses() -> None:
    assert is_url("postgresql://host/x")
    assert is_url("postgres://host/x")
    assert not is_url("data/zeitnot.db")
    assert not is_url("sqlite:///data/zeitnot.db")


async def test_a_connection_always_uses_read_committed(address: Address) -> None:
    """The setting of the database does not matter."""
    database = address.url.rpartition("/")[2]
    connection = await connect(address, "setting")
    setting = "default_transaction_isolation = 'serializable'"
    await connection.execute(f"ALTER DATABASE {database} SET {setting}")
    new = await connect(address, "new")
    assert await new.fetchval("SHOW transaction_isolation") == "read committed"
    await new.close()
    await connection.close()
