"""Lists use indexes: for any filter, the cost of a page does not grow with the number of games, and
all pages together have exactly the matching games."""

import itertools
import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite

import zeitnot_protocol as p
from benchmarks.lists import ASKING, OWN_QUERIES, QUERIES, build
from zeitnot_server.store import GameFilter
from zeitnot_server.store.filters import read_cursor
from zeitnot_server.store.sql.base.dialect import SQLITE
from zeitnot_server.store.sql.games import queries, walks
from zeitnot_server.store.sql.games.conditions import Asked
from zeitnot_server.store.sqlite.steps import opened, run
from zeitnot_server.store.sqlite.store import SqliteStore

from ..full_records import pages
from ..playing import ANN, BOB, Game, rules_for
from .many import copy_game

FEW, MANY = 2_000, 8_000
STEPS_AT_ONCE = 10  # the progress handler is called after this many steps


async def steps(database: Path, filters: list[GameFilter]) -> list[int]:
    """The number of steps of SQLite's virtual machine for each of these pages."""
    store = await SqliteStore.open(database, rules_for)
    steps_taken: list[int] = []
    count = 0

    def add_steps() -> None:
        nonlocal count
        count += STEPS_AT_ONCE

    try:
        for requested in filters:
            async with store._reader.snapshot() as session:
                raw = await (await session.connection()).get_raw_connection()
                assert raw.driver_connection is not None
                await raw.driver_connection.set_progress_handler(add_steps, STEPS_AT_ONCE)
                count = 0
                await queries.list_games(session, requested, ASKING if requested.mine else None)
                steps_taken.append(count)
    finally:
        await store.close()
    return steps_taken


async def test_the_cost_of_a_page_does_not_grow_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "MAX_SCANNED", 60)
    monkeypatch.setattr(walks, "MAX_COUNTED", 120)
    monkeypatch.setattr(walks, "WINDOW", 120)
    all_queries = [*QUERIES, *OWN_QUERIES]
    filters = [replace(GameFilter.read(query), limit=5) for query in all_queries]
    few, many = tmp_path / "few.db", tmp_path / "many.db"
    build(few, FEW)
    build(many, MANY)
    few_costs, many_costs = await steps(few, filters), await steps(many, filters)
    for query, few_steps, many_steps in zip(all_queries, few_costs, many_costs, strict=True):
        assert many_steps < 30_000, query
        assert many_steps < 2 * few_steps + 4_000, (
            query
        )  # the random games of both databases differ


@pytest.mark.parametrize("query", OWN_QUERIES)
async def test_an_accounts_games_are_read_in_index_order(
    games_database: Path, query: dict[str, str]
) -> None:
    """The plan of each query has only index searches: it does not scan or sort tables."""
    used = set[str]()
    for path in walks.index_paths(Asked(GameFilter.read(query), ASKING, ASKING)):
        statement = path.next((1_700_000_000_000, "g1"), 21, SQLITE)
        sql = statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        with sqlite3.connect(games_database) as connection:
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
        connection.close()
        assert not [step for step in plan if "SCAN" in step or "TEMP B-TREE" in step], plan
        used |= {index for step in plan for index in re.findall(r"INDEX (\w+)", step)}
    assert used & {"ix_seat_of_account", "ix_seat_account_result_private_created_at_game"}


@pytest.mark.parametrize("more", [{}, {"speed": "blitz"}, {"game": "othello"}])
async def test_a_won_seat_costs_no_look_at_each_row(
    games_database: Path, more: dict[str, str]
) -> None:
    asked = Asked(GameFilter.read({"mine": "true", "result": "1", **more}), ASKING, ASKING)
    statement = walks.index_paths(asked)[0].next((1_700_000_000_000, "g1"), 21, SQLITE)
    sql = statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    connection = sqlite3.connect(games_database)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    connection.close()
    of_seats = [step for step in plan if "ix_seat" in step]
    assert of_seats
    assert all("COVERING INDEX" in step for step in of_seats), plan


# ── completeness ───────────────────────────────────────────────────────────────────────────────

GAMES = 400


@pytest.fixture(scope="module")
def games_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games_database") / "zeitnot.db"
    build(path, GAMES)
    return path


