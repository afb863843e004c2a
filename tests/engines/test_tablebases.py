"""EinStein's tablebase: its values, their use in searches, and damaged tables."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_engines._core import Tablebase, TablebaseMaker, games_with_tablebase
from zeitnot_engines.bots.house import EngineBackend
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import BadPlayer
from zeitnot_engines.tablebase import TablebaseFolder, open_tablebase

from ..each import each
from ..games.ewn.chance import Side, chance, chance_after, text

EWN = load("ewn")
TOLERANCE = 1e-9
# Tables with three stones, in addition to all of up to two.
THREES = ["ewn-1-123", "ewn-12-123", "ewn-1-135", "ewn-1-145"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder_ = tmp_path_factory.mktemp("tables")
    maker = TablebaseMaker("ewn", str(folder_))
    for name in [name for name, _ in maker.parts(2)] + THREES:
        maker.make(name)
    return folder_


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A copy for tests that damage a file."""
    return Path(shutil.copytree(folder, tmp_path / "copy"))


@pytest.fixture(scope="session")
def tablebase(folder: Path) -> Tablebase:
    return Tablebase("ewn", str(folder))


def sides(numbers: tuple[str, str], count: int) -> Iterator[tuple[Side, Side]]:
    """Random placements of stones with these numbers; neither side has won."""
    rng = random.Random("/".join(numbers))
    max_cell = 24 if sum(map(len, numbers)) < 5 else 16  # plain recursion is slow with five stones
    while count:
        cells = [rng.sample(range(1, max_cell + 1), len(n)) for n in numbers]
        if {24 - c for c in cells[0]} & set(cells[1]):
            continue
        count -= 1
        own, enemy = (
            tuple(dict(zip(n, c, strict=True)).get(face) for face in "123456")
            for n, c in zip(numbers, cells, strict=True)
        )
        yield own, enemy


def random_numbers(own: int, enemy: int, count: int) -> list[tuple[str, str]]:
    rng = random.Random(10 * own + enemy)
    sides_ = ["".join(sorted(rng.sample("123456", n))) for n in [own, enemy] * count]
    return list(zip(sides_[::2], sides_[1::2], strict=True))


SIZES = [(1, 1, 40), (1, 2, 20), (2, 1, 20), (2, 2, 12)]
CASES = [pair for own, enemy, count in SIZES for pair in random_numbers(own, enemy, count)]
# Pairs and their mirror images (6 for 1, 5 for 2 and so on), which share a table.
CASES += [("5", "123"), ("2", "456"), ("123", "3"), ("456", "1"), ("12", "123"), ("56", "123")]
CASES += [("12", "456"), ("123", "56"), ("456", "12"), ("135", "4"), ("246", "4"), ("2", "236")]


@each("numbers", CASES, ids="/".join)
def test_values_match_a_simple_solver(tablebase: Tablebase, numbers: tuple[str, str]) -> None:
    """Checked before and after a throw, for both colours."""
    engine = Engine(EWN, tablebase=tablebase)
    for own, enemy in sides(numbers, 1):
        expected = chance(own, enemy)
        for blue in (True, False):
            report = engine.search(EWN.parse(text(own, enemy, blue)))
            assert report.exact
            assert report.depth == 1
            assert report.value == pytest.approx(expected, abs=TOLERANCE), text(own, enemy, blue)
            for row in report.throws:
                face = row.values[0] - 1
                assert row.value == pytest.approx(chance_after(own, enemy, face), abs=TOLERANCE)
            thrown = engine.search(EWN.parse(text(own, enemy, blue, die=3)))
            assert thrown.value == pytest.approx(chance_after(own, enemy, 2), abs=TOLERANCE)


# Late positions, with more stones than the tables have.
LATE_POSITIONS = [
    "B 0 7 0 13 0 12 0 14 0 8 0 0 0",
    "R 2 7 0 13 0 12 0 14 0 8 0 17 0",
    "B 4 0 9 8 0 0 13 7 0 18 19 0 0",
]


