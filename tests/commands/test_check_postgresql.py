"""`zeitnot check` distinguishes a damaged PostgreSQL database from one that cannot be read."""

from typing import Any

import pytest

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import checks
from zeitnot_server.store.postgresql.base.blocking import connected

from ..postgres_databases import Databases
from .conftest import Zeitnot


@pytest.mark.parametrize("missing", ["database", "server"])
def test_an_unreachable_database_is_not_reported_as_damaged(
    zeitnot: Zeitnot, postgresql_databases: Databases, missing: str
) -> None:
    cluster = postgresql_databases.cluster
    url = cluster.url("nosuch")
    if missing == "server":
        url = url.replace(f":{cluster.port}/", ":1/")
    result = zeitnot("check", "--db", url)
    assert (result.code, result.out, "cannot be reached" in result.err) == (2, "", True), result


def test_a_database_lost_during_the_check_is_not_reported_as_damaged(
    zeitnot: Zeitnot, postgresql_databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disconnect(connection: Any, table: str, first: int) -> None:
        connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(checks, "pages_of", lambda connection, table: 1)
    monkeypatch.setattr(checks, "slice_of", disconnect)
    with postgresql_databases.lent() as url:
        result = zeitnot("check", "--db", url)
    assert (result.code, result.out, "cannot be read: " in result.err) == (2, "", True), result


def test_a_missing_table_is_damage(zeitnot: Zeitnot, postgresql_databases: Databases) -> None:
    url = postgresql_databases.new()
    with connected(Address(url), "test") as connection:
        connection.execute("DROP TABLE sanction")
    result = zeitnot("check", "--db", url)
    assert (result.code, result.err) == (1, ""), result
    assert "column account of table sanction is missing" in result.out
    assert result.out.endswith(" found\n")
