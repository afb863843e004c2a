"""The engines' benchmark works on a small scale; the figures in this file say nothing about
speed."""

import os
import shutil

import pytest

from benchmarks.engines import (
    FFO,
    PATH,
    PERFT,
    Measurements,
    Size,
    main,
    our_perft,
    rows,
    uci_perft,
)

REFERENCE_PROGRAMS = ("stockfish", "fairy-stockfish")


def test_prints_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    for command in REFERENCE_PROGRAMS:
        if shutil.which(command, path=PATH) is None:
            assert not os.environ.get("CI"), f"{command} is not installed"
            pytest.skip(f"{command} is not installed")
    assert main(["--quick", "--runs", "1"]) == 0
    output = capsys.readouterr().out
    for kind in ("Stockfish", "chess perft 4", "othello perft 8", "FFO", "xiangqi perft 3", "ewn"):
        assert kind in output
    assert output.count("M/s") >= 7


def test_reports_a_missing_reference_program_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.engines.PATH", "/nowhere")
    assert main(["--quick"]) == 2
    assert capsys.readouterr().err == "bench-engines: stockfish is not installed\n"


def test_counts_nothing_when_the_result_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PERFT, "chess", (1, 20, 401))
    with pytest.raises(AssertionError, match="400 paths, not 401"):
        our_perft("chess", 2)
    if shutil.which("stockfish", path=PATH):
        with pytest.raises(AssertionError, match="counts 400 paths, not 401"):
            uci_perft("stockfish", 2, 401)


def test_compares_only_figures_of_the_same_run() -> None:
    """A run while the machine is slow must not distort the ratios."""
    measurements = Measurements(
        [{"a": 1.0, "b": 2.0}, {"a": 10.0, "b": 20.0}, {"a": 3.0, "b": 2.0}]
    )
    assert measurements.ratio("a", "b") == 0.5
    assert measurements.median("a") == 3.0


def test_prints_the_goal_beside_each_measurement() -> None:
    names = ("stockfish perft s", "chess perft s", "othello perft s", "endings s")
    names += ("fairy perft s", "xiangqi perft s", "connect4 perft s", "go playouts s")
    names += ("checkers perft s",)
    run = dict.fromkeys(names, 2.0) | {"chess perft s": 1.0}
    run |= {f"{game} {kind}": 1e6 for game in ("chess", "xiangqi") for kind in ("nps", "depth")}
    run |= {"ewn nodes": 4e6, "ewn plain nodes": 64e6, "ewn CPU s": 1.5}
    results = {kind: row for kind, *row in rows(Measurements([run]), Size())}
    assert results["chess perft 6, rate"] == ["119.1 M/s", "2.00", "0.5", "1"]
    assert results["checkers perft 11, rate"] == ["42.6 M/s", "0.72", "0.35", "0.5"]
    assert results["connect4 perft 12, rate"] == ["6209.1 M/s", "104.30", "1", ""]
    assert results["go 9x9, playouts with patterns, rate"] == [
        "20.0 k/s",
        "336 for a million paths",
        "20 k/s",
        "",
    ]
    assert results["ewn, nodes to depth 6, all iterations"] == [
        "4.00 M",
        "0.06",
        "at most 0.10",
        "",
    ]
    assert len(FFO) == 3
