"""`zeitnot tablebase` as a user calls it: stopped, continued, and on a full disk."""

import fcntl
import json
import re
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines import tablebase as module
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.commands.tablebase import tablebase

Usage = namedtuple("Usage", "total used free")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tablebase, list(arguments))


def build(folder: Path, stones: int = 2) -> Result:
    return run("build", "ewn", "--stones", str(stones), "--tables", str(folder))


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.table")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder_ = tmp_path_factory.mktemp("made") / "tables"
    result = build(folder_)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"ewn: 12.2 MB of tables in {folder_}\n"
    return folder_


def test_builds_a_tablebase(folder: Path) -> None:
    created = files(folder)
    assert len(created) == 1 + 9 + 45
    assert sum(map(len, created.values())) < 13_000_000
    assert {"ewn-1-1.table", "ewn-12-12.table", "ewn-34-34.table"} <= created.keys()
    assert not list(folder.glob("*.part"))


def test_can_be_stopped_and_continued(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are the same as without a stop, and none is made twice."""
    make, made_names = module.TablebaseFolder.make, []

    def interrupt_after_twenty(self: module.TablebaseFolder, part: module.Part) -> None:
        if len(made_names) == 20:
            (tmp_path / f"{part.name}.table.part").write_bytes(b"half a table")
            raise KeyboardInterrupt
        made_names.append(part.name)
        make(self, part)

    with monkeypatch.context() as patched:
        patched.setattr(module.TablebaseFolder, "make", interrupt_after_twenty)
        assert build(tmp_path).exit_code == 1  # in click's runner; 130 in a shell
    assert {f"{name}.table" for name in made_names} == files(tmp_path).keys()
    assert build(tmp_path, stones=1).exit_code == 0
    times = {name: (tmp_path / name).stat().st_mtime_ns for name in files(tmp_path)}
    assert build(tmp_path).exit_code == 0
    assert files(tmp_path) == files(folder)
    assert all((tmp_path / name).stat().st_mtime_ns == time for name, time in times.items())


def test_does_not_start_without_disk_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**10, 10**10 - 10**9, 10**9))
    result = build(tmp_path / "tables", stones=3)
    assert result.exit_code == 2
    assert " GB more than are free" in result.output
    assert "9.2 GB are needed" in result.output
    assert not list(tmp_path.iterdir())
    assert build(tmp_path / "tables", stones=2).exit_code == 0


def test_only_one_process_builds_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / "ewn.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = build(tmp_path)
    assert result.exit_code == 2
    assert "Another build is using" in result.output
    assert files(tmp_path) == {}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["build", "chess"], "'chess' is not one of 'checkers', 'ewn'"),
        (["build", "ewn", "--stones", "4"], "at most 3 stones"),
        (["build", "ewn", "--stones", "0"], "range x>=1"),
        (["build", "checkers", "--pieces", "1"], "at least 2 pieces"),
        (["check", "ewn"], "no tables of ewn"),
    ],
)
def test_bad_arguments(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    result = run(*arguments, "--tables", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert sentence in result.output
    assert not list(tmp_path.iterdir())


def test_small_tables_are_counted_in_kilobytes(tmp_path: Path) -> None:
    assert re.search(r"ewn: [1-9][0-9]*\.[0-9] KB of tables", build(tmp_path, stones=1).stdout)


def test_missing_tables_are_reported(folder: Path, tmp_path: Path) -> None:
    for path in folder.glob("*.table"):
        shutil.copy(path, tmp_path)
    assert "are intact" in run("check", "ewn", "--tables", str(tmp_path)).stdout
    for name in ("ewn-12-12.table", "ewn-12-13.table"):
        (tmp_path / name).unlink()
    result = run("check", "ewn", "--tables", str(tmp_path))
    assert result.exit_code == 2
    assert "2 tables are missing, the first one " in result.output
    assert "ewn-12-12.table. Build what is missing with" in result.output
    assert "`zeitnot tablebase build ewn --stones 2`" in result.output
    assert build(tmp_path).exit_code == 0
    assert "are intact" in run("check", "ewn", "--tables", str(tmp_path)).stdout


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = build(tmp_path / "file" / "tables")
    assert result.exit_code == 2
    assert "Not a directory" in result.output


def test_check_finds_damaged_tables(folder: Path, tmp_path: Path) -> None:
    assert run("check", "ewn", "--tables", str(folder)).stdout.endswith("are intact\n")
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    path = copy / "ewn-13-14.table"
    data = bytearray(path.read_bytes())
    data[50_000] ^= 1
    path.write_bytes(data)
    result = run("check", "ewn", "--tables", str(copy))
    assert result.exit_code == 2
    assert "ewn-13-14.table is damaged" in result.output
    data[0] ^= 1
    path.write_bytes(data)
    before = files(copy)
    for result in (build(copy), run("check", "ewn", "--tables", str(copy))):
        assert result.exit_code == 2
        assert "ewn-13-14.table is no table" in result.output
    assert files(copy) == before


def test_analyse_uses_the_tablebase(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["ewn", "B 0 25 0 24 0 0 0 1 0 3 0 0 0", "--nodes", "2000", "--json"]
    without = json.loads(CliRunner().invoke(analyse, arguments).stdout)
    output = json.loads(CliRunner().invoke(analyse, [*arguments, "--tables", str(folder)]).stdout)
    monkeypatch.setenv("ZEITNOT_TABLES", str(folder))
    by_variable = json.loads(CliRunner().invoke(analyse, arguments).stdout)
    assert (without["exact"], output["exact"], by_variable["exact"]) == (False, True, True)
    chess = CliRunner().invoke(analyse, ["chess", "--depth", "1"])
    assert chess.exit_code == 0
    bad = CliRunner().invoke(analyse, [*arguments, "--tables", str(folder.parent)])
    assert bad.exit_code == 2
    assert "no tables of ewn" in bad.output
