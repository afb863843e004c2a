"""What durable commands were answered: kept, so that a resend is answered the same."""

from collections.abc import Mapping
from types import MappingProxyType

from zeitnot_client import protocol as p

from .value import Value

RECENT = 16


class Answer(Value, frozen=True):
    """The answer to one command. `digest`: the command's content."""

    digest: str
    seq: int
    clock: p.ClockView | None


Kept = Mapping[tuple[str, str], Answer]
NOTHING: Kept = MappingProxyType({})


class Answers(Value, frozen=True):
    """All answers of a room by account and command id.

    A new one copies the few recent ones only, so that a move of a long game costs no more than one
    of a short game.
    """

    older: Kept = NOTHING
    recent: Kept = NOTHING

    def get(self, account: str, command_id: str) -> Answer | None:
        """What this account's command was answered, if it has been."""
        key = (account, command_id)
        return self.recent.get(key) or self.older.get(key)

    def plus(self, account: str, command_id: str, answer: Answer) -> "Answers":
        """These and one more."""
        recent = {**self.recent, (account, command_id): answer}
        if len(recent) < RECENT:
            return Answers(self.older, MappingProxyType(recent))
        return Answers(MappingProxyType({**self.older, **recent}))
