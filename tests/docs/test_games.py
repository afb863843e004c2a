"""The games page documents start and settings of each game as in the core."""

import re
from pathlib import Path

from zeitnot_engines.games import NAMES, load, settings_of

from ..each import each

PAGE = (Path(__file__).parents[2] / "docs/reference/games.md").read_text()
SECTIONS = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_every_game_is_documented() -> None:
    assert tuple(SECTIONS) == NAMES


@each("game", NAMES)
def test_start_and_settings_equal_the_cores(game: str) -> None:
    section = SECTIONS[game]
    assert f"Start: `{load(game).start().text}`" in section
    for setting in settings_of(game):
        line = re.search(rf"Setting `{setting.name}`: (.*?)(?=\.\s|[(;])", section, re.DOTALL)
        assert line, setting.name
        documented = documented_choices(line[1])
        assert documented[: len(setting.choices)] == [str(choice) for choice in setting.choices]


def documented_choices(line: str) -> list[str]:
    """The listed values; `20, or 3 to 99` means the first value and then all others of the
    range."""
    if match := re.fullmatch(r"(\d+), or (\d+) to (\d+)\s*", line):
        first, low, high = map(int, match.groups())
        return [str(first), *(str(n) for n in range(low, high + 1) if n != first)]
    return re.findall(r"\w+(?:\.\d)?", line)
