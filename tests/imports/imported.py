"""Reads games from text in the way the server imports them."""

from collections.abc import Callable

from zeitnot_engines.formats.source import Source
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.imports.reading import Read, read
from zeitnot_server.imports.record import Origin

PGN = """[Event "Casual"]
[Site "Paris"]
[Date "2024.04.05"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[TimeControl "300+3"]

1. e4 {[%clk 0:05:00] best by test} e5 {[%clk 0:04:50]} 2. Qh5 (2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5)
(2. f4) Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0

[White "Cyd"]
[Black "Dan"]
[Result "*"]

1. e4 Ke5 *
"""


def imported(
    text: str | bytes,
    game: str | None = None,
    account: str | None = "ann1",
    now_s: Callable[[], float] = lambda: 0.0,
) -> Read:
    """The result of an import of this text by this account."""
    data = text.encode() if isinstance(text, str) else text
    origin = Origin(bytes(32), 1000, account)
    return read(Source.of_bytes(data, "text"), game, lambda: origin, rules_for, now_s)
