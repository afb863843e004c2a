"""The write-ahead log is checkpointed outside of commits."""

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from zeitnot_server.store.sqlite import checkpoint
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for
from .connections import ConnectionFactory

MAX_MOVES = 20_000  # on a busy machine the checkpointer's thread may start late


def wal_resets(path: Path) -> int:
    """The number of resets of the write-ahead log, which is in bytes 12 to 15 of its header."""
    with path.with_name(path.name + "-wal").open("rb") as wal:
        return int.from_bytes(wal.read(16)[12:])


async def play_until_checkpointed(store: SqliteStore, factory: ConnectionFactory) -> None:
    """Commits until the checkpointer has run."""
    game = await (await Game(store, heap=100_000).create()).start()
    for _ in range(MAX_MOVES):
        await game.move()
        if any(
            "PRAGMA wal_checkpoint(PASSIVE)" in connection.statements
            for connection in factory.made[1:]
        ):
            return
    raise AssertionError("no checkpoint was made")


async def test_checkpoints_run_on_a_separate_connection(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EVERY_ROWS", 5)
    factory = ConnectionFactory(path)
    store = await SqliteStore.open(path, rules_for, connect_writer=factory)
    await play_until_checkpointed(store, factory)
    writer = factory.made[0]
    assert "COMMIT" in writer.statements
    assert "PRAGMA wal_checkpoint(PASSIVE)" not in writer.statements
    await store.close()


async def test_a_large_wal_is_checkpointed_and_reset(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EVERY_ROWS", 3)
    monkeypatch.setattr(checkpoint, "LARGE_PAGES", 40)
    factory = ConnectionFactory(path)
    store = await SqliteStore.open(path, rules_for, connect_writer=factory)
    game = await (await Game(store, heap=100_000).create()).start()
    statements = factory.made[0].statements
    moves, before = 0, None
    while before is None or wal_resets(path) == before:
        assert moves < MAX_MOVES
        if before is None and "PRAGMA wal_checkpoint(PASSIVE)" in statements:
            before = wal_resets(path)
        await game.move()
        moves += 1
    assert len(await store.log.entries("game1")) == 5 + moves
    await store.close()


async def test_the_checkpointer_syncs_the_database_and_closes_its_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []

    def sync(file: int) -> None:
        assert os.path.samestat(os.fstat(file), path.stat())
        synced.append(file)

    monkeypatch.setattr(checkpoint, "EVERY_ROWS", 3)
    monkeypatch.setattr(checkpoint, "LARGE_PAGES", 40)
    monkeypatch.setattr(os, "fdatasync", sync)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100_000).create()).start()
    for _ in range(MAX_MOVES):
        await game.move()
        if len(synced) > 1:
            break
    await store.close()
    assert len(set(synced)) == 1, "one file for as long as the store is open"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(synced[0])


async def test_a_failed_checkpoint_is_harmless(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_io_error(_: str) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def fail_checkpoints(statement: str) -> None:
        if "wal_checkpoint" in statement:
            raise_io_error(statement)

    monkeypatch.setattr(checkpoint, "EVERY_ROWS", 5)
    factory = ConnectionFactory(path)
    factory.before = fail_checkpoints
    store = await SqliteStore.open(path, rules_for, connect_writer=factory)
    await play_until_checkpointed(store, factory)
    factory.before = lambda statement: None
    await store.close()
    reopened = await SqliteStore.open(path, rules_for)
    assert len(await reopened.log.entries("game1")) > 5
    await reopened.close()


def test_checkpoints_are_scheduled_by_rows_not_transactions(path: Path) -> None:
    connected = threading.Event()

    def connect() -> sqlite3.Connection:
        connected.set()
        return sqlite3.connect(path)

    checkpointer = checkpoint.Checkpointer(connect)
    checkpointer.committed(checkpoint.EVERY_ROWS // 2)
    checkpointer.committed(checkpoint.EVERY_ROWS // 2 - 1)
    assert not connected.wait(0.05)
    checkpointer.committed(1)
    assert connected.wait(20)
    checkpointer.end()
    checkpointer.close()
