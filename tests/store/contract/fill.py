"""Fills a store with rows."""

from collections.abc import Mapping
from typing import Any

from zeitnot_server.store import Store


async def fill(store: Store, rows: Mapping[str, list[dict[str, Any]]]) -> None:
    """Inserts these rows, by table."""

    def work(connection: Any) -> None:
        for table, of_table in rows.items():
            names = list(of_table[0])
            values = ", ".join("?" * len(names))
            sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"
            connection.executemany(sql, [tuple(row.values()) for row in of_table])

    await store.write(work)  # type: ignore[attr-defined]
