"""The part of the table of limits that is about one game; the rules of rooms have the numbers."""

from dataclasses import dataclass

from ..rooms import tally
from .limit import size, time


@dataclass(frozen=True, slots=True)
class GameLimits:
    """What the log of one game may hold besides moves."""

    chat_lines_of_player: int = size(
        "player", "lines", tally.PLAYER_LINES, "error `chat_full`", "lines of chat in one game"
    )
    chat_lines_of_spectator: int = size(
        "account", "lines", tally.SPECTATOR_LINES, "error `chat_full`", "the same"
    )
    chat_lines_of_spectators: int = size(
        "game", "lines", tally.SPECTATORS_LINES, "error `chat_full`", "the same, of all together"
    )
    chat_lines: int = size(
        "game", "lines", tally.LINES, "error `chat_full`", "the same, of players and spectators"
    )
    chat_seconds: float = time(
        *("game", tally.CHAT_AFTER_MS / 1000, "error `chat_closed`"),
        "after the end, for its players only",
    )
    sits_of_account: int = size(
        "account", "times", tally.ACCOUNT_SITS, "error `sat_too_often`", "sitting down in one game"
    )
    sits: int = size(
        *("game", "times", tally.SITS, "error `sat_too_often`"),
        "the same of all; then nobody a second time, but the maker and for whom a seat is kept",
    )
    offers: int = size(
        *("player", "offers", tally.SEAT_OFFERS, "error `offered_too_often`"),
        "draws, takebacks and adjournments offered in one game",
    )
    lapsed_resumes: int = size(
        *("game", "times", tally.LAPSES, "error `absent`"),
        "`resume`s of an adjourned game that lapse; then all have to be there",
    )
    game_report_bytes: int = size(
        *("player", "bytes", tally.REPORT_BYTES, "left out"),
        "engines' reports that are kept with the moves of one game",
    )
