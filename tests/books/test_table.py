"""The table of books: what is added is what adding move by move would give, to the last digit."""

import random
from dataclasses import astuple

from zeitnot_server.books.entry import Entry, Place, merged, played
from zeitnot_server.books.lines import BookLine
from zeitnot_server.store.sqlite import SqliteStore
from zeitnot_server.store.sqlite import book_table as table

LINES = 200  # more than go into one statement, and some of them twice


def lines(chance: random.Random) -> list[BookLine]:
    """Of few places, with weights that fifteen digits cannot tell."""
    items = []
    for _ in range(LINES):
        place = Place("duel", 7, chance.randrange(60))
        score = chance.choice([0.0, 0.5, 1.0])
        entry = played(chance.choice(["high", "low"]), [score, 1 - score], 0, chance.randrange(99))
        options = Entry(entry.move, weight=chance.random() / 3, source="hand")
        items.append(BookLine(place, f"at {place.key}", merged(entry, options)))
    return items


async def test_a_batch_equals_adding_one_by_one(store: SqliteStore) -> None:
    chance = random.Random(5)
    expected: dict[tuple[int, str], Entry] = {}
    for _ in range(3):
        some = lines(chance)
        for line in some:
            key = line.place.key, line.entry.move
            known = expected.get(key)
            expected[key] = line.entry if known is None else merged(known, line.entry)
        await store.write(lambda connection, some=some: table.add(connection, "server", some))
    async with store._reader.snapshot() as session:
        result = await table.whole(session, "server", "duel")
    assert len(result) == len(expected)
    for line in result:
        key = expected[line.place.key, line.entry.move]
        for value, request in zip(astuple(line.entry), astuple(key), strict=True):
            if isinstance(request, float):
                assert abs(value - request) < 1e-12
            else:
                assert value == request


async def test_a_weight_keeps_all_its_digits(store: SqliteStore) -> None:
    exact = 1 / 3 + 2**-52
    line = BookLine(Place("duel", 7, 1), "-", Entry("high", weight=exact))
    nothing = BookLine(line.place, "-", Entry("high"))
    for added in (line, nothing):
        await store.write(lambda connection, added=added: table.add(connection, "s", [added]))
    async with store._reader.snapshot() as session:
        (result,) = await table.whole(session, "s", "duel")
    assert result.entry.weight == exact


async def test_counting_books_uses_the_index(store: SqliteStore) -> None:
    """Positions and weights are not read, nor are other books."""
    plan = await store.write(
        lambda c: c.execute(f"EXPLAIN QUERY PLAN {table._SIZES}", {"scopes": '["s"]'}).fetchall()
    )
    read = [step[3] for step in plan if " book " in step[3]]
    assert read == ["SEARCH book USING COVERING INDEX sqlite_autoindex_book_1 (scope=?)"]
