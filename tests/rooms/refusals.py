"""Checks of refused steps."""

from zeitnot_server.rooms.room import Step


def code(result: Step) -> str | None:
    """The refusal's code; None if the step was accepted. A refused step has no entries."""
    if result.refusal is None:
        return None
    assert result.entries == ()
    assert result.answer is None
    return result.refusal.code
