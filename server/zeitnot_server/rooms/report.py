"""Validates engines' reports: removes texts that are not moves, lines or units.

Reports are stored with moves. A line is a list of moves of
the game, separated by single spaces. Only the form of each word is checked: checking that the moves
can be played would cost more than the move itself. A unit is one of a few words. Anything else is
removed, and the rest of the report is kept: no move is refused because of its report.
"""

import re
from functools import lru_cache
from typing import TypeVar

import msgspec

import zeitnot_protocol as p

from .rules import Rules

UNITS = frozenset(
    {"centipawns", "chips", "discs", "men", "pawns", "points", "tricks", "win_probability"}
)
NUMBERS_BYTES = 128
"""Approximate size in the log of a report without texts."""
LINE_BYTES = 48
"""Approximate size of one of `lines` without its texts."""

ReportT = TypeVar("ReportT", p.EngineReport, p.Info)


def tidy(report: p.EngineReport, rules: Rules) -> p.EngineReport:
    """The report with only the valid texts; the same object if all are valid."""
    return _sanitised(report, rules)


def tidy_info(info: p.Info, rules: Rules) -> p.Info:
    """Like `tidy`, for analysis that is relayed; also removes a seat that the game does not
    have."""
    if info.value_seat is not None and info.value_seat >= rules.seats:
        info = msgspec.structs.replace(info, value_seat=None)
    return _sanitised(info, rules)


def without_texts(report: ReportT) -> ReportT:
    """The report without its moves, for a muted account: they could spell words (go: `H5 E1`)."""
    return msgspec.structs.replace(report, pv="", lines=[])


def stored_bytes(report: p.EngineReport) -> int:
    """The approximate size of a report in the log, in bytes."""
    lines = sum(LINE_BYTES + len(line.move) + len(line.pv) for line in report.lines)
    return NUMBERS_BYTES + len(report.pv) + lines


def _sanitised(report: ReportT, rules: Rules) -> ReportT:
    if report.unit is not None and report.unit not in UNITS:
        report = msgspec.structs.replace(report, unit=None)
    if report.pv and not _is_line(report.pv, rules):
        report = msgspec.structs.replace(report, pv="")
    lines = [line_ for line in report.lines if (line_ := _line(line, rules))]
    return report if lines == report.lines else msgspec.structs.replace(report, lines=lines)


def _line(line: p.EngineLine, rules: Rules) -> p.EngineLine | None:
    if not _is_line(line.move, rules):
        return None
    if line.pv and not _is_line(line.pv, rules):
        return msgspec.structs.replace(line, pv="")
    return line


def _is_line(text: str, rules: Rules) -> bool:
    """False for rules that do not define the form of a move."""
    word: str | None = getattr(rules, "word", None)
    return word is not None and _line_form(word).fullmatch(text) is not None


@lru_cache
def _line_form(word: str) -> re.Pattern[str]:
    return re.compile(f"(?:{word})(?: (?:{word}))*", re.ASCII)
