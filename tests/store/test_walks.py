"""Lists by index: what a page costs does not grow with the games there are, whatever the filter,
and all pages together have exactly what fits."""

import itertools
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from zeitnot_server.store import GameFilter, Store, queries, walks

from ..bench.lists import ASKED, build
from .playing import rules_for

FEW, MANY = 2_000, 8_000
STEPS_AT_ONCE = 10


async def steps(database: Path, filters: list[GameFilter]) -> list[int]:
    """How many steps of its machine SQLite takes for each of these pages."""
    store = await Store.open(database, rules_for)
    taken: list[int] = []
    count = 0

    def one_more() -> None:
        nonlocal count
        count += STEPS_AT_ONCE

    try:
        for asked in filters:
            async with store.reading() as session:
                raw = await (await session.connection()).get_raw_connection()
                assert raw.driver_connection is not None
                await raw.driver_connection.set_progress_handler(one_more, STEPS_AT_ONCE)
                count = 0
                await queries.list_games(session, asked)
                taken.append(count)
    finally:
        await store.close()
    return taken


async def test_a_page_costs_no_more_where_there_are_more_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "MOST", 60)
    monkeypatch.setattr(walks, "COUNTED", 120)
    filters = [replace(GameFilter.read(asked), limit=5) for asked in ASKED]
    few, many = tmp_path / "few.db", tmp_path / "many.db"
    build(few, FEW)
    build(many, MANY)
    cheap, dear = await steps(few, filters), await steps(many, filters)
    for asked, less, more in zip(ASKED, cheap, dear, strict=True):
        assert more < 30_000, asked
        assert more < 2 * less + 4_000, asked  # what is found by chance differs a little


# ── nothing is lost ────────────────────────────────────────────────────────────────────────────

GAMES = 400


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "zeitnot.db"
    build(path, GAMES)
    return path


def fitting(database: Path, asked: GameFilter) -> list[str]:
    """The same list, from all rows, one by one."""
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        games = connection.execute("SELECT * FROM game ORDER BY created_at DESC, id DESC")
        seats: dict[str, list[sqlite3.Row]] = {}
        for seat in connection.execute("SELECT * FROM seat ORDER BY game, seat"):
            seats.setdefault(seat["game"], []).append(seat)
        return [game["id"] for game in games if fits(game, seats[game["id"]], asked)]


def fits(game: sqlite3.Row, seats: list[sqlite3.Row], asked: GameFilter) -> bool:
    named = {"game_type": asked.game, "state": asked.state, "reason": asked.reason}
    if any(value is not None and game[column] != value for column, value in named.items()):
        return False
    if asked.date_from is not None and game["created_at"] < asked.date_from:
        return False
    scores = json.loads(game["scores"] or "[]")
    mine = [s for s in seats if asked.player in (None, s["name"])]
    results = {"win": 1.0, "loss": 0.0, "draw": 0.5}
    if asked.seat is not None:
        return any(s["seat"] == asked.seat and scores and scores[s["seat"]] == 1.0 for s in mine)
    if asked.result is not None:
        return any(scores and scores[s["seat"]] == results[asked.result] for s in mine)
    return bool(mine)


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
        ),
        ({}, {"state": "finished"}),
    )
]


@pytest.mark.parametrize("most", [40, 1000])
async def test_all_pages_together_have_what_fits(
    season: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(walks, "MOST", most)
    monkeypatch.setattr(walks, "FIRST", 8)
    store = await Store.open(season, rules_for)
    try:
        for words in COMBINATIONS[:: 1 if most > GAMES else 4]:
            asked = replace(GameFilter.read(words), limit=30)
            assert await pages(store, asked) == fitting(season, asked), words
    finally:
        await store.close()


async def pages(store: Store, asked: GameFilter) -> list[str]:
    """All pages, one after the other."""
    seen: list[str] = []
    while True:
        page = await store.list_games(asked)
        assert len(page.games) <= asked.limit
        seen += [game.id for game in page.games]
        if page.cursor is None:
            return seen
        asked = replace(asked, cursor=page.cursor)


async def test_a_page_may_be_empty_and_not_the_last(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "MOST", 10)
    store = await Store.open(season, rules_for)
    try:
        page = await store.list_games(GameFilter(game="othello", reason="flag"))
        assert page.games == []
        assert page.cursor is not None
    finally:
        await store.close()
