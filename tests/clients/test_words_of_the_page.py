"""The terminal describes the ends of games in the same words as the English web client."""

import re
from pathlib import Path

import zeitnot_protocol as p
from zeitnot_client.terminal import results, texts
from zeitnot_engines.games import NAMES

from ..each import each
from .fake_room import GAME, FakeRoom
from .sessions import start_game

PAGE = Path(__file__).parents[2] / "clients/web/src"
_PAIR = re.compile(r'(?:"([^"]+)"|(\w+)): "([^"]*)"')


def block(text: str, name: str) -> dict[str, str]:
    """The pairs of the first object with this name in a source file of the web client."""
    found = re.search(rf"\b{name}: \{{([^}}]*)\}}", text)
    return {} if found is None else {a or b: value for a, b, value in _PAIR.findall(found[1])}


def page_text(path: str) -> str:
    return (PAGE / path).read_text("utf-8")


def ends_of(game: str) -> dict[str, str]:
    shared = block(page_text("texts/games/en.ts"), "ends")
    _, _, translations = page_text(f"games/{game}/texts.ts").partition(": GameTranslations")
    english = translations.partition("en: {")[2].partition("zh-Hans")[0]
    return {**shared, **block(english, "ends")}


def result(game: str, reason: p.Reason, word: str | None) -> str:
    ann, _ = start_game(FakeRoom(game))
    clock = p.ClockView(remaining_ms=[1, 1])
    end = p.Finished(
        game=GAME, seq=9, at=0, reason=reason, seed="", clock=clock, scores=[1.0, 0.0], word=word
    )
    return results.result(ann.session.state, end)


@each("game", NAMES)
def test_ends_are_worded_as_in_the_web_client(game: str) -> None:
    ends = ends_of(game)
    assert len(ends) > 5
    for word, text in ends.items():
        assert result(game, "rules", word).endswith(f": {text}.")
    assert result(game, "rules", f"{next(iter(ends))}: why").endswith(": why.")


def test_perpetual_check_is_not_called_a_repetition() -> None:
    assert result("xiangqi", "repetition", "perpetual check") == "You win: perpetual check."


def test_reasons_are_worded_as_in_the_web_client() -> None:
    page = block(page_text("texts/en.ts").partition("  result: {")[2], "reasons")
    assert set(page) == set(texts.REASONS)
    assert {k: v for k, v in page.items() if v} == {
        k: v for k, v in texts.REASONS.items() if k != "rules"
    }
