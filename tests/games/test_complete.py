"""Every folder of engines/core/games has the files that a game needs elsewhere: twin, test data,
faces and documentation."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from ..each import each

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engines/core/games"
GAMES = sorted(path.name for path in CORE.iterdir() if path.is_dir())
LANGUAGES = {"en", "zh-Hans", "zh-Hant"}
FACES = ROOT / "clients/zeitnot_client/terminal/faces"
PAGE = ("games/{}/face.ts", "games/{}.ts", "boards/{}.ts")
"""The paths at which the page's board of a game may be."""


def missing_parts(game: str) -> Iterator[str]:
    """The files and texts that this game lacks."""
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


@each("game", GAMES)
def test_a_game_is_complete(game: str) -> None:
    assert list(missing_parts(game)) == []


def test_a_new_folder_lacks_everything() -> None:
    assert len(list(missing_parts("nowhere"))) == len(LANGUAGES) + 5


def test_no_file_is_left_of_a_removed_game() -> None:
    notation = ROOT / "engines/zeitnot_engines/notation"
    modules = [path.stem for folder in (FACES, notation) for path in folder.glob("[a-z]*.py")]
    folders = [path.parent.name for path in Path(__file__).parent.glob("*/*.py")]
    assert {*modules, *folders} <= set(GAMES)
