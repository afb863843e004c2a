"""What durable commands were answered: kept, so that a resend is answered the same."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

import zeitnot_protocol as p

from .value import Value

RECENT = 16


class Answer(Value, frozen=True):
    """The answer to one command. `digest`: the command's content."""

    digest: str
    seq: int
    clock: p.ClockView | None


_answer: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)
_START = b"\xff"  # of a packed answer; no UTF-8 text has this byte


class IdempotencyCache(Value, frozen=True):
    """All answers of a room by account and command id.

    A new one copies the few recent ones only, so that a move of a long game costs no more than one
    of a short game. `older`: the others, packed one behind the other as two JSON texts each, the
    key and the answer; hardly anybody ever asks for them, and as objects they would be most of what
    a long game keeps in memory. Clients choose their ids, so a key must be found nowhere but where
    it was put: it begins with a byte that no text has, and no JSON array is a prefix of another.
    """

    older: bytes = b""
    recent: Mapping[tuple[str, str], Answer] = MappingProxyType({})

    def get(self, account: str, command_id: str) -> Answer | None:
        """What this account's command was answered, if it has been."""
        if (answer := self.recent.get((account, command_id))) is not None:
            return answer
        key = _key(account, command_id)
        if (at := self.older.find(key)) < 0:
            return None
        begin = at + len(key)
        end = self.older.find(_START, begin)
        return _answer.decode(self.older[begin:] if end < 0 else self.older[begin:end])

    def plus(self, account: str, command_id: str, answer: Answer) -> "IdempotencyCache":
        """These and one more."""
        recent = {**self.recent, (account, command_id): answer}
        if len(recent) <= RECENT:
            return IdempotencyCache(self.older, MappingProxyType(recent))
        old = [(key, recent.pop(key)) for key in list(recent)[: RECENT // 2]]
        packed = b"".join(_key(*key) + msgspec.json.encode(answer) for key, answer in old)
        return IdempotencyCache(self.older + packed, MappingProxyType(recent))


def _key(account: str, command_id: str) -> bytes:
    return _START + msgspec.json.encode((account, command_id))
