"""`make bench-bytes`: what a move costs on SQLite's disk, and of its processor time, by the form of
the log and by how many moves share a transaction.

The moves of many games arrive interleaved at random, each as some 300 bytes of event, of a game of
othello. A transaction has 5, 25 or 100 of them; there is a checkpoint after every
`checkpoint.EVERY_ROWS` rows, as in the server. Bytes are what this process passes to `write` and
the like (`wchar` of Linux's /proc/self/io: the write-ahead log, and what checkpoints copy); they do
not depend on the machine. Processor time is this thread's, system calls included.

- `event`: the tables and the statements of the server.
- `arrival`: rows in order of arrival; when a game ends, one more row lists the ids of its rows.
- `blobs`: the same, but when a game ends its rows are moved into that one row.
"""

import hashlib
import itertools
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from zeitnot_server.store.sql.logs import log
from zeitnot_server.store.sql.logs.batch import write_all
from zeitnot_server.store.sql.logs.commit import PreparedCommit, prepare
from zeitnot_server.store.sqlite import steps
from zeitnot_server.store.sqlite.checkpoint import EVERY_ROWS, checkpoint
from zeitnot_server.store.sqlite.connect import connect

from .group_commit import played_game
from .rig import bare_room

BATCHES = (5, 25, 100)
ARRIVAL = f"""
CREATE TABLE arrival (id INTEGER PRIMARY KEY, {", ".join(log.COLUMNS)});
CREATE TABLE segment (game TEXT, number INTEGER, content BLOB, PRIMARY KEY (game, number))
    WITHOUT ROWID;
"""
INSERT = f"INSERT INTO arrival VALUES ({', '.join('?' * (len(log.COLUMNS) + 1))})"


class Form:
    """One way to store the log, in its own database."""

    tables = ""

    def __init__(self, folder: Path, games: PreparedCommit) -> None:
        path = folder / "zeitnot.db"
        with steps.opened(path) as connection:
            steps.run(connection, "head")
        self.connection = connect(path)
        self.connection.executescript(self.tables)
        self.connection.execute("BEGIN")
        write_all(self.connection, [games])
        self.connection.execute("COMMIT")

    def write(self, rows: Sequence[log.Columns]) -> None:
        """Adds rows in the transaction that is open."""
        write_all(self.connection, [PreparedCommit((), (), (row,), None) for row in rows])

    def end(self, game: str) -> None:
        """The last row of this game has been written, in the transaction that is open."""


class Event(Form):
    """The server's."""


class Arrival(Form):
    """Rows in order of arrival; `content`: the ids of a game's rows."""

    tables = ARRIVAL

    def __init__(self, folder: Path, games: PreparedCommit) -> None:
        super().__init__(folder, games)
        self._next = 1
        self._rows: dict[str, list[int]] = {}

    def write(self, rows: Sequence[log.Columns]) -> None:
        first = self._next
        self._next += len(rows)
        self.connection.executemany(
            INSERT, [(number, *row) for number, row in enumerate(rows, first)]
        )
        for number, row in enumerate(rows, first):
            self._rows.setdefault(row[0], []).append(number)

    def end(self, game: str) -> None:
        self.add_segment(game, delta_coded(self._rows.pop(game)))

    def add_segment(self, game: str, content: bytes) -> None:
        """One small row a game."""
        self.connection.execute("INSERT INTO segment VALUES (?, 0, ?)", (game, content))


class Blobs(Arrival):
    """Rows in order of arrival until the game ends; `content`: the rows themselves."""

    def end(self, game: str) -> None:
        numbers = self._rows.pop(game)
        marks = ", ".join("?" * len(numbers))
        query = f"SELECT json_array({', '.join(log.COLUMNS)}) FROM arrival WHERE id IN ({marks})"
        rows = [row for (row,) in self.connection.execute(query, numbers)]
        self.add_segment(game, "\n".join(rows).encode())
        self.connection.execute(f"DELETE FROM arrival WHERE id IN ({marks})", numbers)


def delta_coded(numbers: Sequence[int]) -> bytes:
    """Ascending numbers as the differences of neighbours, each a varint (LEB128)."""
    content = bytearray()
    for before, number in itertools.pairwise((0, *numbers)):
        left = number - before
        while left > 127:
            content.append(left & 127 | 128)
            left >>= 7
        content.append(left)
    return bytes(content)


def name_of(number: int) -> str:
    """A game's id: as random as those of the server, of the same length."""
    return hashlib.sha256(str(number).encode()).hexdigest()[:16]


def in_order_of_arrival(
    game: Sequence[log.Columns], games: int, rng: random.Random
) -> Iterator[tuple[log.Columns, bool]]:
    """The rows of `games` copies of a game, interleaved at random, and whether each is its game's
    last. A new game follows each that ends, without end."""
    at = {name_of(number): rng.randrange(len(game)) for number in range(games)}
    names, next_number = list(at), games
    while True:
        place = rng.randrange(games)
        name = names[place]
        row = game[at[name]]
        at[name] += 1
        is_last = at[name] == len(game)
        yield (name, *row[1:]), is_last
        if is_last:
            del at[name]
            names[place] = name_of(next_number)
            at[names[place]] = 0
            next_number += 1


def written_bytes() -> int:
    """What this process has given to the kernel to write."""
    text = Path("/proc/self/io").read_text("ascii")
    return int(text.split("wchar:")[1].split()[0])


def measure(form: Form, rows: Iterator[tuple[log.Columns, bool]], batch: int, moves: int) -> str:
    """Writes `moves` moves, after a fifth as many that are not counted."""
    since_checkpoint = 0
    bytes_before, processor_s = 0, 0.0
    for number in range(-moves // 5 // batch, moves // batch):
        arrived = [next(rows) for _ in range(batch)]
        if number == 0:
            bytes_before, processor_s = written_bytes(), 0.0
        began = time.thread_time()
        form.connection.execute("BEGIN IMMEDIATE")
        form.write([row for row, _ in arrived])
        for row, is_last in arrived:
            if is_last:
                form.end(row[0])
        form.connection.execute("COMMIT")
        since_checkpoint += batch
        if since_checkpoint >= EVERY_ROWS:
            since_checkpoint = 0
            checkpoint(form.connection)
        processor_s += time.thread_time() - began
    checkpoint(form.connection)
    count = moves // batch * batch
    return f"{(written_bytes() - bytes_before) / count:9,.0f} B {1e6 * processor_s / count:6.1f} µs"


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
    print(" " * 8 + "".join(f"{f'{batch} moves':>21}" for batch in BATCHES))
    for kind in (Event, Arrival, Blobs):
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