@pytest.mark.parametrize("position", LATE_POSITIONS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_with_tablebases_finds_the_values_proved_without(
    tablebase: Tablebase, position: str, threads: int
) -> None:
    state = EWN.parse(position)
    without = Engine(EWN).search(state)
    report = Engine(EWN, tablebase=tablebase, threads=threads).search(state)
    assert (report.exact, without.exact) == (True, True)
    assert report.value == pytest.approx(without.value, abs=TOLERANCE)
    assert threads > 1 or report.nodes < 0.9 * without.nodes


def test_plain_expectiminimax_uses_tablebases(tablebase: Tablebase) -> None:
    state = EWN.parse(LATE_POSITIONS[0])
    heuristics = ["alphabeta", "star1", "star2", "table", "ordering", "grouping"]
    reference = Engine(EWN, tablebase=tablebase, without=heuristics).search(state, depth=3)
    assert reference.value == pytest.approx(
        Engine(EWN, tablebase=tablebase).search(state, depth=3).value, abs=TOLERANCE
    )


def test_the_bare_evaluation_uses_no_tablebase(tablebase: Tablebase) -> None:
    state = EWN.parse("B 0 19 0 0 0 0 0 7 0 0 0 0 0")
    bare = Engine(EWN, evaluation="bare", tablebase=tablebase).search(state, depth=2)
    reference = Engine(EWN, evaluation="bare").search(state, depth=2)
    assert not bare.exact
    assert bare.value == reference.value


def test_a_table_is_used_only_with_those_that_captures_lead_to(copy: Path) -> None:
    """Without the table of 1 against 1 no table is usable; without that of 1 against 12 the others
    still are."""
    state = EWN.parse(text((9, 8, None, None, None, None), (9, 8, None, None, None, None), True))
    complete = Engine(EWN, tablebase=Tablebase("ewn", str(copy))).search(state)
    (copy / "ewn-1-12.table").unlink()
    incomplete = Engine(EWN, tablebase=Tablebase("ewn", str(copy))).search(state)
    assert (complete.depth, incomplete.exact) == (1, True)
    assert incomplete.depth > 1
    assert incomplete.value == pytest.approx(complete.value, abs=TOLERANCE)
    (copy / "ewn-1-1.table").unlink()
    with pytest.raises(ValueError, match="no tables of ewn"):
        Tablebase("ewn", str(copy))


# ── files ──────────────────────────────────────────────────────────────────────────────────────


def test_tablebases_are_compressed(folder: Path) -> None:
    """They need less than 24 bits for each value, counting values that are left out."""
    parts = dict(TablebaseMaker("ewn", str(folder)).parts(3))
    sizes = {path.stem: path.stat().st_size for path in folder.glob("*.table")}
    assert 8 * sum(sizes.values()) < 24 * sum(parts[name] for name in sizes)
    assert Tablebase("ewn", str(folder)).bytes == sum(sizes.values())


DAMAGES = {
    "magic": (0, "no table"),
    "version": (8, "version 254"),
    "width": (12, "damaged in its header"),
    "name": (20, "damaged in its header"),
    "count": (32, "damaged in its header"),
    "sum": (48, "damaged in its header"),
    "sum of the header": (56, "damaged in its header"),
    "first block": (64 + 3, "has not the size"),
}


@pytest.mark.parametrize(("offset", "sentence"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_header_is_refused(copy: Path, offset: int, sentence: str) -> None:
    path = copy / "ewn-12-12.table"
    flip(path, offset)
    before = {p.name: p.read_bytes() for p in copy.iterdir()}
    for use in (lambda: Tablebase("ewn", str(copy)), lambda: TablebaseFolder("ewn", copy)):
        with pytest.raises(ValueError, match=f"{path}.*{sentence}"):
            use()
    with pytest.raises(ValueError, match=sentence):
        TablebaseMaker("ewn", str(copy)).make("ewn-12-123")
    assert {p.name: p.read_bytes() for p in copy.iterdir()} == before


def flip(path: Path, offset: int) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize("size", [0, 63, 64, 1000, -8, -1])
def test_a_truncated_file_is_refused(copy: Path, size: int) -> None:
    path = copy / "ewn-12-12.table"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match=r"ewn-12-12\.table is damaged"):
        Tablebase("ewn", str(copy))


def test_a_table_with_the_name_of_another_is_refused(copy: Path) -> None:
    shutil.copy(copy / "ewn-12-13.table", copy / "ewn-12-12.table")
    with pytest.raises(ValueError, match="another table than it is called"):
        Tablebase("ewn", str(copy))


def test_the_checksum_covers_every_byte_of_the_values(copy: Path) -> None:
    """A search does not notice a changed byte; `damaged` and the builder do."""
    assert Tablebase("ewn", str(copy)).damaged() is None
    path = copy / "ewn-12-12.table"
    original = path.read_bytes()
    rng = random.Random(1)
    for offset in [rng.randrange(2000, len(original)) for _ in range(4)] + [len(original) - 1]:
        flip(path, offset)
        tablebase = Tablebase("ewn", str(copy))
        assert tablebase.damaged() == "ewn-12-12"
        with pytest.raises(ValueError, match="checksum is wrong"):
            TablebaseMaker("ewn", str(copy)).make("ewn-12-123")
        path.write_bytes(original)


def test_damaged_values_are_read_within_bounds(copy: Path) -> None:
    """With all bits set, offsets are too large and their number is the maximum."""
    path = copy / "ewn-1-1.table"
    original = path.read_bytes()
    path.write_bytes(original[:72] + b"\xff" * (len(original) - 72))
    engine = Engine(EWN, tablebase=Tablebase("ewn", str(copy)))
    for own in range(1, 25):
        sides = (own, *[None] * 5), (25 - own, *[None] * 5)
        assert engine.search(EWN.parse(text(*sides, True))).depth == 1


# ── users ──────────────────────────────────────────────────────────────────────────────────────


def test_games_without_tablebases_are_refused(folder: Path, tablebase: Tablebase) -> None:
    assert games_with_tablebase() == ["checkers", "ewn"]
    assert open_tablebase("chess", folder) is None
    assert open_tablebase("ewn", None) is None
    with pytest.raises(ValueError, match="chess has no tables"):
        Tablebase("chess", str(folder))
    with pytest.raises(ValueError, match="another game's"):
        Engine(load("chess"), tablebase=tablebase)


def test_a_folder_without_tablebases_is_refused(tmp_path: Path) -> None:
    for empty in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ValueError, match="no tables of ewn"):
            open_tablebase("ewn", empty)


def test_the_house_bot_uses_tablebases(tablebase: Tablebase) -> None:
    backend = EngineBackend({"ewn": tablebase})
    state = EWN.parse("B 0 25 0 24 0 0 0 1 0 3 0 0 0")
    engine = backend.engine(EWN, 1, 1)
    assert isinstance(engine, Engine)
    assert engine.search(state, depth=1).exact
    assert backend.engine(load("tictactoe"), 1, 1).search(load("tictactoe").start(), depth=1)


def test_a_match_player_uses_tablebases(folder: Path, tmp_path: Path) -> None:
    state = EWN.parse("B 1 19 0 0 0 0 9 7 0 0 0 0 17")
    player = read_player(f"house:nodes=200,tables={folder}").player(EWN, random.Random(1), 100, 0)
    expected = Engine(EWN).search(state, lines=9)
    best = [line.move for line in expected.lines if line.value > expected.value - TOLERANCE]
    assert player.move(state, [], None).move in best
    with pytest.raises(BadPlayer, match="no tables of ewn"):
        read_player(f"house:tables={tmp_path}").player(EWN, random.Random(1), 100, 0)
