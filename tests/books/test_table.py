"""The table of books: adding a batch gives the same sums as adding its lines one by one."""

import random
from dataclasses import astuple

from zeitnot_server.books.entry import BookPosition, Entry, merged, played
from zeitnot_server.books.lines import BookLine
from zeitnot_server.store.sql.books import book_table as table
from zeitnot_server.store.sqlite.store import SqliteStore

BATCH_LINES = 200  # enough for several statements, with repeated keys


def lines(rng: random.Random) -> list[BookLine]:
    """Lines at 60 places, with weights of more than fifteen digits."""
    items = []
    for _ in range(BATCH_LINES):
        book_position = BookPosition("duel", 7, rng.randrange(60))
        score = rng.choice([0.0, 0.5, 1.0])
        entry = played(rng.choice(["high", "low"]), [score, 1 - score], 0, rng.randrange(99))
        imported = Entry(entry.move, weight=rng.random() / 3, source="hand")
        items.append(BookLine(book_position, f"at {book_position.key}", merged(entry, imported)))
    return items


async def test_a_batch_equals_adding_one_by_one(store: SqliteStore) -> None:
    rng = random.Random(5)
    expected: dict[tuple[int, str], Entry] = {}
    for _ in range(3):
        batch = lines(rng)
        for line in batch:
            key = line.book_position.key, line.entry.move
            before = expected.get(key)
            expected[key] = line.entry if before is None else merged(before, line.entry)
        await store.write(lambda connection, batch=batch: table.add(connection, "server", batch))
    async with store._reader.snapshot() as session:
        result = await table.all_lines(session, "server", "duel")
    assert len(result) == len(expected)
    for line in result:
        expected_entry = expected[line.book_position.key, line.entry.move]
        for value, expected_value in zip(astuple(line.entry), astuple(expected_entry), strict=True):
            if isinstance(expected_value, float):
                assert abs(value - expected_value) < 1e-12
            else:
                assert value == expected_value


async def test_a_weight_keeps_all_its_digits(store: SqliteStore) -> None:
    exact = 1 / 3 + 2**-52
    line = BookLine(BookPosition("duel", 7, 1), "-", Entry("high", weight=exact))
    no_weight = BookLine(line.book_position, "-", Entry("high"))
    for added in (line, no_weight):
        await store.write(lambda connection, added=added: table.add(connection, "s", [added]))
    async with store._reader.snapshot() as session:
        (result,) = await table.all_lines(session, "s", "duel")
    assert result.entry.weight == exact


async def test_counting_books_uses_the_index(store: SqliteStore) -> None:
    """It reads no positions, weights or other books."""
    sizes = table._SIZES.format(in_scopes="scope IN (SELECT value FROM json_each(:scopes))")
    plan = await store.write(
        lambda c: c.execute(f"EXPLAIN QUERY PLAN {sizes}", {"scopes": '["s"]'}).fetchall()
    )
    read = [step[3] for step in plan if " book " in step[3]]
    assert read == ["SEARCH book USING COVERING INDEX sqlite_autoindex_book_1 (scope=?)"]
