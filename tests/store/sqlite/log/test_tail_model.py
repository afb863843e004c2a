"""Compares the log with a model. Rows are committed, rolled back, lost with the connection, moved
to segments or read again, in any order. Every way to read a game returns exactly the committed
rows."""

import math
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from zeitnot_server.store.sql.base.connection import ConstraintViolated
from zeitnot_server.store.sql.logs import log
from zeitnot_server.store.sql.logs.log import rows_of
from zeitnot_server.store.sql.logs.places import LogQuery, TailView
from zeitnot_server.store.sqlite import migrate
from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.log import tail as tail_module
from zeitnot_server.store.sqlite.log.faults import faults
from zeitnot_server.store.sqlite.log.tail import LogConnection, Tail

GAMES = ["a", "b", "c"]
KINDS = ["moved", "said", "started", "finished"]
INSERT_GAME = (
    "INSERT INTO game (id, game_type, rules_version, settings, control, commitment, seed,"
    " created_at, state, plies, position) "
    "VALUES (?, 'count', 1, '{}', '{}', '', x'', 1, 'open', 0, '')"
)
Row = tuple[int, str, str]
"""Number, kind, and command id."""


def values(game: str, row: Row) -> log.Columns:
    seq, kind, command = row
    return (game, seq, kind, 0, 0, "ann", command, None, 1, 1, "{}", seq, f"after {seq}")


