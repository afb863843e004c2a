"""Othello's play book: counted configurations, their values, the evaluation, the command."""

import json
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zeitnot.games.othello.train_games import recorded_samples
from zeitnot_engines._core import OthelloCounts, OthelloFit, Weights, othello_error, othello_samples
from zeitnot_engines.commands.match import match
from zeitnot_engines.commands.train import train
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.weights_files import package_weights

from ..weights import file_of, read_packed, weights_file
from .twin import Othello, State

PACKAGE_WEIGHTS = package_weights("othello")
assert PACKAGE_WEIGHTS is not None


@cache
def samples(seed: int) -> bytes:
    """The samples of 40 games with seeds from this one on."""
    return othello_samples(seed, 40, 1, PACKAGE_WEIGHTS)


EXPORTS = Path(__file__).parents[2] / "compat/0.1.0/exports.jsonl"
Board = dict[tuple[int, int], str]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(train, ["othello-playbook", *arguments])


# ── counts ─────────────────────────────────────────────────────────────────────────────────────

EDGE = [(x, 0) for x in range(8)] + [(1, 1), (6, 1)]
CORNER = [(x, y) for y in range(3) for x in range(3)]
BLOCK = [(x, y) for y in range(2) for x in range(5)]
SHAPES = [EDGE, CORNER, BLOCK]
MIRRORS = [
    [SHAPES[0].index((7 - x, y)) for x, y in EDGE],
    [CORNER.index((y, x)) for x, y in CORNER],
    list(range(10)),
]


