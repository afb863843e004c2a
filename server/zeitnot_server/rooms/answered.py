"""What durable commands were answered: kept, so that a resend is answered the same."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from zeitnot_client import protocol as p

from .value import Value

RECENT = 16


class Answer(Value, frozen=True):
    """The answer to one command. `digest`: the command's content."""

    digest: str
    seq: int
    clock: p.ClockView | None


_packed: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)
Key = tuple[str, str]


class Answers(Value, frozen=True):
    """All answers of a room by account and command id.

    A new one copies the few recent ones only, so that a move of a long game costs no more than one
    of a short game. Older ones are packed: hardly anybody ever asks for them, and as objects they
    would be most of what a long game keeps in memory.
    """

    older: Mapping[Key, bytes] = MappingProxyType({})
    recent: Mapping[Key, Answer] = MappingProxyType({})

    def get(self, account: str, command_id: str) -> Answer | None:
        """What this account's command was answered, if it has been."""
        key = (account, command_id)
        if (old := self.older.get(key)) is not None:
            return _packed.decode(old)
        return self.recent.get(key)

    def plus(self, account: str, command_id: str, answer: Answer) -> "Answers":
        """These and one more."""
        recent = {**self.recent, (account, command_id): answer}
        if len(recent) <= RECENT:
            return Answers(self.older, MappingProxyType(recent))
        old = {key: recent.pop(key) for key in list(recent)[: RECENT // 2]}
        packed = {key: msgspec.msgpack.encode(answer) for key, answer in old.items()}
        return Answers(MappingProxyType({**self.older, **packed}), MappingProxyType(recent))
