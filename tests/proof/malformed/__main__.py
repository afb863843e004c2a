"""`python -m tests.proof.malformed`: runs every command that reads files on each kind of malformed
file.

Each command runs in a new process, forked from this one, which has already imported the commands.
Its memory is limited by RLIMIT_DATA, which counts writable memory (heap, stacks, private maps) but
not shared libraries, unlike RLIMIT_AS. It must end in time and report the error in one line, with
exit code 2, or 1 if a database is damaged. If the file happens to be valid, it may end with 0.
"""

import argparse
import importlib
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from tests.proof.malformed import kinds
from tests.proof.malformed.kinds import Kind
from zeitnot_engines._core import GameTree, Strategy
from zeitnot_engines.games import load
from zeitnot_engines.interrupts import INTERRUPTS
from zeitnot_engines.tablebase import TablebaseFolder

MB = 1 << 20
MEMORY_MB = 512
MAX_S = 60
LOG_HEAD = b'{"match": {}}\n'


@dataclass(frozen=True, slots=True)
class Reader:
    """A command that reads a file.

    `command`: its name and arguments, with FILE for the file's path and FOLDER for its folder.
    `name`: of the file. `is_input`: the file is the standard input. `input_text`: the standard
    input otherwise. `codes`: the allowed exit codes. `prints`: the errors are its result, on
    standard output. `is_redundant`: it uses the same code as an earlier reader.
    """

    command: str
    name: str
    kinds: Mapping[str, Kind]
    is_input: bool = False
    input_text: str = ""
    codes: tuple[int, ...] = (2,)
    prints: bool = False  # one more line has the number of errors
    is_redundant: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended. `wrong`: a description of its error, or empty."""

    code: int
    output: str
    seconds: float
    peak_mb: int
    wrong: str


def readers(folder: Path) -> list[Reader]:
    """All readers. Creates the valid files that are to be damaged in `folder`."""
    strategy = Strategy.uniform(GameTree(load("kuhn"))).write()
    tables = TablebaseFolder("ewn", folder / "tables")
    with tables.exclusive_lock():
        part = tables.parts(1)[0]
        tables.make(part)
    table = (folder / "tables" / f"{part.name}.table").read_bytes()
    logs = {name: Kind(LOG_HEAD + kind.begin, kind.repeated) for name, kind in _json()}
    return [
        *_game_and_book_readers(),
        Reader("match othello random random --games 2 --openings FILE", "lines", kinds.ANY),
        Reader("match othello random random --games 2 --log FILE", "log", kinds.JSON),
        Reader("match othello random random --games 2 --log FILE", "log", logs),
        Reader("solve connect4 --book FOLDER/book --hash 1", "book.journal", kinds.ANY),
        Reader("tune chess FOLDER --games 0 --rounds 0", "games.jsonl", kinds.JSON),
        Reader("tune chess FOLDER --games 0 --rounds 0", "weights.json", kinds.JSON),
        Reader("tune chess FOLDER --games 0 --rounds 0 --source FILE", "table.inc", kinds.ANY),
        Reader("train othello-playbook FOLDER --records FILE", "games.jsonl", kinds.JSON),
        Reader("train othello FOLDER --games 0", "state.json", kinds.JSON),
        Reader("train ewn FOLDER --games 1", "state.bin", kinds.JSON),
        Reader("train go FOLDER --sgf FILE", "games.sgf", kinds.SGF, is_redundant=True),
        Reader("config show --config FILE", "zeitnot.toml", kinds.TOML),
        Reader(
            "analyse othello --depth 1 --weights FILE", "weights", kinds.weights(), codes=(0, 2)
        ),
        Reader("strategy exploit kuhn FILE", "strategy", kinds.truncated_and_forged(strategy)),
        Reader(
            "analyse ewn --depth 1 --tables FOLDER",
            f"{part.name}.table",
            kinds.truncated_and_forged(table),
            codes=(0, 2),
        ),
        Reader("restore FILE --db FOLDER/new.db", "copy.db", kinds.BINARY, codes=(1, 2)),
        Reader("check --db FILE", "some.db", kinds.BINARY, codes=(1, 2), prints=True),
        Reader("db copy FILE FOLDER/new.db", "some.db", kinds.BINARY, codes=(1, 2)),
        Reader(
            "gtp go",
            "game.sgf",
            kinds.SGF,
            input_text="loadsgf FILE\nquit\n",
            codes=(0,),
            is_redundant=True,
        ),
        Reader("uci", "typed", kinds.TYPED, is_input=True, codes=(0, 2)),
        Reader("gtp go", "typed", kinds.TYPED, is_input=True, codes=(0, 2)),
        Reader("gomocup", "typed", kinds.TYPED, is_input=True, codes=(0, 2)),
        Reader("nboard", "typed", kinds.TYPED, is_input=True, codes=(0, 2)),
    ]


def _game_and_book_readers() -> list[Reader]:
    book = {name: Kind(kinds.BOOK_HEAD + kind.begin, kind.repeated) for name, kind in _json()}
    return [
        Reader("book build FILE -o FOLDER/book", "games.pdn", kinds.PDN, codes=(0, 2)),
        Reader(
            "analyse checkers --pdn FILE --depth 1",
            "game.pdn",
            kinds.PDN,
            codes=(0, 2),
            is_redundant=True,
        ),
        Reader("book build FILE -o FOLDER/book", "games.sgf", kinds.SGF),
        Reader(
            "analyse go --sgf FILE --nodes 1",
            "game.sgf",
            kinds.SGF,
            codes=(0, 2),
            is_redundant=True,
        ),
        Reader("book build FILE -o FOLDER/book", "games.jsonl", kinds.JSON),
        Reader("verify FILE", "games.jsonl", kinds.JSON),
        Reader("verify -", "typed", kinds.JSON, is_input=True, is_redundant=True),
        Reader("book import FILE --db FOLDER/new.db", "book.jsonl", kinds.JSON),
        Reader("book import FILE --db FOLDER/new.db", "book.jsonl", book, codes=(0, 2)),
    ]


def _json() -> list[tuple[str, Kind]]:
    return list(kinds.JSON.items())


def attempt(reader: Reader, kind: Kind, size: int, base: Path) -> Outcome:
    """Runs the command on a file of this kind in a new process."""
    arguments, input_file = _prepare(reader, kind, size, base)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        run_command(arguments, input_file, base / "output", reader.prints)
    _, status, used = os.wait4(child, 0)
    return _outcome(reader, os.waitstatus_to_exitcode(status), started, base, used)


def attempt_here(reader: Reader, kind: Kind, size: int, base: Path) -> Outcome:
    """Runs the command on a file of this kind in this process, without separate limits."""
    arguments, input_file = _prepare(reader, kind, size, base)
    started = time.monotonic()
    code = 0
    with ExitStack() as stack:
        output = stack.enter_context((base / "output").open("w+"))
        null = stack.enter_context(open(os.devnull, "w"))
        stack.enter_context(redirect_stdout(output if reader.prints else null))
        stack.enter_context(redirect_stderr(output))
        before, sys.stdin = sys.stdin, stack.enter_context(input_file.open())
        sys.argv = ["zeitnot", *arguments]
        try:
            importlib.import_module("zeitnot_server.cli").main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        except BaseException as bad:
            code, _ = 1, output.write(f"Traceback: {bad!r}")
        sys.stdin = before
    return _outcome(reader, code, started, base, resource.getrusage(resource.RUSAGE_SELF))


def _prepare(reader: Reader, kind: Kind, size: int, base: Path) -> tuple[list[str], Path]:
    """Writes the file; returns the command's arguments and the file of its standard input."""
    folder = base / "try"
    folder.mkdir()
    path = folder / reader.name
    kind.write(path, size)
    input_file = base / "input"
    input_file.write_text(reader.input_text.replace("FILE", str(path)))
    paths = {"FILE": str(path), "FOLDER": str(folder)}
    arguments = [paths.get(w, w.replace("FOLDER", str(folder))) for w in reader.command.split()]
    return arguments, path if reader.is_input else input_file


