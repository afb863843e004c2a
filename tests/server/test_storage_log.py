"""The advice for the operator matches the storage problem."""

import pytest

from zeitnot_server.game_server.storage_log import (
    CHECK_DATABASE,
    CHECK_FILE,
    CHECKS_BY_TEXT,
    what_to_check,
)
from zeitnot_server.store.postgresql.base.connection import reason
from zeitnot_server.store.postgresql.writing.writer import LEASE_ENDED

FULL = 'could not extend file "base/16384/16422": No space left on device'


@pytest.mark.parametrize(
    ("problem", "advice"),
    [
        (LEASE_ENDED, "frozen, or are two primaries up"),
        (FULL, "room on PostgreSQL's disk"),
        (reason(TimeoutError()), "synchronous_standby_names"),
        (reason(ConnectionRefusedError("refused")), CHECK_DATABASE),
    ],
)
def test_advice_for_a_database_of_several_nodes(problem: str, advice: str) -> None:
    assert advice in what_to_check(problem, several=True)


def test_all_problems_of_a_file_have_the_same_advice() -> None:
    for problem in CHECKS_BY_TEXT:
        assert what_to_check(problem, several=False) == CHECK_FILE
