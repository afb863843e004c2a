"""Runs of jobs on local threads, and those parts of cluster runs that need no cluster."""

import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.cluster_option import AddressType
from zeitnot_engines.commands.match import match
from zeitnot_engines.games import load
from zeitnot_engines.jobs.build import this_build
from zeitnot_engines.jobs.job import Job, Stop, Stopped
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.match_job import MatchJob
from zeitnot_engines.matches.openings import Opening, random_openings
from zeitnot_engines.matches.players import Spec
from zeitnot_engines.matches.schedule import fixtures
from zeitnot_engines.matches.time_control import TimeControl

from .toy_jobs import Fails, Squares

PATIENCE_S = 60


class LastFirst(Job[int, int]):
    """Tasks end in reverse order, because each waits for the one after it."""

    word = "number"

    def __init__(self, count: int) -> None:
        self._ended = [threading.Event() for _ in range(count)]
        self._ended[-1].set()

    def run(self, task: int, stop: Stop) -> int:
        assert self._ended[task].wait(PATIENCE_S)
        self._ended[task - 1].set()
        return task


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(LocalExecutor(4).run(LastFirst(4), range(4))) == [0, 1, 2, 3]
    assert list(LocalExecutor(3).run(Squares(), range(100))) == [n * n for n in range(100)]


class FirstWaits(Job[int, int]):
    """The first task waits for the stop, the others end at once."""

    word = "number"

    def __init__(self) -> None:
        self.others = threading.Barrier(2)

    def run(self, task: int, stop: Stop) -> int:
        if task == 0:
            stopped = threading.Event()
            with stop.on_stop(stopped.set):
                self.others.wait(PATIENCE_S)
                assert stopped.wait(PATIENCE_S)
            raise Stopped
        if task == 1:
            self.others.wait(PATIENCE_S)
        return task


def test_a_closed_run_has_results_after_a_missing_one() -> None:
    run = LocalExecutor(2).run(FirstWaits(), range(2))
    run.fill()
    with run:
        pass
    assert run.finished() == [1]


def test_an_error_is_raised_before_earlier_results() -> None:
    with pytest.raises(ZeroDivisionError), LocalExecutor().run(Fails(), [1, 0]) as run:
        list(run)


def test_stop_runs_registered_callbacks_once() -> None:
    stop, calls = Stop(), list[str]()
    with stop.on_stop(lambda: calls.append("over")):
        pass
    with stop.on_stop(lambda: calls.append("during")):
        stop.set()
        stop.set()
    with stop.on_stop(lambda: calls.append("later")):
        assert calls == ["during", "later"]


@pytest.mark.parametrize("name", ["backgammon", "chess"])
def test_openings_are_pickled_by_their_actions(name: str) -> None:
    openings = random_openings(load(name), 5, seed=1)
    assert pickle.loads(pickle.dumps(fixtures(openings, 10))) == fixtures(openings, 10)
    assert any(opening.actions for opening in openings)


def test_unpickling_an_opening_without_its_actions_fails() -> None:
    pickled = pickle.dumps(Opening(load("tictactoe").parse("xx.oo.... x")))
    with pytest.raises(ValueError, match="do not lead to"):
        pickle.loads(pickled)


def test_differences_between_builds_are_described() -> None:
    build = this_build()
    assert build.difference(build) is None
    for other, text in (
        (replace(build, zeitnot="9.9"), "Zeitnot 9.9, not"),
        (replace(build, python="9.9"), "Python 9.9, not"),
        (replace(build, dask="9.9"), "distributed 9.9, not"),
        (replace(build, core="0"), "another build of Zeitnot's core"),
        (replace(build, files="0"), "other files of Zeitnot"),
    ):
        assert text in (build.difference(other) or "")


def test_tables_on_other_machines_must_be_equal(tmp_path: Path) -> None:
    game, local, remote = "ewn", tmp_path / "here", tmp_path / "there"
    for folder in (local, remote):
        folder.mkdir()
        (folder / f"{game}-1.table").write_bytes(b"0" * 100)
    players = (Spec("random", tables=str(local)), Spec("random"))
    job = MatchJob(game, {}, players, 100, TimeControl(), 1).packed()
    job.prepare()
    elsewhere = replace(job, tables={str(remote): job.tables[str(local)]})
    elsewhere.prepare()
    (remote / f"{game}-1.table").write_bytes(b"1" + b"0" * 99)
    with pytest.raises(ValueError, match=r"the tables of ewn in .*there differ"):
        elsewhere.prepare()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("tcp://192.0.2.1:8786", "tcp://192.0.2.1:8786"),
        ("tls://scheduler.example:8786", "tls://scheduler.example:8786"),
        ("localhost:1", "tcp://localhost:1"),
        ("[::1]:8786", "tcp://[::1]:8786"),
    ],
)
def test_scheduler_addresses_are_normalized(text: str, address: str) -> None:
    assert AddressType().convert(text, None, None) == address


@pytest.mark.parametrize("text", ["", "host", "http://host:80", "host:0", "host:65536", "a b:1"])
def test_bad_scheduler_addresses_are_refused(text: str) -> None:
    with pytest.raises(click.UsageError, match="is not an address of a scheduler"):
        AddressType().convert(text, None, None)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(match, ["tictactoe", "random", "random", *arguments])
    return result.exit_code, result.stderr


def test_a_missing_extra_is_reported_with_its_install_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "zeitnot_engines.jobs.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, text = run("--cluster", "127.0.0.1:8786")
    assert code == 2
    assert text.endswith("pip install 'zeitnot[cluster]'\n")


def test_commands_do_not_import_dask_unless_asked() -> None:
    modules = ", ".join(f"zeitnot_engines.commands.{name}" for name in ("match", "tune", "train"))
    script = f"import sys, {modules}; print({{'dask', 'distributed'}} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert result.stdout == b"set()\n"


def test_concurrency_is_refused_with_a_cluster() -> None:
    code, text = run("--cluster", "127.0.0.1:8786", "--concurrency", "2")
    assert code == 2
    assert "--concurrency is only for this machine" in text
