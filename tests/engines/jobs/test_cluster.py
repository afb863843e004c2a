"""Matches and training on a Dask cluster: results equal local ones, even if workers die."""

import json
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
FAKE = f"'{sys.executable}' '{Path(__file__).parents[2] / 'clients/drivers/fake.py'}'"


@pytest.fixture(scope="module")
def processes() -> Iterator[DaskCluster]:
    with DaskCluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(processes: DaskCluster) -> DaskCluster:
    """The cluster with at least two workers, even if earlier tests have killed some."""
    processes.ensure_workers(2)
    return processes


def expect_no_message(text: str) -> None:
    raise AssertionError(f"workers were available all the time, but it says: {text}")


def run(command: Any, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


# ── equal results ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "arguments",
    [
        ("othello", "house:depth=3", "house:depth=2,eval=hand", "--games", "12"),
        ("othello", f"house:depth=2,weights={OTHELLO}", "random", "--games", "4"),
        ("tictactoe", "random", f"uci:{FAKE} uci tictactoe,Skill Level=3", "--games", "4"),
        ("othello", "house:depth=2", "random", "--sprt", "0,100", "--games", "400"),
    ],
    ids=["limits", "weights", "program", "sprt"],
)
def test_a_match_equals_a_local_match(
    cluster: DaskCluster, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """The report and the log of the games are equal, except for measured times."""
    logs = [tmp_path / "local", tmp_path / "remote"]
    local = run(match, *arguments, "--log", str(logs[0]))
    remote = run(match, *arguments, "--log", str(logs[1]), "--cluster", cluster.address)
    assert (remote.exit_code, remote.output) == (0, local.output)
    assert games_in(logs[0]) == games_in(logs[1])


def games_in(log: Path) -> list[dict[str, Any]]:
    """The lines of a match's log, without the milliseconds of moves."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [{name: value for name, value in line.items() if name != "ms"} for line in lines]


def test_a_local_match_can_be_continued_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    arguments = ("ewn", "house:depth=1", "random", "--log", str(tmp_path / "log"))
    assert run(match, *arguments, "--games", "3").exit_code == 0
    remote = run(match, *arguments, "--games", "8", "--cluster", cluster.address)
    assert remote.output == run(match, *arguments[:-2], "--games", "8").output


TRAININGS = {
    "tune": (tune, "xiangqi --games 6 --nodes 100 --rounds 0"),
    "othello-playbook": (train, f"othello-playbook --games 25 --depth 1 --weights {OTHELLO}"),
    "go": (train, "go --games 20 --size 5 --playouts 8 --improve 20 --values 20 --matches 4"),
}
TIMED_FILES = {"matches.json", "report.json"}  # contain processor times, which differ


@pytest.mark.parametrize("name", TRAININGS)
def test_training_equals_local_training(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """All files that training writes are equal to the byte."""
    monkeypatch.setattr(othello_games, "CHUNK", 10)
    monkeypatch.setattr(go, "TEST_GAMES", 20)
    command, text = TRAININGS[name]
    first, *more = text.split()
    folders = [tmp_path / "local", tmp_path / "remote"]
    for folder, arguments in zip(folders, ([], ["--cluster", cluster.address]), strict=True):
        result = run(command, first, str(folder), *more, *arguments)
        assert result.exit_code == 0, result.output
    files = [
        {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in TIMED_FILES}
        for folder in folders
    ]
    assert files[0] == files[1]
    assert len(files[0]) > (name == "othello-playbook")


# ── lost workers ───────────────────────────────────────────────────────────────────────────────


def test_a_killed_worker_does_not_change_the_match(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed after three results, while other games run or wait on it."""
    victim, add = cluster.workers[0], match_module.Games.add
    logs = [tmp_path / "local", tmp_path / "remote"]
    arguments = ("othello", "house:depth=4", "house:depth=3", "--games", "16", "--log")
    local = run(match, *arguments, str(logs[0]))
    added = list[int]()

    def add_and_kill(*arguments: Any) -> None:
        add(*arguments)
        added.append(1)
        if len(added) == 3:
            cluster.kill(victim)

    monkeypatch.setattr(match_module.Games, "add", add_and_kill)
    remote = run(match, *arguments, str(logs[1]), "--cluster", cluster.address)
    assert (remote.exit_code, remote.output) == (0, local.output)
    assert games_in(logs[0]) == games_in(logs[1])
    assert len(added) == 16


def test_a_task_that_kills_its_worker_once_is_repeated(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    with ClusterExecutor(cluster.address, expect_no_message) as executor:
        assert list(executor.run(Kills(3, tmp_path), range(8))) == list(range(8))
    assert (tmp_path / "killed").exists()


def test_a_task_that_kills_every_worker_is_reported(cluster: DaskCluster) -> None:
    cluster.ensure_workers(3)
    with ClusterExecutor(cluster.address, print) as executor:
        run = executor.run(Kills(7, None), range(8))
        with (
            pytest.raises(ClusterError, match=r"^game 7 was given up: all 3 workers that had"),
            run,
        ):
            list(run)


def test_the_loss_of_all_workers_is_reported_once(
    cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run continues when a new worker joins."""
    monkeypatch.setattr("zeitnot_engines.jobs.run.IDLE_CHECK_S", 0.02)
    messages = list[str]()

    def start_another(text: str) -> None:
        messages.append(text)
        cluster.add_worker()

    with ClusterExecutor(cluster.address, start_another) as executor:
        squares = executor.run(Squares(), range(50))
        assert next(squares) == 0
        cluster.kill(*cluster.workers)
        assert list(squares) == [n * n for n in range(1, 50)]
    assert messages == ["No worker is left; waiting for one."]


# ── stops and errors ───────────────────────────────────────────────────────────────────────────


def scheduled(dask_scheduler: Any) -> list[str]:
    """Returns the keys of our tasks; runs on the scheduler."""
    return [str(key) for key in dask_scheduler.tasks if "zeitnot" in str(key)]


def assert_nothing_is_scheduled(cluster: DaskCluster) -> None:
    """Waits, because a client's last message may still be under way."""
    deadline = time.monotonic() + WAIT_S
    while tasks := cluster.client.run_on_scheduler(scheduled):
        assert time.monotonic() < deadline, tasks


def test_closing_stops_running_tasks_and_frees_the_workers(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    with ClusterExecutor(cluster.address, expect_no_message) as executor:
        waits = executor.run(Waits(tmp_path), [False, *[True] * 20])
        with waits:
            assert next(waits) == "at once"
        assert waits.finished() == []
        assert list(executor.run(Squares(), range(4))) == [0, 1, 4, 9]
    assert len(list(tmp_path.iterdir())) <= 2
    assert_nothing_is_scheduled(cluster)


def test_ctrl_c_reports_the_finished_games(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes after the third of 400 games."""
    add, log, added = match_module.Games.add, tmp_path / "log", list[int]()

    def add_and_interrupt(*arguments: Any) -> None:
        add(*arguments)
        added.append(1)
        if len(added) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(match_module.Games, "add", add_and_interrupt)
    kills: list[bool] = []  # a real kill could hit programs of other tests in this process
    monkeypatch.setattr(match_module, "kill_soon", lambda: kills.append(True))
    arguments = ("tictactoe", "random", "random", "--games", "400", "--log", str(log))
    result = run(match, *arguments, "--cluster", cluster.address)
    assert result.exit_code == 130
    assert kills
    games = len(log.read_text().splitlines()) - 1
    assert 3 <= games == len(added) < 400
    assert f"lost of {games}: " in result.stdout
    assert_nothing_is_scheduled(cluster)


def test_a_scheduler_that_is_lost_or_without_workers_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_module, "WORKERS_S", 0.1)
    with DaskCluster() as lost:
        assert refused(lost.address) == (
            f"The scheduler at {lost.address} has no workers. Start one with "
            f"`dask worker {lost.address}`."
        )
        lost.add_worker()
        with ClusterExecutor(lost.address, expect_no_message) as executor:
            waits = executor.run(Waits(Path("/nonexistent")), [False, True])
            assert next(waits) == "at once"
            lost.end()
            with pytest.raises(ClusterError, match=r"^The scheduler at tcp://.* is lost"):
                next(waits)


def test_exceptions_of_a_task_are_raised_locally(cluster: DaskCluster) -> None:
    with (
        ClusterExecutor(cluster.address, expect_no_message) as executor,
        executor.run(Fails(), [1, 0]) as run,
        pytest.raises(ZeroDivisionError),
    ):
        list(run)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────


def refused(address: str, *players: str) -> str:
    """Runs a match that must be refused, and returns the one line of its error."""
    arguments = ("tictactoe", *(players or ("random", "random")), "--games", "40")
    result = run(match, *arguments, "--cluster", address)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    return line.removeprefix("Error: ")


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_S", 0.2)
    with reserved() as unused:
        address = f"tcp://127.0.0.1:{port_of(unused)}"
        assert refused(address).startswith(f"There is no scheduler at {address}: Timed out")


def test_tls_needs_a_certificate() -> None:
    text = refused("tls://127.0.0.1:1")
    assert text.startswith("tls://127.0.0.1:1 needs a certificate: DASK_DISTRIBUTED__COMM__TLS__")


def test_another_version_is_refused(cluster: DaskCluster, tmp_path: Path) -> None:
    """The worker is refused if it joins during a run, and if it is there before the start."""
    preload = tmp_path / "older.py"
    preload.write_text(
        "import zeitnot_engines.jobs.build as build\nbuild.version = lambda name: '0.0.1'\n"
    )
    with ClusterExecutor(cluster.address, expect_no_message) as executor:
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


def test_a_worker_that_lacks_the_program_is_reported(cluster: DaskCluster, tmp_path: Path) -> None:
    """The error names the worker. The program need not exist on this machine."""
    program = tmp_path / "only-remote"
    program.write_text(f'#!/bin/sh\nexec {FAKE} uci tictactoe "$@"\n')
    program.chmod(0o755)
    equipped = cluster.add_worker(PATH=f"{tmp_path}:{os.environ['PATH']}")
    text = refused(cluster.address, "random", "uci:only-remote")
    assert text.endswith(': only-remote: there is no program "only-remote".')
    assert text.startswith("Worker tcp://")
    assert equipped not in text
    cluster.kill(*set(cluster.workers) - {equipped})
    arguments = ("tictactoe", "random", "uci:only-remote", "--games", "4")
    assert run(match, *arguments, "--cluster", cluster.address).exit_code == 0
