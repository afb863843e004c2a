"""What must be written before play continues. Pure."""

from zeitnot_server.hosting.room.commit_state import CommitState
from zeitnot_server.rooms.commands import Outage

from ..rooms.cells import reach


def test_an_outage_of_an_earlier_run_stands_in_no_later_one_s_way() -> None:
    """The room went on without it, as it had been paused: the next outage is this run's own."""
    room = reach("both have moved").room
    since = room.clock.since_ms or 0
    inherited = CommitState.loaded(Outage(7_000))
    assert inherited.halt(room, since + 3_000).interruption == Outage(7_000)
    assert inherited.resumed().halt(room, since + 3_000).interruption == Outage(3_000)
