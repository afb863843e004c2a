"""Names from earlier versions of the SDK, which programs still import."""

from zeitnot_client import happenings, session_events

from ..each import each

CURRENT_NAMES = {
    "Happening": "SessionEvent",
    "Happened": "EventReceived",
    "Told": "Notice",
    "Done": "Acked",
    "Declined": "Rejected",
    "GivenUp": "Dropped",
    "WentBack": "Rewound",
}


@each("former", happenings.__all__)
def test_former_name_still_works(former: str) -> None:
    assert getattr(happenings, former) is getattr(session_events, CURRENT_NAMES.get(former, former))
