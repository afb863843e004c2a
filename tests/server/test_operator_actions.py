"""Acts of the operator's that fail."""

from zeitnot_server.moderation.enforcement import REVOKED
from zeitnot_server.store import AuditEntry, ReadOnly

from .test_enforcement import Scene, scene

__all__ = ["scene"]


async def test_an_act_that_cannot_be_carried_out_does_not_stop_enforcement(scene: Scene) -> None:
    """At the first try, and at a later one."""
    tries = 0

    async def end(act: AuditEntry) -> None:
        nonlocal tries
        tries += 1
        raise ReadOnly("full") if tries == 1 else ValueError("no such seat")

    scene.handlers["game_ended"] = end
    scene.connect("two", "bob")
    scene.store.operator("game_ended", "game g1")
    for _ in range(10):
        await scene.advance(250)
    scene.store.operator("game_ended", "game g2")
    scene.store.ended_hashes = {"two"}
    scene.store.operator("token_revoked")
    for _ in range(2):
        await scene.advance(250)
    assert scene.closed == [("two", 1008, REVOKED)]
    assert (tries, scene.acts.postponed) == (3, 0)
