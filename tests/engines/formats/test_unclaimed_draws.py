"""Ends that a player may not have claimed do not end a game of a file; all others do."""

import pytest

from zeitnot_engines.formats.record import unrepeated
from zeitnot_engines.games import load


@pytest.mark.parametrize(
    ("game", "text", "open_text"),
    [
        ("chess", "8/8/8/4k3/8/8/8/KR6 w - - 100 90", "8/8/8/4k3/8/8/8/KR6 w - - 0 90"),
        ("checkers", "W:WK1:BK32:H80", "W:WK1:BK32"),
    ],
)
def test_a_draw_by_a_number_of_moves_is_open(game: str, text: str, open_text: str) -> None:
    state = load(game).parse(text)
    assert state.result is not None
    assert unrepeated(state).text == open_text
    assert unrepeated(state).result is None


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90"),
        ("chess", "8/8/8/4k3/8/8/8/K7 w - - 12 90"),
        ("ewn", "B 0 0 22 0 0 2 14 1 3 0 16 25 0"),
        ("ewn", "B 0 14 13 0 16 0 3 0 0 0 0 25 0"),
        ("line", "8 7 1"),
    ],
)
def test_other_ends_stay(game: str, text: str) -> None:
    """Numbers in the place of a count are pieces in some games."""
    state = load(game).parse(text)
    assert state.result is not None
    assert unrepeated(state) == state