def boards(samples: bytes) -> Iterator[tuple[Board, int]]:
    """Each sample as squares of `-XO`, X to move, and its margin."""
    for own, enemy, margin in struct.iter_unpack("<QQq", samples):
        squares = {
            (i % 8, i // 8): "X" if own >> i & 1 else "O" if enemy >> i & 1 else "-"
            for i in range(64)
        }
        yield squares, margin


def symmetries(board: Board) -> list[Board]:
    """The eight rotations and reflections of the board."""
    rotations = [board]
    for _ in range(3):
        rotations.append({(7 - y, x): disc for (x, y), disc in rotations[-1].items()})
    return rotations + [{(y, x): disc for (x, y), disc in one.items()} for one in rotations]


def key(shape: int, text: str) -> tuple[int, str]:
    """The same key for a configuration and its mirror image; the block of ten is never mirrored."""
    return shape, min(text, "".join(text[at] for at in MIRRORS[shape]))


def margins_by_configuration(samples: bytes) -> dict[tuple[int, str], list[int]]:
    """The margins of the positions with each configuration. The eight views read each edge and each
    3x3 corner twice, from both sides."""
    margins: dict[tuple[int, str], list[int]] = defaultdict(list)
    for board, margin in boards(samples):
        for view in symmetries(board):
            for shape, squares in enumerate(SHAPES):
                margins[key(shape, "".join(view[at] for at in squares))].append(margin)
    return margins


def test_counts_agree_with_plain_computation() -> None:
    counts = OthelloCounts()
    middle = len(samples(1)) // 48 * 24
    counts.add(samples(1)[:middle])
    counts.add(samples(1)[middle:])
    expected, rows = margins_by_configuration(samples(1)), counts.rows(1)
    empty = {(shape, "-" * len(squares)) for shape, squares in enumerate(SHAPES)}
    assert {key(shape, squares) for (shape, squares), _ in rows} == set(expected) - empty
    assert len(rows) == len(expected) - len(empty & set(expected))
    for (shape, squares), (seen, (margin, score)) in rows:
        margins = expected[key(shape, squares)]
        assert seen == len(margins) // (1 if shape == 2 else 2), (shape, squares)
        assert margin == pytest.approx(sum(margins) / len(margins))
        assert score == pytest.approx(sum((m > 0) + (m == 0) / 2 for m in margins) / len(margins))


def test_position_counts_at_each_edge_and_corner() -> None:
    """Black's only disc, in a corner, belongs to two edges, one 3x3 corner and two blocks."""
    counts = OthelloCounts()
    counts.add(struct.pack("<QQq", 1, 0, 12))
    assert {where: tally for where, tally in counts.rows(1)} == {
        (0, "X---------"): (2, (12.0, 1.0)),
        (1, "X--------"): (1, (12.0, 1.0)),
        (2, "X---------"): (2, (12.0, 1.0)),
    }


# ── the values and their factors ───────────────────────────────────────────────────────────────

STAGES, PARTS = 8, 5  # of the evaluation: stages of the game, and parts that are added up
UNIT = 0.5  # the packed values count half discs
DOUBT = 3  # a value seen n times is scaled by n / (n + DOUBT)
# Of edges and of corners of both shapes, mirrored ones counted once.
CONFIGURATIONS = 29_646 + 10_206 + 59_049


def unpacked(packed: bytes) -> tuple[list[list[int]], list[list[int]]]:
    """The play book, which follows the patterns: factors by base and stage, values by stage."""
    at = len(read_packed(file_of("othello")))
    numbers = struct.unpack_from(f"<{2 * STAGES * PARTS}h", packed, at)
    values: list[int] = []
    rest = iter(packed[at + 2 * len(numbers) :])
    for byte in rest:
        values += [0] * next(rest) if byte == 0 else [byte - 256 if byte > 127 else byte]
    assert len(values) == STAGES * CONFIGURATIONS
    return (
        [list(numbers[i : i + PARTS]) for i in range(0, len(numbers), PARTS)],
        [values[i : i + CONFIGURATIONS] for i in range(0, len(values), CONFIGURATIONS)],
    )


def disc_in_a_corner(margin: int, times: int) -> bytes:
    """Positions of the first stage whose only disc is in a corner."""
    return struct.pack("<QQq", 1, 0, margin) * times


def edge_value(with_corner: int, without: int) -> int:
    """The packed value of the edge `X-------` after `with_corner` positions that have it and were
    won by 20, and `without` drawn positions without discs."""
    counts = OthelloCounts()
    counts.add(disc_in_a_corner(20, with_corner) + struct.pack("<QQq", 0, 0, 0) * without)
    assert PACKAGE_WEIGHTS is not None
    packed = counts.packed(PACKAGE_WEIGHTS, b"")
    return unpacked(packed[32:])[1][0][1]


@pytest.mark.parametrize(("with_corner", "without"), [(1, 1), (5, 5), (50, 150), (5000, 5000)])
def test_rare_configurations_have_smaller_values(with_corner: int, without: int) -> None:
    mean = 20 * with_corner / (with_corner + without)
    seen = 2 * with_corner  # at two edges
    value = (20 - mean) * seen / (seen + DOUBT)
    assert edge_value(with_corner, without) == pytest.approx(value / UNIT, abs=0.51)


def test_value_grows_with_the_number_of_samples() -> None:
    assert 0 < edge_value(1, 1) < edge_value(5, 5) < edge_value(5000, 5000) == 20


# ── the evaluation ─────────────────────────────────────────────────────────────────────────────

GAME = load("othello")


@pytest.fixture(scope="module")
def learnt() -> bytes:
    """A weights file with the play book of a few games."""
    assert PACKAGE_WEIGHTS is not None
    counts = OthelloCounts()
    counts.add(samples(1))
    return counts.packed(PACKAGE_WEIGHTS, samples(501))


def value_indices() -> Iterator[dict[str, int]]:
    """For each shape, the index of every configuration's value within a stage. Values are stored in
    the order of the configurations' base-3 numbers; mirror images share one value."""
    index = 0
    for shape, squares in enumerate(SHAPES):
        found: dict[str, int] = {}
        for digits in product("-XO", repeat=len(squares)):
            text = "".join(digits[::-1])
            mirror = "".join(text[at] for at in MIRRORS[shape])
            if mirror not in found:
                found[text] = index
                index += 1
            else:
                found[text] = found[mirror]
        yield found


def parts(
    board: Board, base: float, values: list[int], indices: list[dict[str, int]]
) -> list[float]:
    """The parts of the evaluation, in discs: 1, the base, and the sum of each shape's values."""
    sums = [0.0, 0.0, 0.0]
    for view in symmetries(board):
        for shape, squares in enumerate(SHAPES):
            text = "".join(view[at] for at in squares)
            sums[shape] += UNIT * values[indices[shape][text]] / (1 if shape == 2 else 2)
    return [1.0, base, *sums]


def text_of(board: Board) -> str:
    return "".join(board[x, y] for y in range(8) for x in range(8)) + " X"


def stage_of(board: Board) -> int:
    return min(7, max(0, (53 - Counter(board.values())["-"]) // 6))


@pytest.mark.parametrize(("kind", "base"), [("playbook", "plain"), ("patterns+playbook", "")])
def test_evaluation_is_a_least_squares_fit_of_its_parts(
    kind: str, base: str, learnt: bytes
) -> None:
    """In the fourth stage the errors are uncorrelated with every part, so the factors are those of
    least squares, up to their steps of 1/4096."""
    engine, base_engine = (
        Engine(GAME, evaluation=name, weights=Weights(learnt)) for name in (kind, base)
    )
    factors, values = unpacked(learnt[32:])
    row = factors[3 + STAGES * (base == "")]
    indices, residuals = list(value_indices()), [0.0] * PARTS
    chosen = [(board, margin) for board, margin in boards(samples(501)) if stage_of(board) == 3]
    for board, margin in chosen:
        state = GAME.parse(text_of(board))
        numbers = parts(board, base_engine.evaluate(state), values[3], indices)
        value = sum(f / 4096 * part for f, part in zip(row, numbers, strict=True))
        assert engine.evaluate(state) == pytest.approx(max(-63, min(63, value)), abs=0.02)
        residuals = [
            r + (margin - value) * part for r, part in zip(residuals, numbers, strict=True)
        ]
    assert len(chosen) > 200
    for residual, factor in zip(residuals, row, strict=True):
        # Ridge regression with weight 1 leaves a residual of the size of the factor.
        assert residual == pytest.approx(factor / 4096, abs=len(chosen) / 10)


def test_plain_evaluation_counts_moves_frontier_parity_and_discs() -> None:
    rules, engine = Othello(), Engine(GAME, evaluation="plain")
    for board, _ in list(boards(samples(1)))[::29]:
        state = State(tuple(text_of(board)[8 * y : 8 * y + 8] for y in range(8)), "X")
        other = State(state.rows, "O")
        moves = [len([m for m in rules.legal(s) if m != "pass"]) for s in (state, other)]
        empty = {at for at, disc in board.items() if disc == "-"}
        beside = {(x + dx, y + dy) for x, y in empty for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        frontier = Counter(board.get(at) for at in beside)
        value = 55 * (moves[0] - moves[1]) - 22 * (frontier["X"] - frontier["O"])
        value += 80 if len(empty) % 2 else -80
        discs, left = Counter(board.values()), min(len(empty), 16)
        value = (value * left + 100 * (discs["X"] - discs["O"]) * (16 - left)) / 16
        assert engine.evaluate(GAME.parse(text_of(board))) == pytest.approx(value / 100, abs=0.011)


def test_play_book_predicts_results_better_than_plain(learnt: bytes) -> None:
    test_samples, weights = othello_samples(900, 40, 1, PACKAGE_WEIGHTS), Weights(learnt)
    plain, counted = (othello_error(weights, kind, test_samples) for kind in ("plain", "playbook"))
    assert counted < 0.8 * plain


@pytest.mark.parametrize("kind", ["playbook", "patterns+playbook"])
def test_weights_without_a_play_book_are_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "patterns.weights"
    path.write_bytes(OthelloFit().packed())
    arguments = ["othello", "random", f"house:depth=1,eval={kind},weights={path}", "--games", "2"]
    result = CliRunner().invoke(match, arguments)
    assert result.exit_code == 2
    assert f'othello have nothing for the evaluation "{kind}"' in result.output
    with pytest.raises(ValueError, match="no play book"):
        othello_error(Weights(path.read_bytes()), kind, b"")


@pytest.mark.parametrize(
    "damage",
    [lambda book: book[:50], lambda book: book[:-1], lambda book: book + b"\1"],
    ids=["in the factors", "in the values", "more"],
)
def test_damaged_play_book_is_refused(damage: Callable[[bytes], bytes], learnt: bytes) -> None:
    packed, patterns = learnt[32:], len(read_packed(file_of("othello")))
    damaged = packed[:patterns] + damage(packed[patterns:])
    with pytest.raises(ValueError, match="not valid weights of othello"):
        Weights(weights_file("othello", damaged))


# ── the command ────────────────────────────────────────────────────────────────────────────────


def test_command_counts_shows_and_resumes(tmp_path: Path) -> None:
    options = ["--depth", "1", "--show", "2"]
    uninterrupted = run(str(tmp_path / "uninterrupted"), "--games", "150", *options)
    run(str(tmp_path / "resumed"), "--games", "100", *options)
    resumed = run(str(tmp_path / "resumed"), "--games", "150", *options)
    assert uninterrupted.exit_code == 0, uninterrupted.output
    assert resumed.stdout == uninterrupted.stdout
    one, other = (tmp_path / f / "playbook.weights" for f in ("uninterrupted", "resumed"))
    assert one.read_bytes() == other.read_bytes()
    assert "corner 3x3, best for X, who has the move:" in uninterrupted.stdout
    assert re.search(r"\n  [-XO]{8}   [ +-]+\d+\.\d discs +\d+ %  seen \d+\n", uninterrupted.stdout)
    assert uninterrupted.stdout.splitlines()[-1].startswith("150 games, ")
    head, *rows = (tmp_path / "uninterrupted/book.csv").read_text().splitlines()
    assert head == "shape,squares,seen,margin,score"
    assert rows
    assert all(int(row.split(",")[2]) >= 100 for row in rows)


def test_show_without_games_counts_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    empty = run(str(folder), "--show", "1")
    assert (empty.exit_code, folder.exists()) == (2, False)
    assert "nothing has been counted yet" in empty.output
    counted = run(str(folder), "--games", "100", "--depth", "1", "--show", "1")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    shown = run(str(folder), "--show", "1")
    assert shown.exit_code == 0, shown.output
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert shown.stdout == counted.stdout[: counted.stdout.rindex("100 games, ")]


def exported() -> list[dict[str, Any]]:
    records = map(json.loads, EXPORTS.read_text(encoding="utf-8").splitlines())
    return [record for record in records if record["game_type"] == "othello" and record["events"]]


def test_records_of_finished_games_are_counted(tmp_path: Path) -> None:
    """A server game occurs twice in the file; it counts once, by its final board."""
    played_out = [
        record
        for record in exported()
        if record["events"][-1].get("reason") == "rules" and record["settings"]["size"] == 8
    ]
    assert played_out
    path = tmp_path / "games.jsonl"
    path.write_bytes(EXPORTS.read_bytes() + EXPORTS.read_bytes())
    games, samples = recorded_samples([path])
    assert games == len(played_out)
    first = next(iter(boards(samples)))
    assert text_of(first[0]) == GAME.start().text
    board = Counter(played_out[0]["events"][-2]["position"].split()[0])
    assert abs(first[1]) == abs(board["X"] - board["O"]) + board["-"]
    result = run(str(tmp_path / "book"), "--games", "0", "--records", str(path))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"{games} game, {len(samples) // 24} positions")


def test_unusable_records_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    record = next(record for record in exported() if len(record["events"]) > 10)
    next(event for event in record["events"] if event["type"] == "moved")["move"] = "a1"
    for text, sentence in [
        ("no JSON", "bad.jsonl, line 1: no game record"),
        (json.dumps(record), "cannot be used"),
        ("", "There are no games to count"),
    ]:
        bad.write_text(text, encoding="utf-8")
        result = run(str(tmp_path / "new"), "--games", "0", "--records", str(bad))
        assert result.exit_code == 2
        assert sentence in result.output
        assert not (tmp_path / "new").exists()
