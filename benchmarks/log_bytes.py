"""`make bench-bytes`: the bytes that SQLite writes for a move and the processor time that it needs,
by the form of the log and the number of moves in a transaction.

The moves of many games of Othello arrive interleaved at random; each is an event of about 300
bytes. A transaction has 5, 25 or 100 of them; there is a checkpoint after every
`checkpoint.EVERY_ROWS` rows, as in the server. Bytes are what this process passes to `write` and
the like (`wchar` of Linux's /proc/self/io: the write-ahead log, and what checkpoints copy); they do
not depend on the machine. Processor time is what SQLite's statements need, system calls included,
and after the plus sign what Python needs to prepare them.

- `event`: the table of versions before revision 0009, with its key and its unique index.
- `log`: what the server writes: rows in order of arrival, and segments in separate transactions.
- `blobs`: rows in order of arrival; when a game ends they are moved into one row.
"""

import hashlib
import itertools
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from zeitnot_server.store.sql.logs import log
from zeitnot_server.store.sql.logs.batch import write_all
from zeitnot_server.store.sql.logs.commit import PreparedCommit, prepare
from zeitnot_server.store.sql.logs.write_queue import TASK_EVERY
from zeitnot_server.store.sqlite import steps
from zeitnot_server.store.sqlite.checkpoint import EVERY_ROWS, checkpoint
from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.log.tail import LogConnection, Tail
from zeitnot_server.store.sqlite.writer import MAX_SETTLE_MS

from .group_commit import played_game
from .rig import bare_room

BATCHES = (5, 25, 100)
COLUMNS = ", ".join(log.COLUMNS)
MARKS = f"({', '.join('?' * len(log.COLUMNS))})"
BLOBS = f"""
CREATE TABLE arrival (id INTEGER PRIMARY KEY, {COLUMNS});
CREATE TABLE blob (game TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID;
"""


class TimedConnection(LogConnection):
    """`sqlite_s`: the processor time of its statements."""

    sqlite_s = 0.0

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        began = time.thread_time()
        cursor = super().execute(sql, *parameters)
        self.sqlite_s += time.thread_time() - began
        return cursor

    def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
        began = time.thread_time()
        cursor = super().executemany(sql, parameters)
        self.sqlite_s += time.thread_time() - began
        return cursor


class Form:
    """One way to store the log, in its own database."""

    tables = ""

    def __init__(self, folder: Path, games: PreparedCommit) -> None:
        path = folder / "zeitnot.db"
        with steps.opened(path) as connection:
            steps.run(connection, "head")
        self.connection = connect(path, factory=TimedConnection)
        self.connection.executescript(self.tables)
        self.tail = self.connection.tail = Tail.read(self.connection)
        self.connection.execute("BEGIN")
        write_all(self.connection, [games])
        self.connection.execute("COMMIT")

    def write(self, rows: Sequence[log.Columns]) -> None:
        """Adds rows in the transaction that is open."""
        raise NotImplementedError

    def end(self, game: str) -> None:
        """Called when the last row of this game has been written; the transaction is still open."""

    def after_commit(self) -> None:
        """Called after the transaction has been committed."""


class Event(Form):
    """The table before revision 0009."""

    def write(self, rows: Sequence[log.Columns]) -> None:
        insert = f"INSERT INTO event ({COLUMNS}) VALUES {', '.join([MARKS] * len(rows))}"
        self.connection.execute(insert, [*itertools.chain.from_iterable(rows)])


class Log(Form):
    """The server's statements."""

    def __init__(self, folder: Path, games: PreparedCommit) -> None:
        super().__init__(folder, games)
        self._transactions = 0

    def write(self, rows: Sequence[log.Columns]) -> None:
        write_all(self.connection, [PreparedCommit((), (), (row,), None) for row in rows])

    def after_commit(self) -> None:
        self.tail.committed()
        self._transactions += 1
        if self.tail.due and self._transactions % TASK_EVERY == 0:
            self.connection.execute("BEGIN IMMEDIATE")
            self.tail.settle(self.connection, time.monotonic() + MAX_SETTLE_MS / 1000)
            self.connection.execute("COMMIT")
            self.tail.settled()


