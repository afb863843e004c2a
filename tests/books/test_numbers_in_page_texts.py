"""The page's texts say which games the book is built from; their numbers are those of the code."""

import re
from pathlib import Path

import pytest

from zeitnot_server.books.bounds import MAX_GAMES_OF_ADDRESS, MAX_GAMES_OF_SAME_PLAYERS, PERIOD_MS
from zeitnot_server.books.lines import MAX_PLIES, MIN_PLIES

TEXTS = Path(__file__).parents[2] / "clients/web/src/texts/books"


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_the_numbers_on_the_page_match_the_code(language: str) -> None:
    text = (TEXTS / f"{language}.ts").read_text("utf-8")
    learnt = re.search(r"learnt: \[(.*?)\],\n", text, re.DOTALL)
    assert learnt is not None
    numbers = [int(number) for number in re.findall(r"\d+", learnt[1])]
    hours = PERIOD_MS // 3_600_000
    assert numbers == [
        MIN_PLIES // 2,
        MAX_PLIES // 2,
        hours,
        MAX_GAMES_OF_SAME_PLAYERS,
        MAX_GAMES_OF_ADDRESS,
    ]
