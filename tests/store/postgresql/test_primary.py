"""The choice among several hosts: after a promotion, the old primary may come back and is
refused."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from zeitnot_server.store import ReadFailed, Unavailable
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import migrate
from zeitnot_server.store.postgresql.base import connection, standby
from zeitnot_server.store.postgresql.base.blocking import connected
from zeitnot_server.store.postgresql.base.connection import Primary

from ...postgres import Cluster, Standby, primary_and_standby

UNREACHABLE, IS_STANDBY = OSError("away"), connection.IS_STANDBY("a standby")
PATIENCE_S = 30  # for real servers on a busy machine; all of them answer or refuse
WRONG_PASSWORD = asyncpg.InvalidPasswordError("password authentication failed")


class FakeConnection:
    """A stand-in for an asyncpg connection."""

    is_over = False

    def is_closed(self) -> bool:
        return self.is_over

    def terminate(self) -> None:
        self.is_over = True


class Host:
    """A host. `answer`: the timeline of a primary, or the error of the connection; None: it never
    answers. `iterations`: how many the event loop makes before the answer."""

    def __init__(self, answer: int | Exception | None, iterations: int = 0) -> None:
        self.answer, self.iterations, self.raw = answer, iterations, FakeConnection()

    async def connected(self, url: str) -> Primary:
        for _ in range(self.iterations):
            await asyncio.sleep(0)
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer is None:
            await asyncio.Event().wait()
        assert isinstance(self.answer, int)
        return Primary(url[-1], self.answer, self.raw)


async def choose(one: Host, two: Host) -> Any:
    """Returns the connection that the server chooses between these hosts; the other is closed."""
    address = Address("postgresql://h:1,h:2/x")
    hosts = dict(zip(address.hosts, (one, two), strict=True))
    attempts = {url: host.connected(url.removesuffix("/x")) for url, host in hosts.items()}
    try:
        return await connection._newest_primary(address, attempts)
    finally:
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "OTHERS_SECONDS", 0.05)
    monkeypatch.setattr(connection, "_highest", {})


@pytest.mark.parametrize("iterations", [(0, 5), (5, 0)])
@pytest.mark.parametrize("other", [UNREACHABLE, IS_STANDBY, None, 1])
async def test_the_newest_primary_is_found_in_any_order_of_answers(
    other: int | Exception | None, iterations: tuple[int, int]
) -> None:
    """A standby refuses at once; other hosts may be slow, unreachable or never answer."""
    primary, host = Host(2, iterations[0]), Host(other, iterations[1])
    assert await choose(host, primary) is primary.raw
    assert not primary.raw.is_over
    assert host.raw.is_over is isinstance(other, int)


async def test_a_primary_older_than_a_known_one_is_refused() -> None:
    await choose(Host(1), Host(2))
    old = Host(1)
    with pytest.raises(Unavailable, match=r"1 is an old primary \(timeline 1, there is 2\): stop"):
        await choose(old, Host(UNREACHABLE))
    assert old.raw.is_over


@pytest.mark.parametrize("iterations", [(0, 5), (5, 0)])
async def test_the_error_names_each_host_if_there_is_no_primary(
    iterations: tuple[int, int],
) -> None:
    with pytest.raises(Unavailable, match=r": h:1: away; h:2 is a standby .* not promoted \(docs"):
        await choose(Host(UNREACHABLE, iterations[0]), Host(IS_STANDBY, iterations[1]))
    with pytest.raises(ReadFailed, match=r"in the URL, or in PGPASSWORD or ~/\.pgpass") as refused:
        await choose(Host(WRONG_PASSWORD, iterations[0]), Host(IS_STANDBY, iterations[1]))
    assert not isinstance(refused.value, Unavailable)  # so the server does not retry


def address(*clusters: Cluster) -> Address:
    hosts = ",".join(f"127.0.0.1:{cluster.port}" for cluster in clusters)
    return Address(f"postgresql://zeitnot@{hosts}/postgres")


def port(*hosts: Cluster) -> int:
    """The port of the server that a new connection uses."""
    with connected(address(*hosts), "test") as chosen:
        return int(chosen.execute("SHOW port").fetchone()[0])


@pytest.fixture
def pair(shared_folder: Path) -> Iterator[tuple[Cluster, Standby]]:
    """A primary and its synchronous standby."""
    with primary_and_standby(shared_folder / "pair") as both:
        yield both


def test_a_restarted_old_primary_is_not_used(
    pair: tuple[Cluster, Standby], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby, "SECONDS", 1.0)
    monkeypatch.setattr(connection, "OTHERS_SECONDS", PATIENCE_S)
    old, new = pair
    old.stop()
    with pytest.raises(Unavailable, match=f"{old.port}: .*; 127.0.0.1:{new.port} is a standby"):
        port(old, new)
    with pytest.raises(Unavailable, match="is a standby that is not promoted"):
        migrate.upgrade(address(new))
    new.promote()
    old.start()
    for hosts in ((old, new), (new, old)):
        assert {port(*hosts) for _ in range(5)} == {new.port}
    new.stop()
    with pytest.raises(Unavailable, match=f"{old.port} is an old primary"):
        port(old, new)
    connection._highest.clear()  # like a process that has not seen the new primary
    with pytest.raises(Unavailable, match=f"127.0.0.1:{old.port} of .* if this really is"):
        migrate.upgrade(address(old, new))
