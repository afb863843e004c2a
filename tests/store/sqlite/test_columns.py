"""Hand-written SQL names the columns that the tables declare."""

from typing import Any

import pytest
from sqlalchemy import Table

import zeitnot_protocol as p
from zeitnot_server.books.entry import Entry
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.rooms.room import LogEntry
from zeitnot_server.store.end_effects import EFFECTS
from zeitnot_server.store.sql.base.tables import Base
from zeitnot_server.store.sql.books import book_table
from zeitnot_server.store.sql.logs import commit, load, log

TABLES = Base.metadata.tables
DEFAULTED_COLUMNS = {"game": {"scores", "reason", "word", "finished_at", "epoch", "relearn"}}
"""Columns that a new game's row leaves to their defaults."""


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("game", commit.NewGame._fields),
        ("seat", commit.SeatValues._fields),
        *((effect.table, effect.row._fields) for effect in EFFECTS),
        ("event", log.COLUMNS),
        ("book", book_table._COLUMNS.split(", ")),
    ],
)
def test_a_new_row_has_every_column(table: str, names: tuple[str, ...]) -> None:
    declared = TABLES[table]
    assert set(names) == {*declared.columns.keys()} - DEFAULTED_COLUMNS.get(table, set())
    assert len(set(names)) == len(names)
    assert all(_has_default(declared, name) for name in DEFAULTED_COLUMNS.get(table, ()))


def _has_default(table: Table, name: str) -> bool:
    column = table.columns[name]
    return bool(column.nullable or column.server_default is not None)


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("game", commit.GameColumns._fields),
        ("game", load.Game._fields[:-1]),
        ("seat", load.Reservation._fields),
        ("player_record", PlayerStats.__struct_fields__),
        ("event", ("body", *LogEntry.__struct_fields__[1:])),
        ("book", Entry.__dataclass_fields__),
    ],
)
def test_every_column_read_or_changed_exists(table: str, names: tuple[str, ...]) -> None:
    assert set(names) <= {*TABLES[table].columns.keys()}


def test_the_values_of_an_event_are_in_their_columns() -> None:
    """The values are positional, because names would cost time for every move."""
    text = p.Said(game="g", seq=7, at=1, seat=2, name="Ann", text="hi")
    entry = LogEntry(text, 11, 12, 13, 2, "acc", "cmd", "dig")
    expected: dict[str, Any] = {
        "game": "g",
        "seq": 7,
        "kind": "said",
        "seat": 2,
        "ply": 13,
        "account": "acc",
        "command_id": "cmd",
        "digest": "dig",
        "run": 11,
        "at_ms": 12,
        "body": p.encode(text),
        "plies": 14,
        "position": "pos",
    }
    values = log.to_columns(entry, 14, "pos")
    assert dict(zip(log.COLUMNS, values, strict=True)) == expected
