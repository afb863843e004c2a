"""Failed sign-ins are counted, and written as a bounded number of rows."""

import pytest

from zeitnot_server.accounts.failures import MAX_ROWS, FailureLog
from zeitnot_server.store import FailedSignIns, WriteFailed


class Kept:
    """Records what is written."""

    def __init__(self) -> None:
        self.written: list[FailedSignIns] = []
        self.fails = False

    async def note_failures(self, failures: list[FailedSignIns]) -> None:
        if self.fails:
            raise WriteFailed("not now")
        self.written += failures


async def test_failures_of_an_account_and_address_are_one_row() -> None:
    kept = Kept()
    log = FailureLog(kept)  # type: ignore[arg-type]
    for _ in range(3):
        log.note("a1", "192.0.2.7")
    log.note("a1", None)
    kept.fails = True
    with pytest.raises(WriteFailed):
        await log.write()
    kept.fails = False
    await log.write()
    await log.write()
    assert kept.written == [FailedSignIns("a1", "192.0.2.7", 3), FailedSignIns("a1", None, 1)]


async def test_many_addresses_are_counted_together() -> None:
    kept = Kept()
    log = FailureLog(kept)  # type: ignore[arg-type]
    for number in range(10 * MAX_ROWS):
        log.note("a1", f"2001:db8:0:{number:x}::/64")
        log.note(f"a{number}", "192.0.2.7")
    await log.write()
    assert len(kept.written) <= 2 * MAX_ROWS
    assert max(failed.number for failed in kept.written) > MAX_ROWS
