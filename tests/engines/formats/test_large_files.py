"""Large and hostile files: bounded memory, and time in proportion to the length."""

import io
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.formats.source import Source

from ...each import each
from .mutations import JSON, READERS

SIZE = 3 << 20
MAX_MEMORY = 20 << 20
TEXT = "x" * 2_000
GAMES = {
    "pgn": f"{{{TEXT}}} 1. e4 {{{TEXT}}} e5 *\n\n",
    "pdn": f"{{{TEXT}}} 1. 11-15 {{{TEXT}}} 23-19 *\n\n",
    "ggf": f"{TEXT}\n{TEXT}\n(;GM[Othello]PC[{TEXT}]B[f5]W[d6];)\n",
    "mat": f"#{TEXT}\n#{TEXT}\n 0 point match\n\n Game 1\n A : 0   B : 0\n  1) 64: 24/14\n\n",
    "txt": f"#{TEXT}\n#{TEXT}\nf5 d6\n",
    "json": JSON.splitlines(keepends=True)[0],
}
"""Games of a few kilobytes, so that a file of megabytes is read in a moment."""


class Repeated(io.RawIOBase):
    """A file of the same bytes repeated, which is never in memory as a whole."""

    def __init__(self, part: bytes, size: int) -> None:
        self._part, self._size, self._at = part, size - size % len(part), 0

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = offset
        return offset

    def read(self, size: int = -1) -> bytes:
        size = min(size, self._size - self._at)
        begin = self._at % len(self._part)
        self._at += size
        return (self._part * (size // len(self._part) + 2))[begin : begin + size]


def read(form: str, file: object) -> Iterator[object]:
    return READERS[form](Source(file, "large"))  # type: ignore[arg-type]


def peak_of(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("form", GAMES)
def test_a_large_file_is_read_in_little_memory(form: str) -> None:
    part, count = GAMES[form].encode(), 0

    def work() -> None:
        nonlocal count
        count = sum(isinstance(game, FileGame) for game in read(form, Repeated(part, SIZE)))

    assert peak_of(work) < SIZE // 4
    assert count == SIZE // len(part)


# Parts that make a token, a game, a search or a list long when they are repeated.
HOSTILE = {
    "pgn": (
        *("{" + "x" * 100, "(", "(e4 ", "[\n", '[A "b"]\n', '[Event "b"]\n\n', "e", '[A "', '["'),
        *("[A b]\n", ")\n\n1. e4 ", " ", "\n", "1.", "1", "$", "e4 $1 ", ";", "; x\n", "\n%", "<"),
        *("Nf3 Nf6 Ng1 Ng8 ", "\0", "e4 (d4) ", "{[%clk 0:00:0", "junk [ here } \n\n", "e4{x}"),
        *("+-", "e4+-", "--", "-- ", "0-0 ", "1-0{x}", "[A A A ", "\n\n1", "[%clk ", "½", "ch ch"),
    ),
    "pdn": ("11x", "11 - ", "11-15 23-19 ", "11-15* ", '[FEN "', "1-0", "1 ", "-", "(11-15 "),
    "ggf": ("(;", "(", "(;GM[Othello]B[f5", "A[b]", "(;GM[Othello];)", "x", "(;A[", ";)", "[\n"),
    "mat": (
        *(" Game 1\n", "  1) 64:", " A : 0", '; [Site "x"]\n', "Doubles => 2 ", "64: 24/14 "),
        *(
            " 3 point match\n",
            " 13/7",
            "\n  1) 66:",
            "Wins 1 point ",
            ":",
            "|",
            " Game 1\n A : 0   B : 0\n",
        ),
    ),
    "json": ("{", "[", '{"a":', '"', "{}\n", JSON[:200], JSON[:100] + "\n", "9", '{"events":['),
    "txt": ("f5d6c3", "f5f5\n", "--", ",", ",\n", "\n", "#", "pass ", "1. ", "9"),
}


def cpu_seconds(form: str, data: bytes) -> float:
    begin = time.process_time()
    for _ in read(form, io.BytesIO(data)):
        pass
    return time.process_time() - begin


@each(
    ("form", "part"),
    [(form, part) for form, parts in HOSTILE.items() for part in parts],
    by=lambda case: case[0],
)
def test_hostile_files_cost_time_in_proportion(form: str, part: str) -> None:
    """Four times the text may take four times as long, not sixteen times: limits are wide, and
    short times do not count, because machines differ."""
    small, large = (part.encode() * (size // len(part)) for size in (8_000, 32_000))

    for _ in range(3):
        times = cpu_seconds(form, small), cpu_seconds(form, large)
        if times[1] < max(0.1, 9 * times[0]):
            break
    else:
        raise AssertionError(times)


@pytest.mark.parametrize("form", HOSTILE)
def test_hostile_files_are_read_in_bounded_memory(form: str) -> None:
    file = b"".join(b"\n\n" + part.encode() * (20_000 // len(part)) for part in HOSTILE[form])

    assert peak_of(lambda: cpu_seconds(form, file)) < MAX_MEMORY


def test_errors_are_not_collected_in_memory() -> None:
    """Errors are given one by one."""
    bad = b"1. 11-16 *\n\n"

    assert peak_of(lambda: sum(1 for _ in read("pdn", Repeated(bad, 20_000)))) < 1 << 19