def _outcome(
    reader: Reader, code: int, started: float, base: Path, used: resource.struct_rusage
) -> Outcome:
    seconds = time.monotonic() - started
    shutil.rmtree(base / "try")
    output = (base / "output").read_bytes().decode(errors="replace")
    return Outcome(code, output, seconds, used.ru_maxrss >> 10, _error_of(reader, code, output))


def run_command(arguments: Sequence[str], input_file: Path, output: Path, prints: bool) -> None:
    """In the child: runs the command as from a shell, with limited memory and time."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    stdout = output if prints else Path(os.devnull)
    for at, descriptor in enumerate(
        (os.open(input_file, os.O_RDONLY), os.open(stdout, flags), os.open(output, flags))
    ):
        os.dup2(descriptor, at)
    os.closerange(3, 1000)
    for at, name in enumerate(("stdin", "stdout", "stderr")):
        setattr(sys, name, open(at, "r" if at == 0 else "w", closefd=False))  # noqa: SIM115
    _limit_memory(MEMORY_MB)
    signal.alarm(MAX_S)
    sys.argv = ["zeitnot", *arguments]
    importlib.import_module("zeitnot_server.cli").main()


def _limit_memory(mb: int) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (mb * MB, mb * MB))


def _error_of(reader: Reader, code: int, output: str) -> str:
    if code == -signal.SIGALRM:
        return f"not ended in {MAX_S} s"
    if code not in reader.codes:
        return f"exit code {code}: {output[-300:]}"
    if "Traceback" in output or (code and len(output.splitlines()) != 1 + reader.prints):
        return f"no line that says what is wrong: {output[-300:]}"
    if len(output) > (1000 if code else 4000):  # warnings may list skipped games
        return f"a line of {len(output)} characters: {output[:300]}"
    return ""


def check_reader(reader: Reader, size: int, base: Path, here: bool, loud: bool) -> bool:
    """Tests a command on all kinds of files and prints the results; returns whether all passed."""
    outcomes = []
    for name, kind in reader.kinds.items():
        outcome = (attempt_here if here else attempt)(reader, kind, size, base)
        outcomes.append(outcome)
        verdict = outcome.wrong or f"{outcome.code}, {outcome.output.strip()[:150]}"
        if loud or outcome.wrong:
            sign = "FAILED" if outcome.wrong else "passed"
            cost = f"{outcome.seconds:.1f} s, {outcome.peak_mb} MB"
            print(f"{sign}: {reader.command} ({name}; {cost}): {verdict}", flush=True)
    passed = sum(not outcome.wrong for outcome in outcomes)
    print(
        f"{reader.command}, {reader.name}: {passed} of {len(outcomes)} passed; at most "
        f"{max(outcome.seconds for outcome in outcomes):.1f} s, "
        f"{max(outcome.peak_mb for outcome in outcomes)} MB",
        flush=True,
    )
    return passed == len(outcomes)


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if a command handled a file wrongly."""
    parser = argparse.ArgumentParser(prog="malformed", description=__doc__)
    parser.add_argument("--mb", type=float, default=50, help="of each file")
    parser.add_argument("--only", default="", help="commands that contain this")
    parser.add_argument(
        "--here",
        type=int,
        metavar="MB",
        help="run all commands in this process, with this memory limit",
    )
    parser.add_argument(
        "--once", action="store_true", help="skip commands that use the same code as another one"
    )
    parser.add_argument("--loud", action="store_true", help="print each verdict")
    options = parser.parse_args(arguments)
    base = Path(tempfile.mkdtemp())  # not a context manager, which the children would exit as well
    all_readers = [reader for reader in readers(base) if options.only in reader.command]
    all_readers = [reader for reader in all_readers if not (options.once and reader.is_redundant)]
    cli = importlib.import_module("zeitnot_server.cli")
    for name in {reader.command.split()[0] for reader in all_readers}:
        importlib.import_module(cli.COMMANDS[name].partition(":")[0])
    if here := options.here is not None:
        _limit_memory(options.here)
        INTERRUPTS.install = lambda: None  # type: ignore[method-assign]
    size = round(options.mb * MB)
    results = [check_reader(reader, size, base, here, options.loud) for reader in all_readers]
    shutil.rmtree(base)
    print(f"{sum(results)} of {len(results)} readers handle all files")
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
