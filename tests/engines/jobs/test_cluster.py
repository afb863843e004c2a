"""Matches and trainings on a Dask cluster: the same as on this machine, whatever its workers do."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zeitnot.games.go import train as go
from zeitnot.games.othello import train_games as othello_games
from zeitnot_engines.commands import match as match_module
from zeitnot_engines.commands.match import match
from zeitnot_engines.commands.train import train
from zeitnot_engines.commands.tune import tune
from zeitnot_engines.jobs import cluster as cluster_module
from zeitnot_engines.jobs.cluster import ClusterExecutor
from zeitnot_engines.jobs.errors import ClusterError

from ...games.weights import file_of
from ...ports import port_of, reserved
from .dask_cluster import WAIT_S, DaskCluster
from .toy_jobs import Fails, Kills, Squares, Waits

OTHELLO = file_of("othello")
FAKE = f"'{sys.executable}' '{Path(__file__).parents[1] / 'adapters' / 'fake.py'}'"


@pytest.fixture(scope="module")
def processes() -> Iterator[DaskCluster]:
    with DaskCluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(processes: DaskCluster) -> DaskCluster:
    """With two workers, whatever earlier tests have done to them."""
    processes.have_workers(2)
    return processes


def silent(_: str) -> None:
    raise AssertionError("workers were there all the time")


def run(command: Any, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


# ── equal results ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "words",
    [
        ("othello", "house:depth=3", "house:depth=2,eval=hand", "--games", "12"),
        ("othello", f"house:depth=2,weights={OTHELLO}", "random", "--games", "4"),
        ("tictactoe", "random", f"uci:{FAKE} uci tictactoe,Skill Level=3", "--games", "4"),
        ("othello", "house:depth=2", "random", "--sprt", "0,100", "--games", "400"),
    ],
    ids=["limits", "weights", "program", "sprt"],
)
def test_a_match_is_the_same(cluster: DaskCluster, tmp_path: Path, words: tuple[str, ...]) -> None:
    """The report and the log of the games, to the byte; by both workers."""
    logs = [tmp_path / "here", tmp_path / "there"]
    here = run(match, *words, "--log", str(logs[0]))
    there = run(match, *words, "--log", str(logs[1]), "--cluster", cluster.address)
    assert (there.exit_code, there.output) == (0, here.output)
    assert logs[0].read_bytes() == logs[1].read_bytes()


def test_a_match_goes_on_elsewhere(cluster: DaskCluster, tmp_path: Path) -> None:
    words = ("ewn", "house:depth=1", "random", "--log", str(tmp_path / "log"))
    assert run(match, *words, "--games", "3").exit_code == 0
    there = run(match, *words, "--games", "8", "--cluster", cluster.address)
    assert there.output == run(match, *words[:-2], "--games", "8").output


TRAININGS = {
    "tune": (tune, "xiangqi --games 6 --nodes 100 --rounds 0"),
    "othello-playbook": (train, f"othello-playbook --games 25 --depth 1 --weights {OTHELLO}"),
    "go": (train, "go --games 20 --size 5 --playouts 8 --improve 20 --values 20 --matches 4"),
}
OWN_TIMES = {"matches.json", "report.json"}  # processor time is in them


@pytest.mark.parametrize("name", TRAININGS)
def test_a_training_is_the_same(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """All files that it keeps, to the byte."""
    monkeypatch.setattr(othello_games, "CHUNK", 10)
    monkeypatch.setattr(go, "TEST_GAMES", 20)
    command, text = TRAININGS[name]
    first, *more = text.split()
    folders = [tmp_path / "here", tmp_path / "there"]
    for folder, words in zip(folders, ([], ["--cluster", cluster.address]), strict=True):
        result = run(command, first, str(folder), *more, *words)
        assert result.exit_code == 0, result.output
    files = [
        {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in OWN_TIMES}
        for folder in folders
    ]
    assert files[0] == files[1]
    assert len(files[0]) > (name == "othello-playbook")


# ── lost workers ───────────────────────────────────────────────────────────────────────────────


def test_a_killed_worker_costs_its_games_only(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed when three games are known, while others run or wait there."""
    victim, add = cluster.workers[0], match_module.add
    logs = [tmp_path / "here", tmp_path / "there"]
    words = ("othello", "house:depth=4", "house:depth=3", "--games", "16", "--log")
    here = run(match, *words, str(logs[0]))
    added = list[int]()

    def add_and_kill(*arguments: Any) -> None:
        add(*arguments)
        added.append(1)
        if len(added) == 3:
            cluster.kill(victim)

    monkeypatch.setattr(match_module, "add", add_and_kill)
    there = run(match, *words, str(logs[1]), "--cluster", cluster.address)
    assert (there.exit_code, there.output) == (0, here.output)
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert len(added) == 16


