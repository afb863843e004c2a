"""The benchmark of several nodes runs; no test depends on its speed."""

import dataclasses

import pytest

from benchmarks.scale import report
from benchmarks.scale.__main__ import main
from benchmarks.scale.counters import Counters
from benchmarks.scale.layout import layout
from benchmarks.scale.run import Figures

FIGURES = Figures(
    moves=1000,
    rate=1000.0,
    spent=Counters(
        nodes_cpu=1,
        database_cpu=1,
        load_cpu=1,
        balancer_cpu=0,
        transactions=100,
        rows=1100,
        written=5000,
    ),
    seconds=1.0,
    ack_ms={"p50": 1.0, "p99": 2.0},
    wire=1,
    load_busy=0.3,
    rss_mib=90.0,
    errors=0,
)


def faster(times: float, load_busy: float = 0.3) -> list[Figures]:
    return [dataclasses.replace(FIGURES, rate=1000 * times, load_busy=load_busy)] * 3


def rows(output: str) -> dict[str, list[str]]:
    """The cells of the table, by the name of their row."""
    lines = [line.split("│")[1:-1] for line in output.splitlines() if line.startswith("│")]
    return {name.strip(): [cell.strip() for cell in cells] for name, *cells in lines}


def test_measures_several_nodes_through_the_balancer(capfd: pytest.CaptureFixture[str]) -> None:
    small = ["--rounds", "1", "--seconds", "0.3", "--rooms", "3", "--idle", "10"]
    main([*small, "--nodes", "2", "--balanced"])
    output = capfd.readouterr().out
    table = rows(output)
    assert "one SQLite process" in output
    assert "2 PostgreSQL nodes" in output
    assert "No claim" in output
    assert "A room of a node with its two players" in output
    assert table["errors"] == ["0", "0"]
    assert table["balancer"][1].endswith(
        "µs"
    )  # 0 if it took less than a tick of the processor's clock
    for name in ("moves a second", "rows in each", "log (WAL)"):
        assert table[name][1][0] != "0", (name, table[name])


def test_with_enough_processors_each_part_has_separate_ones() -> None:
    cores = layout(range(16), 4)
    parts = [*cores.servers, *cores.loads, cores.database]
    assert [len(part) for part in parts] == [2, 2, 2, 2, 1, 1, 1, 1, 4]
    assert sorted(core for part in parts for core in part) == list(range(16))
    assert [len(part) for part in layout(range(12), 4).servers] == [1, 1, 1, 1]
    assert not layout(range(11), 4).disjoint


@pytest.mark.parametrize(
    ("with_nodes", "nodes", "processors", "expected"),
    [
        (faster(2.0), 4, 16, "shown, 2.00 times"),
        (faster(1.9), 4, 16, "not reached, 1.90 times"),
        (faster(2.5), 2, 16, "No claim"),
        (faster(2.5), 4, 12, "No claim"),
        (faster(2.5), 4, 2, "No claim"),
        (faster(2.5, load_busy=0.9), 4, 16, "No claim: a load generator"),
    ],
)
def test_a_claim_needs_processors_nodes_and_idle_load(
    with_nodes: list[Figures], nodes: int, processors: int, expected: str
) -> None:
    cores = layout(range(processors), nodes)
    assert expected in report.verdict(faster(1.0), with_nodes, nodes, cores, processors)
