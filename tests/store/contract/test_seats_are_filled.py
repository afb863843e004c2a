"""The migration to revision 0015 gives the seats of older games what lists filter by."""

import importlib.util
from pathlib import Path
from typing import Any

from benchmarks.my_games import tables
from zeitnot_server.store import Store

from .fill import fill

ROOT = Path(__file__).parents[3]
COLUMNS = "game, seat, game_type, speed, plies, opponent"
_EMPTY = (
    "UPDATE seat SET game_type = NULL, speed = NULL, plies = NULL, opponent = '', rated = false"
)


def migration() -> Any:
    path = ROOT / "migrations/versions/0015_people.py"
    spec = importlib.util.spec_from_file_location("people_migration", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_older_seats_get_what_new_ones_have(store: Store) -> None:
    rows = {table: list(of_table) for table, of_table in tables(150)}
    three = {**rows["seat"][0], "seat": 2, "account": "third", "opponent": ""}
    for seat in rows["seat"][:2]:
        seat["opponent"] = ""
    rows["seat"].insert(2, three)
    await fill(store, rows)
    module = migration()

    def seats(connection: Any) -> list[tuple[Any, ...]]:
        return [*map(tuple, connection.execute(f"SELECT {COLUMNS} FROM seat ORDER BY game, seat"))]

    def work(connection: Any) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        before = seats(connection)
        connection.execute(_EMPTY)
        connection.execute("CREATE TEMPORARY TABLE speed_of_control (control text, speed text)")
        for control in {row["control"] for row in rows["game"]}:
            insert = "INSERT INTO speed_of_control VALUES (?, ?)"
            connection.execute(insert, (control, module._speed(control)))
        connection.execute(module._FILL)
        connection.execute("DROP TABLE speed_of_control")
        return before, seats(connection)

    before, after = await store.write(work)  # type: ignore[attr-defined]
    assert after == before
    assert {row[3] for row in after} == {"bullet", "blitz", "correspondence"}
    assert module._speed("damaged") is None