def matching_ids(database: Path, filter_: GameFilter) -> list[str]:
    """The expected ids of the list, found by comparing every row with the filter."""
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        games = connection.execute("SELECT * FROM game ORDER BY created_at DESC, id DESC")
        seats: dict[str, list[sqlite3.Row]] = {}
        for seat in connection.execute("SELECT * FROM seat ORDER BY game, seat"):
            seats.setdefault(seat["game"], []).append(seat)
        return [game["id"] for game in games if matches(game, seats[game["id"]], filter_)]


def matches(game: sqlite3.Row, seats: list[sqlite3.Row], filter_: GameFilter) -> bool:
    columns = {"game_type": filter_.game, "state": filter_.state, "reason": filter_.reason}
    if any(value is not None and game[column] != value for column, value in columns.items()):
        return False
    if filter_.date_from is not None and game["created_at"] < filter_.date_from:
        return False
    scores = json.loads(game["scores"] or "[]")
    candidates = [s for s in seats if filter_.player in (None, s["name"])]
    if filter_.mine:
        others = [s for s in candidates if s["name"] != ASKING]
        candidates = [s for s in seats if s["name"] == ASKING and (others or not filter_.player)]
    results = {"win": 1.0, "loss": 0.0, "draw": 0.5}
    if filter_.seat is not None:
        return any(
            s["seat"] == filter_.seat and scores and scores[s["seat"]] == 1.0 for s in candidates
        )
    if filter_.result is not None:
        return any(scores and scores[s["seat"]] == results[filter_.result] for s in candidates)
    return bool(candidates)


COMBINATIONS = [
    {**game, **reason, **player, **state}
    for game, reason, player, state in itertools.product(
        ({}, {"game": "othello"}),
        ({}, {"reason": "flag"}, {"reason": "agreed", "from": "2023-11-14"}),
        (
            {},
            {"player": "Ponderer"},
            {"player": "Ponderer", "result": "0"},
            {"player": "Player7", "result": "loss"},
            {"result": "draw"},
            {"result": "1"},
            {"mine": "true"},
            {"mine": "true", "result": "win"},
            {"mine": "true", "result": "1"},
            {"mine": "true", "player": "Player7", "result": "loss"},
        ),
        ({}, {"state": "finished"}),
    )
]


@pytest.mark.parametrize("max_scanned", [40, 1000])
async def test_all_pages_together_have_every_matching_game(
    games_database: Path, monkeypatch: pytest.MonkeyPatch, max_scanned: int
) -> None:
    monkeypatch.setattr(walks, "MAX_SCANNED", max_scanned)
    monkeypatch.setattr(walks, "FIRST_READ_ROWS", 8)
    store = await SqliteStore.open(games_database, rules_for)
    try:
        for query in COMBINATIONS[:: 1 if max_scanned > GAMES else 4]:
            filter_ = replace(GameFilter.read(query), limit=30)
            listed = await pages(store, filter_, ASKING if filter_.mine else None)
            assert listed == matching_ids(games_database, filter_), query
    finally:
        await store.close()


async def test_an_empty_page_may_have_a_cursor(
    games_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "MAX_SCANNED", 10)
    store = await SqliteStore.open(games_database, rules_for)
    try:
        page = await store.games.page(GameFilter(game="othello", reason="flag"))
        assert page.games == []
        assert page.cursor is not None
    finally:
        await store.close()


# ── private games ──────────────────────────────────────────────────────────────────────────────

PRIVATE_GAMES = 40
PRIVATE_QUERIES: list[dict[str, str]] = [
    {},
    {"state": "open"},
    {"state": "finished"},
    {"reason": "resign"},
    {"game": "count"},
    {"player": "Ann"},
    {"player": ANN.account},
    {"player": "Ann", "result": "loss"},
    {"result": "1"},
    {"game": "count", "reason": "resign"},
]


async def create_private_games(path: Path) -> None:
    """Stores private games, open ones and ones that Ann resigned before her first move, and an
    older listed game of each kind."""
    store = await SqliteStore.open(path, rules_for)
    for number, listed in enumerate((True, False)):
        created_at = 1_000 + number
        await (
            await Game(store, f"open{listed}", created_at=created_at, listed=listed).create()
        ).do(0, p.Sit(game=f"open{listed}", id="sit", seat=0))
        over = Game(store, f"over{listed}", created_at=created_at, listed=listed)
        await (await over.create()).start()
        await over.do(0, over.command(p.Resign))
    await store.close()
    for game in ("openFalse", "overFalse"):
        copy_game(path, game, PRIVATE_GAMES)


