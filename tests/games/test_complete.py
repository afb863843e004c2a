"""What every game of the core needs elsewhere, each a file or folder of its own name: a folder that
is added to engines/core/games is told here what it still lacks."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engines/core/games"
GAMES = sorted(path.name for path in CORE.iterdir() if path.is_dir())
LANGUAGES = {"en", "zh-Hans", "zh-Hant"}
FACES = ROOT / "clients/zeitnot_client/terminal/faces"
PAGE = ("games/{}/face.ts", "games/{}.ts", "boards/{}.ts")
"""Where the page's board of a game may be."""


def lacks(game: str) -> Iterator[str]:
    """What there is not yet of this game."""
    manifest = CORE / game / "game.toml"
    names = tomllib.loads(manifest.read_text("utf-8"))["names"] if manifest.exists() else {}
    yield from (f"{manifest}: a name in {tag}" for tag in sorted(LANGUAGES - set(names)))
    for file in (
        *(ROOT / f"tests/games/{game}/{name}.py" for name in ("twin", "facts")),
        FACES / f"{game}.py",
    ):
        if not file.exists():
            yield f"{file}"
    places = [ROOT / "clients/web/src" / place.format(game) for place in PAGE]
    if not any(place.exists() for place in places):
        yield f"{places[0]}"
    page = ROOT / "docs/reference/games.md"
    if not re.search(rf"^## {game}$", page.read_text("utf-8"), re.MULTILINE):
        yield f"{page}: a section"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_complete(game: str) -> None:
    assert list(lacks(game)) == []


def test_a_new_folder_lacks_everything() -> None:
    assert len(list(lacks("nowhere"))) == len(LANGUAGES) + 5


def test_nothing_is_left_of_a_game_that_is_gone() -> None:
    notation = ROOT / "engines/zeitnot_engines/notation"
    modules = [path.stem for folder in (FACES, notation) for path in folder.glob("[a-z]*.py")]
    folders = [path.parent.name for path in Path(__file__).parent.glob("*/*.py")]
    assert {*modules, *folders} <= set(GAMES)