class LogMachine(RuleBasedStateMachine):
    """`committed`: the rows that the log must have. `command_count`: the number of commands so
    far."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name) / "zeitnot.db"
        migrate.upgrade(self.path)
        with closing(connect(self.path)) as connection:
            connection.executemany(INSERT_GAME, [(game,) for game in GAMES])
        self.committed: dict[str, list[Row]] = {game: [] for game in GAMES}
        self.command_count = 0
        self.views: list[TailView] = []
        self.snapshots: list[tuple[LogConnection, dict[str, list[Row]]]] = []
        self._begin_run()

    def _connect(self) -> LogConnection:
        connection = connect(self.path)
        self.tail.catch_up(connection)
        connection.tail = self.tail
        return connection

    def _begin_run(self) -> None:
        """Begins a run of the server. Views of the earlier process are gone."""
        self.views = []
        with closing(connect(self.path)) as connection:
            self.tail = Tail.read(connection)
        self.connection = self._connect()

    def teardown(self) -> None:
        for reading, _ in self.snapshots:
            reading.close()
        self.connection.close()
        self._folder.cleanup()

    def _following(self, games: list[str], kinds: list[str]) -> list[tuple[str, Row]]:
        """New rows for these games."""
        next_seq = {game: len(rows) + 1 for game, rows in self.committed.items()}
        rows = list[tuple[str, Row]]()
        for game, kind in zip(games, kinds, strict=True):
            self.command_count += 1
            rows.append((game, (next_seq[game], kind, f"c{self.command_count}")))
            next_seq[game] += 1
        return rows

    def _append(self, rows: list[tuple[str, Row]]) -> None:
        self.connection.append_to_log([values(game, row) for game, row in rows])

    def _add_committed(self, rows: list[tuple[str, Row]]) -> None:
        for game, row in rows:
            self.committed[game].append(row)

    batch = st.lists(
        st.tuples(st.sampled_from(GAMES), st.sampled_from(KINDS)), min_size=1, max_size=5
    )

    end = st.sampled_from(["commit", "commit", "roll back", "lost", "unknown"])

    @rule(batch=batch, end=end)
    def transaction(self, batch: list[tuple[str, str]], end: str) -> None:
        """Appends rows in a transaction. `lost`: it is lost with its connection. `unknown`: it is
        on disk, but the writer does not know."""
        rows = self._following([game for game, _ in batch], [kind for _, kind in batch])
        self.tail.begin()
        self.connection.execute("BEGIN IMMEDIATE")
        self._append(rows)
        if end in ("commit", "unknown"):
            self.connection.execute("COMMIT")
            self._add_committed(rows)
        if end == "commit":
            self.tail.committed()
        elif end == "roll back":
            self.connection.execute("ROLLBACK")
        else:
            self.connection.close()
            self.connection = self._connect()

    @rule(batch=batch, others=batch)
    def savepoint(self, batch: list[tuple[str, str]], others: list[tuple[str, str]]) -> None:
        """Runs a failing task and a succeeding one in one transaction."""
        self.tail.begin()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("SAVEPOINT one")
        before = self.tail.savepoint()
        self._append(self._following(*map(list, zip(*batch, strict=True))))
        self.connection.execute("ROLLBACK TO one")
        self.tail.undo(before)
        rows = self._following(*map(list, zip(*others, strict=True)))
        self._append(rows)
        self.connection.execute("COMMIT")
        self.tail.committed()
        self._add_committed(rows)

    @rule(game=st.sampled_from(GAMES), offset=st.sampled_from([-2, -1, 1, 2]))
    def conflict(self, game: str, offset: int) -> None:
        """Appends a row with a wrong number after a valid row."""
        rows = self._following([game], ["moved"])
        seq = rows[0][1][0] + 1 + offset
        self.tail.begin()
        self.connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(ConstraintViolated):
            self._append([*rows, (game, (seq, "moved", "other"))])
        self.connection.execute("ROLLBACK")

    @precondition(lambda self: any(self.committed.values()))
    @rule(data=st.data())
    def resend(self, data: st.DataObject) -> None:
        """Appends a row with a command id that was used recently."""
        game = data.draw(st.sampled_from([game for game in GAMES if self.committed[game]]))
        _, _, command = data.draw(st.sampled_from(self.committed[game][-tail_module.RECENT :]))
        self.tail.begin()
        self.connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(ConstraintViolated):
            self._append([(game, (len(self.committed[game]) + 1, "moved", command))])
        self.connection.execute("ROLLBACK")

    @rule(end=end, all_=st.booleans(), released=st.sets(st.sampled_from(GAMES)))
    def settle(self, end: str, all_: bool, released: set[str]) -> None:
        """Writes segments while another reader is active."""
        self.open_snapshot()
        for game in released:
            self.tail.release(game)
        self.tail.begin()
        self.connection.execute("BEGIN IMMEDIATE")
        self.tail.settle(self.connection, math.inf if all_ else 0.0)
        if end in ("commit", "unknown"):
            self.connection.execute("COMMIT")
        if end == "commit":
            self.tail.settled()
            return
        if end == "roll back":
            self.connection.execute("ROLLBACK")
        else:
            self.connection.close()
        self.tail.unsettled()
        if end != "roll back":
            self.connection = self._connect()

    @rule()
    def take_view(self) -> None:
        self.views = [*self.views[-2:], self.tail.view()]

    def open_snapshot(self) -> None:
        """Opens a snapshot, in which earlier writes must be visible and later ones must not."""
        reading = connect(self.path)
        reading.tail_view = self.tail.view()
        reading.execute("BEGIN")
        reading.execute("SELECT 1 FROM game").fetchone()
        rows_then = {game: list(rows) for game, rows in self.committed.items()}
        self.snapshots.append((reading, rows_then))
        if len(self.snapshots) > 2:
            self.snapshots.pop(0)[0].close()

    @rule()
    def restart(self) -> None:
        self.connection.close()
        self._begin_run()

    @invariant()
    def all_rows_are_read(self) -> None:
        with closing(connect(self.path)) as reading:
            for view in (*self.views, self.tail.view(), None):
                reading.tail_view = view
                for game, rows in self.committed.items():
                    found = rows_of(reading, LogQuery(game, "seq, kind, command_id"))
                    assert [tuple(row) for row in found] == rows
                    last = rows_of(reading, LogQuery(game, "seq", limit=1, from_end=True))
                    assert last == [[row[0]] for row in rows[-1:]]
                    part = rows_of(reading, LogQuery(game, "kind", since=2, limit=2))
                    assert part == [[kind] for _, kind, _ in rows[2:4]]

    @invariant()
    def snapshots_do_not_change(self) -> None:
        for reading, rows_then in self.snapshots:
            for game, rows in rows_then.items():
                found = rows_of(reading, LogQuery(game, "seq, kind, command_id"))
                assert [tuple(row) for row in found] == rows
                last = rows_of(reading, LogQuery(game, "seq", limit=1, from_end=True))
                assert last == [[row[0]] for row in rows[-1:]]

    @invariant()
    def every_row_is_in_the_tail_or_a_segment(self) -> None:
        with closing(sqlite3.connect(self.path)) as reading:
            assert [*faults(reading)] == []

    @invariant()
    def the_tail_has_the_listed_values(self) -> None:
        for game, rows in self.committed.items():
            if (listed := self.tail.view().listed(game)) is not None:
                assert (listed.plies, listed.position) == (len(rows), f"after {len(rows)}")


@pytest.fixture(autouse=True)
def _short_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tail_module, "MAX_TAIL", 12)
    monkeypatch.setattr(tail_module, "STORED_EVERY", 3)


class TestLog(LogMachine.TestCase):  # type: ignore[name-defined, misc]
    """The test case for pytest."""

    settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
