"""The question for the operator fits the trouble."""

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
    ("trouble", "check"),
    [
        (LEASE_ENDED, "frozen, or are two primaries up"),
        (FULL, "room on PostgreSQL's disk"),
        (reason(TimeoutError()), "synchronous_standby_names"),
        (reason(ConnectionRefusedError("refused")), CHECK_DATABASE),
    ],
)
def test_what_to_check_with_a_database_of_several_nodes(trouble: str, check: str) -> None:
    assert check in what_to_check(trouble, several=True)


def test_a_file_has_its_own_question() -> None:
    for trouble in CHECKS_BY_TEXT:
        assert what_to_check(trouble, several=False) == CHECK_FILE
