"""Every game has its files in three folders: of the engines, the web client and the tests."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from zeitnot_client.by_name import module_of

from ..each import each

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engines/games"
GAMES = sorted(path.name for path in CORE.iterdir() if (path / "game.toml").exists())
LANGUAGES = {"en", "zh-Hans", "zh-Hant"}
PAGE = ROOT / "clients/web/src/games"
FILES = (
    *("engines/games/{}/reference.md", "engines/games/{}/terminal.py"),
    *(f"clients/web/src/games/{{}}/{name}.ts" for name in ("view", "texts", "rules")),
    *("tests/games/{}/twin.py", "tests/games/{}/facts.py"),
)


def missing_parts(game: str) -> Iterator[str]:
    """The files and texts that this game lacks."""
    manifest = CORE / game / "game.toml"
    names = tomllib.loads(manifest.read_text("utf-8"))["names"] if manifest.exists() else {}
    yield from (f"{manifest}: a name in {tag}" for tag in sorted(LANGUAGES - set(names)))
    for file in FILES:
        if not (ROOT / file.format(game)).exists():
            yield file.format(game)


@each("game", GAMES)
def test_game_has_all_files_and_names(game: str) -> None:
    assert list(missing_parts(game)) == []


def test_missing_parts_of_an_unknown_game_are_listed() -> None:
    assert len(list(missing_parts("nowhere"))) == len(LANGUAGES) + len(FILES)


def test_removed_games_leave_no_folder() -> None:
    """Folders of the web client that several games share have no view.ts."""
    tests = [path.parent.name for path in Path(__file__).parent.glob("*/*.py")]
    page = [path.parent.name for path in PAGE.glob("*/view.ts")]
    assert {*tests, *page} == set(GAMES)


def test_editable_install_finds_modules_in_the_source_tree() -> None:
    for game in GAMES:
        module = module_of(game, "terminal")
        assert module is not None
        assert module.__file__ == str(CORE / game / "terminal.py")
