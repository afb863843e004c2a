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
    """A command that reads a file. `words`: its arguments, with FILE for the file's path and FOLDER
    for its folder. `name`: of the file. `typed`: the file is the standard input. `says`: the input
    otherwise. `codes`: the allowed exit codes. `prints`: the errors are its result, on standard
    output. `again`: it uses the same code as a reader before it."""

    words: str
    name: str
    kinds: Mapping[str, Kind]
    typed: bool = False
    says: str = ""
    codes: tuple[int, ...] = (2,)
    prints: bool = False  # one more line has their number
    again: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended. `wrong`: a description of its error, or empty."""

    code: int
    said: str
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
    book = {name: Kind(kinds.BOOK_HEAD + kind.begin, kind.again) for name, kind in _json()}
    logs = {name: Kind(LOG_HEAD + kind.begin, kind.again) for name, kind in _json()}
    return [
        Reader("book build FILE -o FOLDER/book", "games.pdn", kinds.PDN, codes=(0, 2)),
        Reader(
            "analyse checkers --pdn FILE --depth 1", "game.pdn", kinds.PDN, codes=(0, 2), again=True
        ),
        Reader("book build FILE -o FOLDER/book", "games.sgf", kinds.SGF),
        Reader("analyse go --sgf FILE --nodes 1", "game.sgf", kinds.SGF, codes=(0, 2), again=True),
        Reader("book build FILE -o FOLDER/book", "games.jsonl", kinds.JSON),
        Reader("verify FILE", "games.jsonl", kinds.JSON),
        Reader("verify -", "typed", kinds.JSON, typed=True, again=True),
        Reader("book import FILE --db FOLDER/new.db", "book.jsonl", kinds.JSON),
        Reader("book import FILE --db FOLDER/new.db", "book.jsonl", book, codes=(0, 2)),
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
        Reader("train go FOLDER --sgf FILE", "games.sgf", kinds.SGF, again=True),
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
            "gtp go", "game.sgf", kinds.SGF, says="loadsgf FILE\nquit\n", codes=(0,), again=True
        ),
        Reader("uci", "typed", kinds.TYPED, typed=True, codes=(0, 2)),
        Reader("gtp go", "typed", kinds.TYPED, typed=True, codes=(0, 2)),
        Reader("gomocup", "typed", kinds.TYPED, typed=True, codes=(0, 2)),
    ]


def _json() -> list[tuple[str, Kind]]:
    return list(kinds.JSON.items())


def attempt(reader: Reader, kind: Kind, size: int, base: Path) -> Outcome:
    """Runs the command on a file of this kind in a new process."""
    words, typed = _prepared(reader, kind, size, base)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        become(words, typed, base / "said", reader.prints)
    _, status, used = os.wait4(child, 0)
    return _outcome(reader, os.waitstatus_to_exitcode(status), started, base, used)


def attempt_here(reader: Reader, kind: Kind, size: int, base: Path) -> Outcome:
    """Runs the command on a file of this kind in this process, without separate limits."""
    words, typed = _prepared(reader, kind, size, base)
    started = time.monotonic()
    code = 0
    with ExitStack() as stack:
        said = stack.enter_context((base / "said").open("w+"))
        null = stack.enter_context(open(os.devnull, "w"))
        stack.enter_context(redirect_stdout(said if reader.prints else null))
        stack.enter_context(redirect_stderr(said))
        before, sys.stdin = sys.stdin, stack.enter_context(typed.open())
        sys.argv = ["zeitnot", *words]
        try:
            importlib.import_module("zeitnot_server.cli").main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        except BaseException as bad:
            code, _ = 1, said.write(f"Traceback: {bad!r}")
        sys.stdin = before
    return _outcome(reader, code, started, base, resource.getrusage(resource.RUSAGE_SELF))


def _prepared(reader: Reader, kind: Kind, size: int, base: Path) -> tuple[list[str], Path]:
    """Writes the file; returns the command's arguments and the file of its standard input."""
    folder = base / "try"
    folder.mkdir()
    path = folder / reader.name
    kind.write(path, size)
    typed = base / "typed"
    typed.write_text(reader.says.replace("FILE", str(path)))
    names = {"FILE": str(path), "FOLDER": str(folder)}
    words = [names.get(w, w.replace("FOLDER", str(folder))) for w in reader.words.split()]
    return words, path if reader.typed else typed


