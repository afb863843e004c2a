"""How a move is chosen: drawn at random, the only one, or the best by a search.

In a game that hides something a search runs for every move and has the same time, also for one that
needs none. Otherwise a core would be idle meanwhile, and another game of the same bot shows that by
how deep its own searches come.
"""

from collections.abc import Callable, Sequence
from random import Random

from zeitnot_client.faults import NoMove

from ..engine import StartSearch, StopToken
from ..interfaces import HistoryLike, ReportLike
from ..levels import Level
from ..timing import MIN_MS
from .answer_time import AnswerTime
from .history import NoSample
from .pondering import Profile, profile_of

FILLS_ITS_TIME = frozenset({"pimc"})
"""Methods that search on until the time is over when a level's limit has ended a search, since when
that is depends on the hand. It makes no level stronger: an open solver's table has exact values
only. Methods that look a move up take no time worth filling."""


def drawn(legal: Sequence[str], strength: Level, rng: Random) -> str | None:
    """The move that needs no search: drawn at random as often as the level errs, or the only one;
    None: the search decides."""
    if rng.random() < strength.blunder_rate:
        return rng.choice(legal)
    return legal[0] if len(legal) == 1 else None


def legal_best(legal: Sequence[str], final: ReportLike) -> str:
    """The search's move. Raises NoMove."""
    if final.best is None or final.best not in legal:
        raise NoMove(f"{final.best} is illegal")
    return final.best


def best_or_any(legal: Sequence[str], final: ReportLike | None, rng: Random) -> str:
    """The search's move; any one if there was no search. Raises NoMove."""
    return rng.choice(legal) if final is None else legal_best(legal, final)


async def search_full_time(
    start_search: StartSearch,
    position: Callable[[], HistoryLike],
    strength: Level,
    answer: AnswerTime,
    *,
    fills: bool,
) -> tuple[ReportLike | None, Profile]:
    """A search within the turn's time with a core, and how it came to its answer; None if no
    position was found that looks like ours. `fills`: the method is one of FILLS_ITS_TIME."""
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
