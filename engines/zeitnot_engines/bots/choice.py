"""Chooses a move: a random one, the only one, or the best one of a search.

In a game with hidden information every move gets a search of the same length, even if it needs
none. Otherwise a core would be idle meanwhile, and another game of the same bot could reveal that
by the depth of its own searches.
"""

from collections.abc import Callable, Sequence
from random import Random

from zeitnot_client.faults import illegal

from ..engine import StartSearch, StopToken
from ..interfaces import HistoryLike, ReportLike
from ..levels import Level
from ..timing import MIN_MS
from .answer_time import AnswerTime
from .history import NoSample
from .pondering import Profile, profile_of

FILLS_ITS_TIME = frozenset({"pimc"})
"""Methods that keep searching until the time is over after a level's limit has ended a search,
because the moment of that end depends on the hand. The additional search makes no level stronger.
Methods that look a move up take no measurable time."""


def quick_move(legal: Sequence[str], strength: Level, rng: Random) -> str | None:
    """A move without a search: a random one, at the blunder rate of the level, or the only one.
    None: the search decides."""
    if rng.random() < strength.blunder_rate:
        return rng.choice(legal)
    return legal[0] if len(legal) == 1 else None


def legal_best(legal: Sequence[str], final: ReportLike) -> str:
    """The search's move. Raises NoUsableMove."""
    if final.best is None or final.best not in legal:
        raise illegal(str(final.best))
    return final.best


def best_or_any(legal: Sequence[str], final: ReportLike | None, rng: Random) -> str:
    """The search's move, or a random one if there was no search. Raises NoUsableMove."""
    return rng.choice(legal) if final is None else legal_best(legal, final)


async def search_full_time(
    start_search: StartSearch,
    position: Callable[[], HistoryLike],
    strength: Level,
    answer: AnswerTime,
    *,
    fills: bool,
) -> tuple[ReportLike | None, Profile]:
    """Searches during the turn's time with a core; returns the report and the profile. None instead
    of a report: no position was found that matches our view. `fills`: the method is one of
    FILLS_ITS_TIME."""
    try:
        history = position()
    except NoSample:
        return None, ()
    search = start_search(
        history,
        stop=StopToken(),
        depth=strength.depth,
        nodes=strength.nodes,
        ms=max(MIN_MS, answer.search_ms),
    )
    result: tuple[ReportLike, Profile] = await search.answer(), profile_of(search.reports)
    if fills and (left_ms := answer.search_ms) >= MIN_MS:
        await start_search(history, stop=StopToken(), ms=left_ms).answer()
    return result