def _outcome(
    reader: Reader, code: int, started: float, base: Path, used: resource.struct_rusage
) -> Outcome:
    seconds = time.monotonic() - started
    shutil.rmtree(base / "try")
    said = (base / "said").read_bytes().decode(errors="replace")
    return Outcome(code, said, seconds, used.ru_maxrss >> 10, _wrong(reader, code, said))


def become(words: Sequence[str], typed: Path, said: Path, prints: bool) -> None:
    """In the child: runs the command as from a shell, within its limits."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    printed = said if prints else Path(os.devnull)
    for at, descriptor in enumerate(
        (os.open(typed, os.O_RDONLY), os.open(printed, flags), os.open(said, flags))
    ):
        os.dup2(descriptor, at)
    os.closerange(3, 1000)
    for at, name in enumerate(("stdin", "stdout", "stderr")):
        setattr(sys, name, open(at, "r" if at == 0 else "w", closefd=False))  # noqa: SIM115
    _limit_memory(MEMORY_MB)
    signal.alarm(MAX_S)
    sys.argv = ["zeitnot", *words]
    importlib.import_module("zeitnot_server.cli").main()


def _limit_memory(mb: int) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (mb * MB, mb * MB))


def _wrong(reader: Reader, code: int, said: str) -> str:
    if code == -signal.SIGALRM:
        return f"not ended in {MAX_S} s"
    if code not in reader.codes:
        return f"exit code {code}: {said[-300:]}"
    if "Traceback" in said or (code and len(said.splitlines()) != 1 + reader.prints):
        return f"no line that says what is wrong: {said[-300:]}"
    if len(said) > (1000 if code else 4000):  # games that were skipped are listed
        return f"a line of {len(said)} characters: {said[:300]}"
    return ""


def prove(reader: Reader, size: int, base: Path, here: bool, loud: bool) -> bool:
    """Tests a command on all kinds and prints the results; returns whether all were right."""
    outcomes = []
    for name, kind in reader.kinds.items():
        found = (attempt_here if here else attempt)(reader, kind, size, base)
        outcomes.append(found)
        verdict = found.wrong or f"{found.code}, {found.said.strip()[:150]}"
        if loud or found.wrong:
            sign = "BAD" if found.wrong else "well"
            cost = f"{found.seconds:.1f} s, {found.peak_mb} MB"
            print(f"{sign}: {reader.words} ({name}; {cost}): {verdict}", flush=True)
    well = sum(not each.wrong for each in outcomes)
    print(
        f"{reader.words}, {reader.name}: {well} of {len(outcomes)} well; at most "
        f"{max(each.seconds for each in outcomes):.1f} s, "
        f"{max(each.peak_mb for each in outcomes)} MB",
        flush=True,
    )
    return well == len(outcomes)


def main(words: Sequence[str]) -> int:
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
    options = parser.parse_args(words)
    base = Path(tempfile.mkdtemp())  # not a context manager, which the children would exit as well
    all_readers = [each for each in readers(base) if options.only in each.words]
    all_readers = [each for each in all_readers if not (options.once and each.again)]
    cli = importlib.import_module("zeitnot_server.cli")
    for name in {each.words.split()[0] for each in all_readers}:
        importlib.import_module(cli.COMMANDS[name].partition(":")[0])
    if here := options.here is not None:
        _limit_memory(options.here)
        INTERRUPTS.install = lambda: None  # type: ignore[method-assign]
    size = round(options.mb * MB)
    results = [prove(each, size, base, here, options.loud) for each in all_readers]
    shutil.rmtree(base)
    print(f"{sum(results)} of {len(results)} readers handle all files")
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
