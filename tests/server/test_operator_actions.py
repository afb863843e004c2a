"""Failing acts of the operator."""

from zeitnot_server.moderation.enforcement import REVOKED
from zeitnot_server.store import AuditEntry, ReadOnly

from .test_enforcement import Harness, harness

__all__ = ["harness"]


async def test_an_act_that_cannot_be_carried_out_does_not_stop_enforcement(
    harness: Harness,
) -> None:
    """The act may fail at the first try or at a later one."""
    tries = 0

    async def end(act: AuditEntry) -> None:
        nonlocal tries
        tries += 1
        raise ReadOnly("full") if tries == 1 else ValueError("no such seat")

    harness.handlers["game_ended"] = end
    harness.connect("two", "bob")
    harness.store.record_act("game_ended", "game g1")
    for _ in range(10):
        await harness.advance(250)
    harness.store.record_act("game_ended", "game g2")
    harness.store.ended_hashes = {"two"}
    harness.store.record_act("token_revoked")
    for _ in range(2):
        await harness.advance(250)
    assert harness.closed == [("two", 1008, REVOKED)]
    assert (tries, harness.operator_actions.postponed) == (3, 0)
