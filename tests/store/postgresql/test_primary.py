"""Which of several hosts is used: after a promotion the old primary may come back."""

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

AWAY, IS_STANDBY = OSError("away"), connection.IS_STANDBY("a standby")
PATIENCE_S = 30  # with real servers, on a busy machine; all answer or refuse
WRONG = asyncpg.InvalidPasswordError("password authentication failed")


class Raw:
    """A stand-in for an asyncpg connection."""

    is_over = False

    def is_closed(self) -> bool:
        return self.is_over

    def terminate(self) -> None:
        self.is_over = True


class Host:
    """`answer`: the timeline of a primary, or why there is no connection; None: it never
    answers."""

    def __init__(self, answer: int | Exception | None, turns: int = 0) -> None:
        self.answer, self.turns, self.raw = answer, turns, Raw()

    async def connected(self, url: str) -> Primary:
        for _ in range(self.turns):
            await asyncio.sleep(0)
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer is None:
            await asyncio.Event().wait()
        assert isinstance(self.answer, int)
        return Primary(url[-1], self.answer, self.raw)


async def chosen(one: Host, two: Host) -> Any:
    """The connection that is chosen; the others are closed."""
    address = Address("postgresql://h:1,h:2/x")
    hosts = dict(zip(address.hosts, (one, two), strict=True))
    attempts = {url: host.connected(url.removesuffix("/x")) for url, host in hosts.items()}
    try:
        return await connection._newest_primary(address, attempts)
    finally:
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "OTHERS_SECONDS", 0.05)
    monkeypatch.setattr(connection, "_highest", {})


@pytest.mark.parametrize("turns", [(0, 5), (5, 0)])
@pytest.mark.parametrize("other", [AWAY, IS_STANDBY, None, 1])
async def test_the_newest_primary_is_found_in_any_order_of_answers(
    other: int | Exception | None, turns: tuple[int, int]
) -> None:
    """A standby refuses at once; other hosts may be slow, unreachable or never answer."""
    primary, host = Host(2, turns[0]), Host(other, turns[1])
    assert await chosen(host, primary) is primary.raw
    assert not primary.raw.is_over
    assert host.raw.is_over is isinstance(other, int)


async def test_a_primary_older_than_a_known_one_is_refused() -> None:
    await chosen(Host(1), Host(2))
    old = Host(1)
    with pytest.raises(Unavailable, match=r"1 is an old primary \(timeline 1, there is 2\): stop"):
        await chosen(old, Host(AWAY))
    assert old.raw.is_over


@pytest.mark.parametrize("turns", [(0, 5), (5, 0)])
async def test_without_a_primary_each_host_is_named(turns: tuple[int, int]) -> None:
    with pytest.raises(Unavailable, match=r": h:1: away; h:2 is a standby .* not promoted \(docs"):
        await chosen(Host(AWAY, turns[0]), Host(IS_STANDBY, turns[1]))
    with pytest.raises(ReadFailed, match=r"in the URL, or in PGPASSWORD or ~/\.pgpass") as refused:
        await chosen(Host(WRONG, turns[0]), Host(IS_STANDBY, turns[1]))
    assert not isinstance(refused.value, Unavailable)  # it is not tried again


def address(*clusters: Cluster) -> Address:
    hosts = ",".join(f"127.0.0.1:{cluster.port}" for cluster in clusters)
    return Address(f"postgresql://zeitnot@{hosts}/postgres")


def port(*hosts: Cluster) -> int:
    """The port of the server to which a connection leads."""
    with connected(address(*hosts), "test") as to:
        return int(to.execute("SHOW port").fetchone()[0])


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
    connection._highest.clear()  # a process that has not seen the new one
    with pytest.raises(Unavailable, match=f"127.0.0.1:{old.port} of .* if this really is"):
        migrate.upgrade(address(old, new))
