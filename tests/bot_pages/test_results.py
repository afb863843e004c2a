"""A bot's results by version, opponent and clock."""

import zeitnot_protocol as p
from zeitnot_server.bot_pages import results
from zeitnot_server.bot_pages.page_store import Opponent, Result

BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
SLOW = p.Control(kind="correspondence", days=3)
ANN, DEEP = Opponent("a1", "Ann", False), Opponent("d1", "Deep", True)


def row(
    result: str,
    at: int,
    *opponents: Opponent,
    version: str | None = "1",
    game: str = "chess",
    control: p.Control = BLITZ,
) -> Result:
    return Result(f"game{at}", 0, result, version, at, game, control, opponents or (ANN,))


def test_results_are_counted_by_version() -> None:
    rows = [
        row("win", 5, version="2"),
        row("draw", 4),
        row("loss", 3, version=None),
        row("win", 2),
        row("win", 1),
    ]
    assert results.versions(rows) == [
        p.BotVersion(version="2", first_at=5, last_at=5, wins=1),
        p.BotVersion(version="1", first_at=1, last_at=4, wins=2, draws=1),
        p.BotVersion(version=None, first_at=3, last_at=3, losses=1),
    ]


def test_an_opponent_has_its_newest_name() -> None:
    rows = [row("win", 3, ANN._replace(name="Anna")), row("loss", 2), row("draw", 1, DEEP)]
    assert results.opponents(rows) == [
        p.BotOpponent(name="Anna", last_at=3, wins=1, losses=1),
        p.BotOpponent(name="Deep", bot=True, last_at=1, draws=1),
    ]


def test_a_result_counts_once_against_each_opponent() -> None:
    found = results.opponents([row("win", 1, ANN, DEEP, ANN)])
    assert [(each.name, each.wins) for each in found] == [("Ann", 1), ("Deep", 1)]


def test_results_are_counted_by_game_and_clock() -> None:
    rows = [row("win", 4), row("loss", 3, control=SLOW), row("draw", 2), row("win", 1, game="go")]
    found = results.clocks(rows)
    assert [
        (each.game_type, each.control, each.wins, each.draws, each.losses) for each in found
    ] == [
        ("chess", BLITZ, 1, 1, 0),
        ("chess", SLOW, 0, 0, 1),
        ("go", BLITZ, 1, 0, 0),
    ]


def test_lists_are_bounded() -> None:
    rows = [
        row("win", at, Opponent(f"{at}", f"P{at}", False), version=f"{at}", game=f"g{at}")
        for at in range(100)
    ]
    for found in (results.versions(rows), results.opponents(rows), results.clocks(rows)):
        assert len(found) == results.MAX_ROWS