class Blobs(Form):
    """Rows in order of arrival until the game ends."""

    tables = BLOBS

    def __init__(self, folder: Path, games: PreparedCommit) -> None:
        super().__init__(folder, games)
        self._next = 1
        self._rows: dict[str, list[int]] = {}

    def write(self, rows: Sequence[log.Columns]) -> None:
        first = self._next
        self._next += len(rows)
        insert = f"INSERT INTO arrival VALUES ({', '.join('?' * (len(log.COLUMNS) + 1))})"
        numbered = [(number, *row) for number, row in enumerate(rows, first)]
        self.connection.executemany(insert, numbered)
        for number, game, *_ in numbered:
            self._rows.setdefault(str(game), []).append(number)

    def end(self, game: str) -> None:
        numbers = self._rows.pop(game)
        marks = ", ".join("?" * len(numbers))
        query = f"SELECT json_array({COLUMNS}) FROM arrival WHERE id IN ({marks})"
        rows = [row for (row,) in self.connection.execute(query, numbers)]
        self.connection.execute("INSERT INTO blob VALUES (?, ?)", (game, "\n".join(rows).encode()))
        self.connection.execute(f"DELETE FROM arrival WHERE id IN ({marks})", numbers)


def name_of(number: int) -> str:
    """A game's id: as random as those of the server, of the same length."""
    return hashlib.sha256(str(number).encode()).hexdigest()[:16]


def in_order_of_arrival(
    game: Sequence[log.Columns], games: int, rng: random.Random
) -> Iterator[tuple[log.Columns, bool]]:
    """The rows of `games` copies of a game, interleaved at random, and whether each is its game's
    last. When a game ends, a new one begins, for ever; the first ones begin at a random row."""
    first_row = {name_of(number): rng.randrange(len(game)) for number in range(games)}
    at = dict(first_row)
    names, next_number = list(at), games
    while True:
        index = rng.randrange(games)
        name = names[index]
        row = game[at[name]]
        at[name] += 1
        is_last = at[name] == len(game)
        yield (name, at[name] - first_row.get(name, 0), *row[2:]), is_last
        if is_last:
            del at[name]
            names[index] = name_of(next_number)
            at[names[index]] = 0
            next_number += 1


def written_bytes() -> int:
    """The number of bytes that this process has passed to the kernel to write."""
    text = Path("/proc/self/io").read_text("ascii")
    return int(text.split("wchar:")[1].split()[0])


def measure(form: Form, rows: Iterator[tuple[log.Columns, bool]], batch: int, moves: int) -> str:
    """Writes `moves` moves, after a fifth as many that are not counted."""
    since_checkpoint = 0
    connection = form.connection
    assert isinstance(connection, TimedConnection)
    bytes_before, processor_s = 0, 0.0
    for number in range(-moves // 5 // batch, moves // batch):
        arrived = [next(rows) for _ in range(batch)]
        if number == 0:
            bytes_before, processor_s, connection.sqlite_s = written_bytes(), 0.0, 0.0
        began = time.thread_time()
        form.connection.execute("BEGIN IMMEDIATE")
        form.write([row for row, _ in arrived])
        for row, is_last in arrived:
            if is_last:
                form.end(row[0])
        form.connection.execute("COMMIT")
        form.after_commit()
        since_checkpoint += batch
        if since_checkpoint >= EVERY_ROWS:
            since_checkpoint = 0
            checkpoint(form.connection)
        processor_s += time.thread_time() - began
    checkpoint(form.connection)
    count = moves // batch * batch
    sqlite_us, all_us = (1e6 * seconds / count for seconds in (connection.sqlite_s, processor_s))
    bytes_ = (written_bytes() - bytes_before) / count
    return f"{bytes_:9,.0f} B {sqlite_us:5.1f} + {all_us - sqlite_us:4.1f} µs"


@click.command()
@click.option("--games", default=2_000, show_default=True, help="Games that are played at once.")
@click.option("--moves", default=40_000, show_default=True, help="Moves a measurement.")
def main(games: int, moves: int) -> None:
    """Bytes and processor time a move, by the form of the log and the moves a transaction."""
    opening, commits = played_game(bare_room())
    game = [row for one in commits for row in prepare(one).events]
    (new_game,) = prepare(opening[0]).new_games
    names = map(name_of, range(games + 2 * moves // len(game)))
    new_games = PreparedCommit(tuple(new_game._replace(id=name) for name in names), (), (), None)
    size = sum(len(str(row[log.COLUMNS.index("body")])) for row in game) / len(game)
    print(f"{len(game)} moves a game of {size:.0f} bytes each; {games} games at once")
    print(" " * 8 + "".join(f"{f'{batch} moves':>28}" for batch in BATCHES))
    for kind in (Event, Log, Blobs):
        cells = []
        for batch in BATCHES:
            with tempfile.TemporaryDirectory() as folder:
                form = kind(Path(folder), new_games)
                rows = in_order_of_arrival(game, games, random.Random(1))
                cells.append(measure(form, rows, batch, moves))
                form.connection.close()
        print(f"{kind.__name__.lower():8}" + " ".join(cells))


if __name__ == "__main__":
    main()
