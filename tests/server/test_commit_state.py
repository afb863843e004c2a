"""`CommitState`: what a room must store before play continues."""

from zeitnot_server.hosting.room.commit_state import CommitState
from zeitnot_server.rooms.commands import Outage

from ..rooms.cells import reach


def test_a_resumed_outage_does_not_replace_a_later_one() -> None:
    """After the room has resumed, the outage inherited from an earlier run no longer counts."""
    room = reach("both have moved").room
    since = room.clock.since_ms or 0
    inherited = CommitState.loaded(Outage(7_000))
    assert inherited.halt(room, since + 3_000).interruption == Outage(7_000)
    assert inherited.resumed().halt(room, since + 3_000).interruption == Outage(3_000)
