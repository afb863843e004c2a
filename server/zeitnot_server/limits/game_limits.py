"""The parts of the table of limits that are about challenges, and about one game, for which the
rules of rooms have the numbers."""

from dataclasses import dataclass

from zeitnot_protocol import MAX_DECLINE_TEXT, MAX_TAKES_BYTES

from ..rooms import tally
from ..rooms.timeouts import ANSWER_MS
from .limit import rate, size, time
from .rates import Rate


@dataclass(frozen=True, slots=True)
class ChallengeLimits:
    """How often bots may ask other players for games, and people other people."""

    bot_challenges: tuple[Rate, ...] = rate(
        *("account", "challenges", (Rate(1 / 20, 30),), "429"),
        "games that a bot creates with a seat for another player, or a person with one for a "
        "person; a series counts once",
    )
    owner_challenges: tuple[Rate, ...] = rate(
        "account", "challenges", (Rate(1 / 10, 60),), "429", "the same for all bots of one owner"
    )
    challenges_to_bot: tuple[Rate, ...] = rate(
        *("account", "challenges", (Rate(1 / 15, 20),), "429"),
        "those that a bot gets from bots of other owners",
    )
    challenges_to_person: tuple[Rate, ...] = rate(
        *("account", "challenges", (Rate(1 / 120, 2), Rate.hourly(10)), "429"),
        "those that a person gets, from all together; one at a time waits for an answer",
    )
    decline_seconds: float = time(
        *("account", 1800.0, "422 `declined_lately`"),
        "after a bot has declined a challenge, or a player has not answered it, until the bot that "
        "asked, or another one of its owner, may ask again",
    )
    person_decline_seconds: float = time(
        "account", 86_400.0, "422 `declined_lately`", "the same after a person has declined"
    )
    between_people_seconds: float = time(
        *("account", 120.0, "422 `declined_lately`"),
        "after a person has declined another person's challenge, or not answered it, until that "
        "one may ask again",
    )


@dataclass(frozen=True, slots=True)
class GameLimits:
    """What the log of one game may hold besides moves, and the limits of invitations."""

    chat_lines_of_player: int = size(
        "player",
        "lines",
        tally.MAX_LINES_PER_PLAYER,
        "error `chat_full`",
        "lines of chat in one game",
    )
    chat_lines_of_spectator: int = size(
        "account", "lines", tally.MAX_LINES_PER_SPECTATOR, "error `chat_full`", "the same"
    )
    chat_lines_of_spectators: int = size(
        "game",
        "lines",
        tally.MAX_SPECTATOR_LINES,
        "error `chat_full`",
        "the same, for all of them together",
    )
    chat_lines: int = size(
        "game",
        "lines",
        tally.MAX_LINES,
        "error `chat_full`",
        "the same, for players and spectators together",
    )
    chat_seconds: float = time(
        *("game", tally.CHAT_AFTER_MS / 1000, "error `chat_closed`"),
        "after the end of a game, for its players only",
    )
    sits_of_account: int = size(
        "account",
        "times",
        tally.MAX_SITS_PER_ACCOUNT,
        "error `sat_too_often`",
        "taking a seat in one game",
    )
    sits: int = size(
        *("game", "times", tally.MAX_SITS, "error `sat_too_often`"),
        "the same for all accounts together; beyond it only the creator and players with "
        "a reserved seat may sit down again",
    )
    offers: int = size(
        *("player", "offers", tally.MAX_OFFERS_PER_SEAT, "error `offered_too_often`"),
        "offers of draws, takebacks and adjournments in one game",
    )
    rematch_requests: int = size(
        *("player", "requests", tally.MAX_REMATCH_REQUESTS, "error `offered_too_often`"),
        "requests for a rematch after one game",
    )
    lapsed_resumes: int = size(
        *("game", "times", tally.MAX_LAPSES, "error `absent`"),
        "`resume`s of an adjourned game that lapse; beyond it all players have to be connected",
    )
    game_report_bytes: int = size(
        *("player", "bytes", tally.MAX_REPORT_BYTES, "left out"),
        "engines' reports that are stored with the moves of one game",
    )
    invitation_seconds: float = time(
        *("player", ANSWER_MS / 1000, "the seat is open to all"),
        "until an invited bot sits down, accepts or declines",
    )
    decline_chars: int = size(
        *("player", "characters", MAX_DECLINE_TEXT, "error `malformed`"),
        "the text with which an invitation is declined",
    )
    takes_bytes: int = size(
        *("socket", "bytes", MAX_TAKES_BYTES, "error `malformed`"),
        "the games that a bot takes, as compact JSON",
    )
