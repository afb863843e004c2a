"""PostgreSQL's synchronous standby, as docker/postgres sets it up."""

import asyncio
import os

import pytest

from ..postgres_standby import (
    PRIMARY,
    STANDBY,
    Pair,
    postgresql_is_installed,
    primary_and_standby,
)

WAIT_S = 60.0
ROWS = 5_000


@pytest.fixture(autouse=True)
def _postgresql_is_installed() -> None:
    """Without PostgreSQL these tests are skipped, or fail in CI."""
    if not postgresql_is_installed():
        (pytest.fail if "CI" in os.environ else pytest.skip)("PostgreSQL is not installed")


async def wait_for_a_blocked_commit(pair: Pair) -> None:
    """Waits until a commit waits for the standby."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    async with asyncio.timeout(WAIT_S):
        while True:
            if await pair.sql(PRIMARY, waiting) == ["1"]:
                return
            await asyncio.sleep(0.05)


async def test_nothing_acknowledged_is_lost_with_the_primary() -> None:
    """Without the standby, a commit waits until it is back. The primary dies during many
    transactions: the promoted standby has every acknowledged one and accepts new ones."""
    async with primary_and_standby() as pair:
        await pair.sql(PRIMARY, "CREATE TABLE moves (ply int PRIMARY KEY)")

        await pair.cluster.kill(STANDBY)
        commit = asyncio.create_task(pair.sql(PRIMARY, "INSERT INTO moves VALUES (-1)"))
        await wait_for_a_blocked_commit(pair)
        assert not commit.done()
        await pair.cluster.restart(STANDBY)
        await asyncio.wait_for(commit, WAIT_S)

        player = await pair.psql(PRIMARY)
        assert player.stdin is not None
        assert player.stdout is not None
        inserts = (f"INSERT INTO moves VALUES ({ply}) RETURNING ply;\n" for ply in range(ROWS))
        player.stdin.write("".join(inserts).encode())
        for ply in range(50):
            assert await player.stdout.readline() == f"{ply}\n".encode()
        await pair.cluster.kill(PRIMARY)
        rest = (await player.stdout.read()).decode().split()
        acknowledged = {-1, *range(50), *map(int, rest)}
        assert len(acknowledged) < ROWS
        await player.wait()

        await pair.promote()
        stored = {int(row) for row in await pair.sql(STANDBY, "SELECT ply FROM moves")}
        assert acknowledged <= stored
        await pair.sql(STANDBY, f"INSERT INTO moves VALUES ({ROWS})")