def test_a_task_that_kills_its_worker_once_is_done_again(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    with ClusterExecutor(cluster.address, silent) as executor:
        assert list(executor.run(Kills(3, tmp_path), range(8))) == list(range(8))
    assert (tmp_path / "killed").exists()


def test_a_task_that_kills_each_worker_is_named(cluster: DaskCluster) -> None:
    cluster.have_workers(3)
    with ClusterExecutor(cluster.address, print) as executor:
        run = executor.run(Kills(7, None), range(8))
        with (
            pytest.raises(ClusterError, match=r"^game 7 was given up: all 3 workers that had"),
            run,
        ):
            list(run)


def test_it_says_so_once_when_no_worker_is_left(
    cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on when there is one again."""
    monkeypatch.setattr("zeitnot_engines.jobs.run.IDLE_CHECK_S", 0.02)
    said = list[str]()

    def start_another(text: str) -> None:
        said.append(text)
        cluster.add_worker()

    with ClusterExecutor(cluster.address, start_another) as executor:
        squares = executor.run(Squares(), range(50))
        assert next(squares) == 0
        cluster.kill(*cluster.workers)
        assert list(squares) == [n * n for n in range(1, 50)]
    assert said == ["No worker is left; waiting for one."]


# ── ends ───────────────────────────────────────────────────────────────────────────────────────


def scheduled(dask_scheduler: Any) -> list[str]:
    """On the scheduler: our tasks that it knows."""
    return [str(key) for key in dask_scheduler.tasks if "zeitnot" in str(key)]


def assert_nothing_is_scheduled(cluster: DaskCluster) -> None:
    """Soon; a client's last message may still be under way."""
    deadline = time.monotonic() + WAIT_S
    while tasks := cluster.client.run_on_scheduler(scheduled):
        assert time.monotonic() < deadline, tasks


def test_closing_stops_running_tasks_and_frees_the_workers(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    with ClusterExecutor(cluster.address, silent) as executor:
        waits = executor.run(Waits(tmp_path), [False, *[True] * 20])
        with waits:
            assert next(waits) == "at once"
        assert waits.finished() == []
        assert list(executor.run(Squares(), range(4))) == [0, 1, 4, 9]
    assert len(list(tmp_path.iterdir())) <= 2
    assert_nothing_is_scheduled(cluster)


def test_ctrl_c_gives_the_result_of_finished_games(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third game would take an hour on each move."""
    add, log, added = match_module.add, tmp_path / "log", list[int]()

    def add_and_interrupt(*arguments: Any) -> None:
        add(*arguments)
        added.append(1)
        if len(added) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(match_module, "add", add_and_interrupt)
    kills: list[bool] = []  # this process runs other tests, which start programs
    monkeypatch.setattr(match_module, "kill_soon", lambda: kills.append(True))
    words = ("tictactoe", "random", "random", "--games", "400", "--log", str(log))
    result = run(match, *words, "--cluster", cluster.address)
    assert result.exit_code == 130
    assert kills
    games = len(log.read_text().splitlines()) - 1
    assert 3 <= games == len(added) < 400
    assert f"lost of {games}: " in result.stdout
    assert_nothing_is_scheduled(cluster)


def test_a_scheduler_without_workers_and_one_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "WORKERS_S", 0.1)
    with DaskCluster() as lost:
        assert refused(lost.address) == (
            f"The scheduler at {lost.address} has no workers. Start one with "
            f"`dask worker {lost.address}`."
        )
        lost.add_worker()
        with ClusterExecutor(lost.address, silent) as executor:
            waits = executor.run(Waits(Path("/nonexistent")), [False, True])
            assert next(waits) == "at once"
            lost.end()
            with pytest.raises(ClusterError, match=r"^The scheduler at tcp://.* is lost"):
                next(waits)


def test_mistakes_of_a_task_are_raised_here(cluster: DaskCluster) -> None:
    with (
        ClusterExecutor(cluster.address, silent) as executor,
        executor.run(Fails(), [1, 0]) as run,
        pytest.raises(ZeroDivisionError),
    ):
        list(run)


# ── what is refused ────────────────────────────────────────────────────────────────────────────


def refused(address: str, *players: str) -> str:
    """The one line of an error."""
    words = ("tictactoe", *(players or ("random", "random")), "--games", "40")
    result = run(match, *words, "--cluster", address)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    return line.removeprefix("Error: ")


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_S", 0.2)
    with reserved() as nobody:
        address = f"tcp://127.0.0.1:{port_of(nobody)}"
        assert refused(address).startswith(f"There is no scheduler at {address}: Timed out")


def test_tls_without_a_certificate() -> None:
    text = refused("tls://127.0.0.1:1")
    assert text.startswith("tls://127.0.0.1:1 needs a certificate: DASK_DISTRIBUTED__COMM__TLS__")


def test_another_version_is_refused(cluster: DaskCluster, tmp_path: Path) -> None:
    """At once, and when it joins later."""
    preload = tmp_path / "older.py"
    preload.write_text(
        "import zeitnot_engines.jobs.build as build\nbuild.version = lambda name: '0.0.1'\n"
    )
    with ClusterExecutor(cluster.address, silent) as executor:
        older = cluster.add_worker("--preload", str(preload))
        try:
            text = f"Worker {older} has Zeitnot 0.0.1, not "
            with (
                pytest.raises(ClusterError, match=text),
                executor.run(Squares(), range(400)) as run,
            ):
                list(run)
            assert refused(cluster.address).startswith(text)
        finally:
            cluster.kill(older)


def test_a_program_that_one_worker_lacks(cluster: DaskCluster, tmp_path: Path) -> None:
    """It is named; that this machine lacks the program, too, does not matter."""
    program = tmp_path / "only-there"
    program.write_text(f'#!/bin/sh\nexec {FAKE} uci tictactoe "$@"\n')
    program.chmod(0o755)
    having = cluster.add_worker(PATH=f"{tmp_path}:{os.environ['PATH']}")
    text = refused(cluster.address, "random", "uci:only-there")
    assert text.endswith(': only-there: there is no program "only-there".')
    assert text.startswith("Worker tcp://")
    assert having not in text
    cluster.kill(*set(cluster.workers) - {having})
    words = ("tictactoe", "random", "uci:only-there", "--games", "4")
    assert run(match, *words, "--cluster", cluster.address).exit_code == 0
