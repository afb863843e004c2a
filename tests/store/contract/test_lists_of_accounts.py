"""The games of an account with every filter, compared with a search through all rows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

import zeitnot_protocol as p
from benchmarks.my_games import ANN, filters, tables, whose
from zeitnot_server.store import BadFilter, GameFilter, Store
from zeitnot_server.store.sql.games import walks

from ..full_records import pages
from .fill import fill

GAMES = 240
SOME = 61
"""Every so manieth combination; prime, so that all values of all filters occur."""


@pytest.fixture
async def filled(store: Store) -> Mapping[str, list[dict[str, Any]]]:
    """The rows of a store with many games, by table."""
    rows = {table: list(of_table) for table, of_table in tables(GAMES)}
    await fill(store, rows)
    return rows


def matching(rows: Mapping[str, list[dict[str, Any]]], asked: GameFilter, owner: str) -> list[str]:
    """The ids of the games that the filter describes, found by looking at each."""
    games = zip(rows["game"], rows["opening"], _pairs(rows["seat"]), strict=True)
    return [
        game["id"]
        for game, opening, seats in reversed(list(games))
        if any(
            one["account"] == owner and _matches(game, opening, one, other, asked)
            for one, other in (seats, seats[::-1])
        )
    ]


def _pairs(seats: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    yield from (seats[at : at + 2] for at in range(0, len(seats), 2))


def _matches(
    game: dict[str, Any],
    opening: dict[str, Any],
    own: dict[str, Any],
    other: dict[str, Any],
    asked: GameFilter,
) -> bool:
    key = asked.position_key
    return (
        asked.opponent in (None, other["name"])
        and asked.result in (None, own["result"])
        and asked.game in (None, game["game_type"])
        and asked.speed in (None, own["speed"])
        and (asked.control is None or game["control"] == p.encode(asked.control))
        and asked.rated in (None, own["rated"])
        and (asked.min_moves is None or (own["plies"] or 0) >= asked.min_moves)
        and (key is None or key.to_bytes(8, "big") in opening["keys"])
        and (asked.date_from or 0) <= game["created_at"] < (asked.date_to or 10**15)
    )


async def test_lists_of_an_account_have_exactly_its_matching_games(
    store: Store, filled: Mapping[str, list[dict[str, Any]]]
) -> None:
    found = 0
    for asked in filters()[::SOME]:
        for _, filter_, account in whose(replace(asked, limit=50)):
            owner = ANN if account else "ponderer"
            expected = matching(filled, filter_, owner)
            assert await pages(store, filter_, account) == expected, filter_
            found += len(expected)
    assert found > GAMES / 2


@pytest.mark.parametrize("first_window", [5, 17])
async def test_pages_continue_beyond_the_window_of_rows(
    store: Store,
    filled: Mapping[str, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    first_window: int,
) -> None:
    monkeypatch.setattr(walks, "FIRST_WINDOW", first_window)
    monkeypatch.setattr(walks, "WINDOW", 17)
    asked = GameFilter(person="Ponderer", speed="blitz", limit=3)
    assert await pages(store, asked, None) == matching(filled, asked, "ponderer")
    page = await store.games.page(GameFilter(person="Ponderer", game="gomoku"))
    assert (page.games, page.cursor is not None) == ([], True)


async def test_most_pages_look_at_few_rows(
    store: Store, filled: Mapping[str, list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games the account has played."""
    monkeypatch.setattr(walks, "FIRST_WINDOW", 20)
    monkeypatch.setattr(walks, "WINDOW", 60)
    looked_at = list[int]()
    window_end = walks.IndexPath.window_end

    def counted(self: walks.IndexPath, before: Any, of: Any, window: int) -> Any:
        looked_at.append(window)
        return window_end(self, before, of, window)

    monkeypatch.setattr(walks.IndexPath, "window_end", counted)
    common = await store.games.page(GameFilter(person="Ponderer", speed="blitz", limit=2))
    assert (len(common.games), looked_at) == (2, [20])
    looked_at.clear()
    await store.games.page(GameFilter(person="Ponderer", game="gomoku", limit=2))
    assert looked_at == [20, 60]


async def test_the_seat_that_won_is_a_filter_of_an_accounts_games(
    store: Store, filled: Mapping[str, list[dict[str, Any]]]
) -> None:
    won = [
        row["game"]
        for row in filled["seat"]
        if row["account"] == "ponderer" and row["result"] == "win" and row["seat"] == 1
    ]
    for speed in (None, "blitz"):
        asked = GameFilter(person="Ponderer", result="1", speed=speed, limit=5)
        of_speed = {row["game"] for row in filled["seat"] if speed in (None, row["speed"])}
        expected = [game for game in sorted(won, reverse=True) if game in of_speed]
        assert await pages(store, asked, None) == expected
        assert expected


async def test_a_person_is_found_by_a_name_that_looks_the_same(
    store: Store, filled: Mapping[str, list[dict[str, Any]]]
) -> None:
    for name in ("PONDERER", "Ponderеr", "ponderer "):  # one е is Cyrillic
        page = await store.games.page(GameFilter(person=name, limit=1))
        assert [game.id for game in page.games] == ["g000000239"], name
    for name in ("Guest 7", "nobody", "ponderer1"):
        with pytest.raises(BadFilter):
            await store.games.page(GameFilter(person=name))
