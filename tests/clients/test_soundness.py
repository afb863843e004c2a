"""Soundness checks of book moves: the house engines accept gambits and reject blunders in known
positions."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from zeitnot_engines.bots.house import EngineBackend
from zeitnot_engines.bots.soundness import MARGINS, TRIES, first_sound, is_sound
from zeitnot_engines.engine import Search, StartSearch, StopToken
from zeitnot_engines.games import MANIFESTS, History, load

LONG_MS = 60_000  # the node limit ends these searches


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """The threads of the searches."""
    with ThreadPoolExecutor(1) as instance:
        yield instance


def search_factory(history: History, threads: ThreadPoolExecutor) -> StartSearch:
    return partial(Search, EngineBackend().engine(history.game, 4, 1), executor=threads)


def position_after(game: str, moves: str) -> History:
    history = load(game, {}).start()
    for move in moves.split():
        history = history.play(move)
    return history


CHESS = [
    ("e2e4 e7e5 d1h5", ["e8e7"], None),  # mate in one
    ("e2e4 e7e5 d1h5", ["e8e7", "b8c6"], "b8c6"),
    ("e2e4 e7e5 d1h5", ["g7g6"], None),  # the rook is lost
    ("f2f3 e7e5", ["g2g4"], None),
    ("e2e4 e7e5", ["f2f4"], "f2f4"),  # King's Gambit
    ("d2d4 d7d5", ["c2c4"], "c2c4"),  # Queen's Gambit
    ("d2d4 g8f6 c2c4 c7c5 d4d5", ["b7b5"], "b7b5"),  # Benko Gambit
    ("e2e4 c7c5", ["d2d4"], "d2d4"),  # on the way to the Smith-Morra Gambit
    ("e2e4 e7e5", ["g1f3"], "g1f3"),
    ("e2e4 e7e5 g1f3", ["d8g5"], None),
]


@pytest.mark.parametrize(("line", "offered", "played"), CHESS)
async def test_blunders_are_rejected_and_gambits_accepted(
    threads: ThreadPoolExecutor, line: str, offered: list[str], played: str | None
) -> None:
    history = position_after("chess", line)
    start_search = search_factory(history, threads)
    assert await first_sound(start_search, history, offered, LONG_MS, StopToken()) == played


@pytest.mark.parametrize("game", ["ewn", "backgammon", "othello", "xiangqi"])
async def test_some_first_move_is_sound_in_every_game(
    threads: ThreadPoolExecutor, game: str
) -> None:
    history = load(game, {}).start()
    while history.due is not None:
        kind, sizes = history.due
        assert kind == "dice"
        history = history.throw([sides - at for at, sides in enumerate(sizes)])
    start_search = search_factory(history, threads)
    results = [
        await first_sound(start_search, history, [move], LONG_MS, StopToken())
        for move in history.legal()
    ]
    assert any(results)
    assert all(move in (None, legal) for move, legal in zip(results, history.legal(), strict=True))


async def test_only_a_few_moves_are_checked(threads: ThreadPoolExecutor) -> None:
    history = position_after("chess", "e2e4 e7e5 d1h5")
    start_search = search_factory(history, threads)
    offered = ["e8e7"] * TRIES + ["b8c6"]
    assert await first_sound(start_search, history, offered, LONG_MS, StopToken()) is None


async def test_stopped_check_confirms_no_move(threads: ThreadPoolExecutor) -> None:
    history, stop = position_after("chess", "e2e4 e7e5"), StopToken()
    stop.stop()
    offered = ["g1f3", "f2f4"]
    assert (
        await first_sound(search_factory(history, threads), history, offered, LONG_MS, stop) is None
    )


def test_every_game_has_a_margin() -> None:
    assert {load(game, {}).unit for game in MANIFESTS} <= MARGINS.keys()


@pytest.mark.parametrize(
    ("value", "best", "unit", "expected"),
    [
        (-100.0, 40.0, "centipawns", True),
        (-120.0, 40.0, "centipawns", False),  # loses too much
        (-160.0, -100.0, "centipawns", False),  # the position after it is too bad
        (300.0, 9999.0, "centipawns", False),  # misses a mate
        (-9999.0, -9999.0, "centipawns", False),
        (0.45, 0.5, "win_probability", True),
        (0.38, 0.4, "win_probability", False),
        (0.0, 0.0, "apples", False),
    ],
)
def test_soundness_depends_on_loss_and_value(
    value: float, best: float, unit: str, expected: bool
) -> None:
    assert is_sound(value, best, unit) == expected
