"""Writes the skeleton of a new game: a working placeholder with small rules.

    python tools/new_game.py dotsandboxes DotsAndBoxes "Dots and Boxes" 点格棋 點格棋

After `make install`, the server, the page, the terminal, the bots and the tests find the game by
its name. docs/how-to/adding-a-game.md describes its files.
"""

import argparse
import keyword
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEMPLATES = Path(__file__).parent / "new_game"
FILES = {
    "game.toml.in": "engines/games/mygame/game.toml",
    "position.hpp.in": "engines/games/mygame/position.hpp",
    "evaluation.hpp.in": "engines/games/mygame/evaluation.hpp",
    "view.ts.in": "clients/web/src/games/mygame/view.ts",
    "texts.ts.in": "clients/web/src/games/mygame/texts.ts",
    "rules.ts.in": "clients/web/src/games/mygame/rules.ts",
    "reference.md.in": "engines/games/mygame/reference.md",
    "terminal.py.in": "engines/games/mygame/terminal.py",
    "twin.py.in": "tests/games/mygame/twin.py",
    "facts.py.in": "tests/games/mygame/facts.py",
}
"""The templates, each with the path of the file that is made from it."""
UINT64_MASK = (1 << 64) - 1


class Refused(Exception):
    """The arguments are invalid, and nothing was written; the message says why."""


def text_key(text: str) -> int:
    """The same key as `text_key` of the core (engines/core/include/zeitnot/zobrist.hpp)."""
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & UINT64_MASK
    state = state + 0x9E3779B97F4A7C15 & UINT64_MASK
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & UINT64_MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & UINT64_MASK
    return state ^ state >> 31


def write(root: Path, game: str, type_: str, names: tuple[str, str, str]) -> list[Path]:
    """Writes the files below `root`; returns their paths.

    `type_` is the C++ name of its position, `names` its names in English and in simplified and
    traditional Chinese. Raises Refused.
    """
    _check(root, game, type_, names)
    english, simplified, traditional = names

    def fill(text: str) -> str:
        text = text.replace('zh-Hans = "我的棋"', f'zh-Hans = "{simplified}"')
        text = text.replace('zh-Hant = "我的棋"', f'zh-Hant = "{traditional}"')
        text = text.replace("mygame", game).replace("MyGame", type_)
        text = text.replace("My game", english).replace("my game", english)
        return text.replace("START_KEY", f"0x{text_key(game):016X}")

    written = []
    for template, place in FILES.items():
        path = root / place.replace("mygame", game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fill((TEMPLATES / template).read_text("utf-8")), "utf-8")
        written.append(path)
    return written


def _check(root: Path, game: str, type_: str, names: tuple[str, str, str]) -> None:
    if game == "mygame":
        raise Refused('"mygame" is a placeholder in documents and tests: choose another id.')
    if not re.fullmatch(r"[a-z][a-z0-9]{1,23}", game) or keyword.iskeyword(game):
        raise Refused(
            f'"{game}" is not an id: an id has 2 to 24 lower-case letters and digits, and begins '
            "with a letter."
        )
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,31}", type_):
        raise Refused(f'"{type_}" is not the name of a C++ type, such as DotsAndBoxes.')
    for name in names:
        if not name.strip() or not name.isprintable() or set(name) & set('"\\*/'):
            raise Refused(f"{name!r} is not a name.")
    for place in FILES.values():
        path = root / place.replace("mygame", game)
        if path.exists() or (path.parent.name == game and path.parent.exists()):
            raise Refused(f"{path.relative_to(root)} exists already.")


def main() -> None:
    """Writes the files, or exits with status 2."""
    parser = argparse.ArgumentParser(description="Writes the skeleton of a new game.")
    parser.add_argument("game", help="its id, such as dotsandboxes")
    parser.add_argument("type", help="the C++ name of its position, such as DotsAndBoxes")
    parser.add_argument("english", help="its name in English")
    parser.add_argument("simplified", help="in simplified Chinese")
    parser.add_argument("traditional", help="in traditional Chinese")
    arguments = parser.parse_args()
    names = (arguments.english, arguments.simplified, arguments.traditional)
    try:
        written = write(ROOT, arguments.game, arguments.type, names)
    except Refused as refused:
        parser.error(str(refused))
    for path in written:
        print(path.relative_to(ROOT))
    print("Next: make install, then make docs,")
    print(f"then python -m tests.engines.test_playthroughs {arguments.game} for its golden games.")


if __name__ == "__main__":
    main()
