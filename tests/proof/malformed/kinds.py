"""Kinds of malformed files. Each has a beginning, and bytes that are repeated up to the file's
size."""

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

GAMES = Path(__file__).parents[3] / "engines/games"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: `begin` is written once, and `repeated` up to the file's size."""

    begin: bytes
    repeated: bytes | Callable[[], Iterable[bytes]]

    def write(self, path: Path, size: int) -> None:
        """Writes a file of about this size."""
        repeated = self.repeated
        with path.open("wb") as file:
            file.write(self.begin)
            if not repeated:
                return
            if isinstance(repeated, bytes):
                block = repeated * max(1, (1 << 16) // len(repeated))
                for _ in range(size // len(block) + 1):
                    file.write(block)
                return
            for piece in repeated():
                file.write(piece)
                if file.tell() >= size:
                    return


def _numbered(form: bytes) -> Callable[[], Iterable[bytes]]:
    """Endless text with increasing numbers."""
    return lambda: (b"".join(form % n for n in block) for block in _blocks())


def _blocks() -> Iterable[range]:
    return (range(n, n + 1000) for n in count(0, 1000))


ANY = {
    "an endless line": Kind(b"", b"word "),
    "one word": Kind(b"", b"x"),
    "NULs": Kind(b"", b"\0"),
    "invalid UTF-8": Kind(b"", b"\xff\xfe\xc3("),
    "an endless number": Kind(b"", b"9"),
    "blank lines": Kind(b"", b"\n"),
    "short lines": Kind(b"", b"a\n"),
    "quotation marks": Kind(b"", b'"'),
    "backslashes": Kind(b"", b"\\"),
    "carriage returns": Kind(b"", b"a\r"),
}
# For the standard input of a protocol program; without kinds that get an answer to each line.
TYPED = {
    name: kind
    for name, kind in ANY.items()
    if name not in ("blank lines", "short lines", "carriage returns")
}
_PDN = b'[Event "x"]\n'
PDN = ANY | {
    "an unclosed quotation mark": Kind(b'[Event "', b"x"),
    "an unclosed quotation mark, escapes": Kind(b'[Event "', b'\\"'),
    "an unclosed bracket": Kind(b"[Event ", b"x"),
    "an unclosed comment": Kind(_PDN + b"1. 11-15 {", b"and so on\n"),
    "an unclosed line": Kind(_PDN + b"1. 11-15 ;", b"and so on "),
    "deep nesting": Kind(_PDN, b"("),
    "nested variations": Kind(_PDN, b"(11-15 "),
    "a million tags": Kind(b"", _numbered(b'[Tag%d "x"]\n')),
    "one repeated tag": Kind(b"", b'[Event "x"]\n'),
    "numbers of moves": Kind(_PDN, b"1. "),
    "a word of jumps": Kind(_PDN, b"1x"),
    "marks": Kind(_PDN + b"1. 11-15 ", b"!"),
    "no line ends, one game": Kind(_PDN, b"11-15 "),
}
SGF = ANY | {
    "an unclosed bracket": Kind(b"(;C[", b"x"),
    "an unclosed bracket, escapes": Kind(b"(;C[", b"\\]"),
    "deep nesting": Kind(b"", b"(;"),
    "parentheses": Kind(b"", b"("),
    "an endless line of nodes": Kind(b"(", b";"),
    "a million properties": Kind(b"(;", _numbered(b"P%d[x]")),
    "one property with a million values": Kind(b"(;AB", b"[aa]"),
    "an endless name": Kind(b"(;", b"X"),
    "spaces before a value": Kind(b"(;B", b" "),
    "an endless number": Kind(b"(;SZ[", b"9"),
    "moves": Kind(b"(", b";B[aa];W[bb]"),
    "many games": Kind(b"", b"(;B[aa];W[aa])"),
}
JSON = ANY | {
    "an unclosed quotation mark": Kind(b'{"id":"', b"x"),
    "an unclosed quotation mark, escapes": Kind(b'{"id":"', b'\\"'),
    "an unclosed quotation mark, signs": Kind(b'{"id":"', b"\\u12ab"),
    "deep nesting": Kind(b'{"id":', b"["),
    "nested objects": Kind(b"", b'{"id":'),
    "an array of arrays": Kind(b"[", b"[],"),
    "an endless number": Kind(b'{"id":', b"9"),
    "a million names": Kind(b"{", _numbered(b'"f%d":0,')),
    "lines of arrays": Kind(b"", b"[]\n"),
    "no line ends": Kind(b"", b"{} "),
}
BOOK_HEAD = b'{"format":"zeitnot-book-1","game_type":"othello"}\n'
TOML = ANY | {
    "an unclosed quotation mark": Kind(b'host = "', b"x"),
    "an unclosed text of many lines": Kind(b'host = """', b"x\n"),
    "deep nesting": Kind(b"host = ", b"["),
    "nested tables": Kind(b"", b"a."),
    "an endless number": Kind(b"port = ", b"9"),
    "a million names": Kind(b"", _numbered(b"f%d = 0\n")),
}
BINARY = {name: ANY[name] for name in ("NULs", "one word", "invalid UTF-8", "short lines")}


def weights() -> Mapping[str, Kind]:
    """The package's weight files: truncated, too long, or with false sizes and a correct
    checksum."""
    kinds = dict(BINARY)
    for path in sorted(GAMES.glob("*/*.weights")):
        data = path.read_bytes()
        kinds[f"half of {path.stem}"] = Kind(data[: len(data) // 2], b"")
        kinds[f"{path.stem} and more"] = Kind(data, b"x")
        for name, value in (("the largest", b"\xff"), ("odd", b"\x7f")):
            for at in (32, 40):
                forged = bytearray(data[: 1 << 20])
                forged[at : at + 4] = 4 * value
                forged[12:16] = zlib.crc32(forged[16:]).to_bytes(4, "little")
                kinds[f"{path.stem}, {name} numbers from {at} on"] = Kind(bytes(forged), b"")
    return kinds


def truncated_and_forged(data: bytes) -> Mapping[str, Kind]:
    """A valid file: truncated, too long, or with the largest number at one of the places of its
    header."""
    kinds = dict(BINARY)
    for share in (1, 2, 3):
        kinds[f"{share} quarters of the file"] = Kind(data[: share * len(data) // 4], b"")
    kinds["the file and more bytes"] = Kind(data, b"x")
    for at in range(0, min(64, len(data)), 4):
        kinds[f"the largest number at {at}"] = Kind(data[:at] + b"\xff" * 4 + data[at + 4 :], b"")
    return kinds
