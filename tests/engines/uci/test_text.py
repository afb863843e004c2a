"""The text of UCI: limits, positions, options and scores."""

import types

import pytest

from zeitnot_engines.formats.record import without_clock
from zeitnot_engines.uci.go import Go, UciError
from zeitnot_engines.uci.text import (
    infos,
    read_go,
    read_option,
    read_position,
    score,
)

from ...each import each

LEGAL = ["e2e4", "d2d4"]


@each(
    ("text", "go"),
    [
        ("", Go()),
        ("infinite", Go(infinite=True)),
        ("depth 5 nodes 100", Go(depth=5, nodes=100)),
        (
            "wtime 1000 btime 900 winc 10 binc 20 movestogo 3",
            Go(time=(1000, 900), increment=(10, 20), moves_to_go=3),
        ),
        ("wtime -5 btime 7", Go(time=(0, 7))),
        ("movetime 50 searchmoves e2e4 d2d4", Go(move_time=50, search_moves=("e2e4", "d2d4"))),
        ("searchmoves d2d4 depth 1", Go(search_moves=("d2d4",), depth=1)),
        ("ponder wtime 1 btime 1", Go(time=(1, 1), ponder=True)),
        ("mate 3", Go(mate=3)),
        ("mate 3 depth 4", Go(mate=3, depth=4)),
        ("depth 0", Go(depth=1)),
        ("fast depth 3 e2e4", Go(depth=3, unknown='"fast", "e2e4"')),
    ],
)
def test_limits_of_go_are_read(text: str, go: Go) -> None:
    assert read_go(text.split(), LEGAL) == go


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("depth", 'depth takes a whole number, not ""'),
        ("depth x", 'not "x"'),
        ("nodes ٣", "whole number"),
        ("wtime 99999999999999999999", "whole number"),
        ("searchmoves e2e5", '"e2e5" is not a legal move'),
        ("searchmoves", "nothing is not a legal move"),
    ],
)
def test_bad_limits_of_go_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(UciError, match=sentence):
        read_go(text.split(), LEGAL)


@each(
    ("go", "min_ms", "max_ms"),
    [
        (Go(), None, None),
        (Go(depth=3), None, None),
        (Go(infinite=True, time=(9, 9)), None, None),
        (Go(move_time=50), 40, 50),
        (Go(move_time=1), 1, 1),
        (Go(time=(60_000, 1)), 1_000, 18_000),
        (Go(time=(0, 1)), 1, 1),
        (Go(time=(20, 1)), 1, 10),
        (Go(time=(10_000, 1), moves_to_go=1), 2_000, 9_990),
        (Go(time=(10_000, 1), moves_to_go=20), 300, 1_600),
        (Go(time=(1_000, 1), increment=(1_000, 0)), 100, 900),
        (Go(time=(None, 100)), 1, 90),  # the GUI sent only the opponent's clock
        (Go(time=(None, 1_000), increment=(0, 1_000)), 100, 900),
    ],
)
def test_time_budgets_are_within_bounds(go: Go, min_ms: int | None, max_ms: int | None) -> None:
    result = go.budget(0, 10, overhead_ms=10)
    if min_ms is None or max_ms is None:
        assert result is None
    else:
        assert result is not None
        assert min_ms <= result.soft_ms <= result.hard_ms <= max_ms


def test_each_side_has_its_own_clock() -> None:
    go = Go(time=(600_000, 1_000))
    white, black = go.budget(0, 0, 0), go.budget(1, 0, 0)
    assert white is not None
    assert black is not None
    assert white.soft_ms > 50 * black.soft_ms


@pytest.mark.parametrize(
    ("go", "endless"),
    [
        (Go(), True),
        (Go(ponder=True), True),
        (Go(infinite=True, depth=3), True),
        (Go(depth=3), False),
        (Go(time=(None, 5)), False),
        (Go(search_moves=("e2e4",)), True),
    ],
)
def test_searches_without_limits_are_endless(go: Go, endless: bool) -> None:
    assert go.endless == endless


def test_positions_are_read() -> None:
    assert read_position(["startpos"]).text is None
    result = read_position(["fen", "8/8", "w", "-", "moves", "e2e4", "e7e5"])
    assert (result.text, result.moves) == ("8/8 w -", ("e2e4", "e7e5"))
    assert read_position(["fen", "8/8", "w", "-", "-"]).text == "8/8 w - - 0 1"
    assert read_position(["fen", "0", "8", "9", "r"]).text == "0 8 9 r"
    for bad in ("", "fen", "start", "fen moves e2e4", "startpos e2e4"):
        with pytest.raises(UciError):
            read_position(bad.split())


def test_the_fifty_move_counter_is_removed() -> None:
    assert without_clock("8/8/8/4k3/8/8/8/KR6 w - - 100 90") == "8/8/8/4k3/8/8/8/KR6 w - - 0 90"
    assert without_clock("1 7 9 r") == "1 7 9 r"


def test_options_are_read() -> None:
    assert read_option(["name", "Clear", "Hash"]) == ("clear hash", "")
    assert read_option(["name", "Move", "Overhead", "value", "1", "2"]) == ("move overhead", "1 2")
    for bad in ("", "Hash value 3", "name"):
        with pytest.raises(UciError):
            read_option(bad.split())


def line(value: float, distance: int | None = None) -> types.SimpleNamespace:
    return types.SimpleNamespace(value=value, distance=distance, pv=["a", "b"])


@pytest.mark.parametrize(
    ("value", "distance", "unit", "text"),
    [
        (31.4, None, "centipawns", "cp 31"),
        (-31.0, None, "centipawns", "cp -31"),
        (9999.0, 1, "centipawns", "mate 1"),
        (9997.0, 3, "centipawns", "mate 2"),
        (-9998.0, 2, "centipawns", "mate -1"),
        (-1.0, 4, "points", "mate -2"),
        (0.0, 5, "points", "cp 0"),
        (12.0, 9, "discs", "cp 1200"),
    ],
)
def test_scores_are_written(value: float, distance: int | None, unit: str, text: str) -> None:
    assert score(line(value, distance), unit) == text


def test_an_info_is_one_line() -> None:
    report = types.SimpleNamespace(
        depth=3,
        seldepth=8,
        unit="centipawns",
        nodes=10,
        nps=5.5,
        seconds=0.0123,
        best="a",
        value=0.0,
        pv=[],
        lines=[line(50.0), line(25.0)],
    )
    first, second = infos(report, 7)
    assert first == (
        "info depth 3 seldepth 8 multipv 1 score cp 50 nodes 10 nps 5 hashfull 7 time 12 pv a b"
    )
    assert "multipv 2 score cp 25" in second
