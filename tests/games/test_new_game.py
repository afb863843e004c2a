"""`new_game` writes the skeleton of a new game: complete, and accepted by the core."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import new_game

ROOT = Path(__file__).parents[2]
NAMES = ("Four in line", "四连棋", "四連棋")
PROGRAM = """
#include <cstdio>

#include "games/lineup/evaluation.hpp"
#include "zeitnot/perft.hpp"

static_assert(zeitnot::Evaluated<zeitnot::LineUp>);

int main() {
    const zeitnot::History<zeitnot::LineUp> start;
    const auto poll = [] {};
    std::printf("%016llX", static_cast<unsigned long long>(start.position().hash()));
    for (int depth = 1; depth <= 5; ++depth) {
        std::printf(" %d", static_cast<int>(zeitnot::perft(start, depth, poll)));
    }
}
"""


def test_every_file_of_a_game_is_written(tmp_path: Path) -> None:
    written = new_game.write(tmp_path, "lineup", "LineUp", NAMES)
    assert len(written) == len(set(written)) == len(new_game.FILES) == 10
    placeholders = re.compile("mygame|MyGame|[Mm]y game|START_KEY|我的棋")
    assert not [path for path in written if placeholders.search(path.read_text("utf-8"))]
    manifest = tomllib.loads((tmp_path / "engines/games/lineup/game.toml").read_text("utf-8"))
    assert tuple(manifest["names"].values()) == NAMES
    for path in written:
        if path.suffix == ".py":
            compile(path.read_text("utf-8"), path, "exec")


@pytest.mark.parametrize(
    ("game", "type_", "names", "reason"),
    [
        ("mygame", "LineUp", NAMES, "choose another id"),
        ("Line", "LineUp", NAMES, "is not an id"),
        ("class", "LineUp", NAMES, "is not an id"),
        ("../line", "LineUp", NAMES, "is not an id"),
        ("lineup", "line up", NAMES, "is not the name of a C\\+\\+ type"),
        ("lineup", "LineUp", ('a"b', "四", "四"), "is not a name"),
        ("lineup", "LineUp", ("", "四", "四"), "is not a name"),
    ],
)
def test_bad_name_is_refused_and_nothing_written(
    tmp_path: Path, game: str, type_: str, names: tuple[str, str, str], reason: str
) -> None:
    with pytest.raises(new_game.Refused, match=reason):
        new_game.write(tmp_path, game, type_, names)
    assert [*tmp_path.iterdir()] == []


def test_existing_game_is_refused(tmp_path: Path) -> None:
    new_game.write(tmp_path, "lineup", "LineUp", NAMES)
    with pytest.raises(new_game.Refused, match="exists already"):
        new_game.write(tmp_path, "lineup", "LineUp", NAMES)


@pytest.mark.compiles
def test_core_accepts_the_skeleton(tmp_path: Path) -> None:
    """The skeleton's rules compile, and their perft numbers agree with its facts.py."""
    new_game.write(tmp_path, "lineup", "LineUp", NAMES)
    source, program = tmp_path / "count.cpp", tmp_path / "count"
    source.write_text(PROGRAM)
    folders = [f"-I{ROOT / 'engines/core/include'}", f"-I{tmp_path / 'engines'}"]
    subprocess.run(["g++", "-std=c++20", *folders, source, "-o", program], check=True)
    found = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    facts = (tmp_path / "tests/games/lineup/facts.py").read_text("utf-8")
    assert f"0x{found[0]}" in facts
    assert f"Count([{', '.join(found[1:])}])" in facts