@pytest.mark.parametrize("query", PRIVATE_QUERIES)
async def test_private_games_are_not_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, query: dict[str, str]
) -> None:
    await create_private_games(path)
    monkeypatch.setattr(walks, "MAX_SCANNED", 10)
    store = await SqliteStore.open(path, rules_for)
    try:
        for account in (None, BOB.account + "s neighbour"):
            page = await store.games.page(replace(GameFilter.read(query), limit=5), account)
            assert page.cursor is None
            assert page.games
            assert {game.id for game in page.games} <= {"openTrue", "overTrue"}
    finally:
        await store.close()


async def test_the_cost_of_a_page_does_not_grow_with_private_games(path: Path) -> None:
    await create_private_games(path)
    filters = [GameFilter.read(query) for query in PRIVATE_QUERIES]
    before = await steps(path, filters)
    copy_game(path, "openFalsex1", 1_000)
    copy_game(path, "overFalsex1", 1_000)
    after = await steps(path, filters)
    assert all(abs(one - other) < 100 for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("query", PRIVATE_QUERIES)
@pytest.mark.parametrize("max_scanned", [10, 1_000])
async def test_an_accounts_private_games_are_listed_after_their_end(
    path: Path, monkeypatch: pytest.MonkeyPatch, query: dict[str, str], max_scanned: int
) -> None:
    await create_private_games(path)
    monkeypatch.setattr(walks, "MAX_SCANNED", max_scanned)
    store = await SqliteStore.open(path, rules_for)
    own_games = {"overTrue", "overFalse", *(f"overFalsex{n + 1}" for n in range(PRIVATE_GAMES))}
    try:
        filter_, listed = replace(GameFilter.read(query), limit=7), list[tuple[int, str]]()
        while True:
            page = await store.games.page(filter_, ANN.account)
            listed += [(game.created_at, game.id) for game in page.games]
            if page.cursor is None:
                break
            assert ANN.account in await seated_accounts(store, read_cursor(page.cursor)[1])
            filter_ = replace(filter_, cursor=page.cursor)
    finally:
        await store.close()
    assert listed == sorted(listed, reverse=True)
    expected = own_games if query != {"state": "open"} else set()
    assert {id for _, id in listed} - {"openTrue"} == expected
    assert len(set(listed)) == len(listed)


async def seated_accounts(store: SqliteStore, game: str) -> set[str | None]:
    """The accounts on the seats of a game."""

    def work(connection: sqlite3.Connection) -> set[str | None]:
        result = connection.execute("SELECT account FROM seat WHERE game = ?", (game,))
        return {account for (account,) in result}

    return await store.write(work)


async def test_a_link_game_that_never_began_stays_private(
    path: Path,
) -> None:
    store = await SqliteStore.open(path, rules_for)
    played, ended, listed = (Game(store, id, listed=id == "listed") for id in ("p", "e", "listed"))
    for game in (played, ended, listed):
        await game.create()
    await played.do(0, played.command(p.Sit, seat=0))
    assert private_marks(path) == {"p": (1, 1), "e": (1, 1), "listed": (0, 0)}
    await played.do(1, played.command(p.Sit, seat=1))
    for seat in (0, 1):
        await played.do(seat, played.command(p.Ready, salt="5a"))
    await ended.start()
    assert private_marks(path) == {"p": (0, 0), "e": (0, 0), "listed": (0, 0)}
    for game in (await played.play_moves("1"), ended):
        await game.do(0, game.command(p.Resign))
    assert private_marks(path) == {"p": (0, 0), "e": (1, 1), "listed": (0, 0)}
    await store.close()


def private_marks(path: Path) -> dict[str, tuple[int, int]]:
    """For each game, whether it is marked as private, and the share of its seats that are."""
    query = "SELECT id, private, (SELECT sum(private) FROM seat WHERE game = id) FROM game"
    connection = sqlite3.connect(path)
    try:
        result = {game: (private, seats / 2) for game, private, seats in connection.execute(query)}
    finally:
        connection.close()
    return result


async def test_the_migration_marks_private_games(path: Path) -> None:
    await create_private_games(path)
    store = await SqliteStore.open(path, rules_for)
    running = await (await Game(store, "running", listed=False).create()).start()
    await running.play_moves("1")
    await store.close()
    marks = private_marks(path)
    assert sum(private for private, _ in marks.values()) == 2 * PRIVATE_GAMES + 2
    with opened(path) as connection:
        run(connection, "0006", down=True)
        run(connection, "head")
    assert private_marks(path) == marks
