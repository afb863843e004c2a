"""What a refused step looks like."""

from zeitnot_server.rooms.room import Step


def code(done: Step) -> str | None:
    """The refusal's code; a refusal must have left no trace."""
    if done.refusal is None:
        return None
    assert done.entries == ()
    assert done.answer is None
    return done.refusal.code
