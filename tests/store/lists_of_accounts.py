"""The statements of the lists of an account's games, for every combination of filters."""

import itertools
from collections.abc import Iterator
from typing import Any

from benchmarks.my_games import NAMES, VALUES, game_filter, whose
from zeitnot_server.store import GameFilter
from zeitnot_server.store.names import skeleton
from zeitnot_server.store.sql.base.dialect import Dialect
from zeitnot_server.store.sql.games import walks
from zeitnot_server.store.sql.games.conditions import Asked

_ACCOUNTS = {skeleton(name): account for account, name in NAMES.items()}
_AFTER = (1_700_000_000_000, "g000000100")


def asked_lists() -> Iterator[Asked]:
    """Every combination of filters, each filter absent or present, and every kind of opponent; as
    an account's own games, and as another's."""
    values = {name: each if name == "opponent" else each[:2] for name, each in VALUES.items()}
    for parts in itertools.product(*values.values()):
        combined = game_filter({k: v for part in parts for k, v in part.items()})
        for _, filter_, account in whose(combined):
            yield _asked(filter_, account)


def _asked(filter_: GameFilter, account: str | None) -> Asked:
    owner = account if filter_.person is None else _ACCOUNTS[skeleton(filter_.person)]
    opponent = _ACCOUNTS.get(skeleton(filter_.opponent)) if filter_.opponent else None
    return Asked(filter_, account, owner, opponent)


def first_statement(asked: Asked, of: Dialect) -> Any:
    """The select of the next games by the index of the account's games."""
    return walks.index_paths(asked)[0].next(_AFTER, 21, of)


def other_statements(asked: Asked, of: Dialect) -> Iterator[Any]:
    """What else is read for a page: the end of the window, games by other indices, and games by
    their ids."""
    first, *others = walks.index_paths(asked)
    yield first.window_end(_AFTER, of, first.window)
    for path in others:
        yield path.next(_AFTER, 21, of)
    yield walks.matching_query(asked, ["g000000001", "g000000002"])
