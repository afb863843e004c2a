"""What a refused step looks like."""

from zeitnot_server.rooms.room import Step


def code(result: Step) -> str | None:
    """The refusal's code; a refusal must have left no trace."""
    if result.refusal is None:
        return None
    assert result.entries == ()
    assert result.answer is None
    return result.refusal.code
