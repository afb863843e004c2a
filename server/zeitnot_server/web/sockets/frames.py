"""Decodes and checks frames without any I/O: text in, a message or a typed error out.

Each socket has a reader, which knows when a message is allowed (`hello` first), to whom, and how
often. Nothing here waits, so tests can feed it hundreds of thousands of frames.
"""

import re
from collections.abc import Callable

import msgspec

import zeitnot_protocol as p

from ...hosting.room.send_queue import refuse
from ...limits.rates import TokenBucket
from ...limits.table import STANDARD
from ...rooms.text import tidy_chat
from ..http.access import MESSAGES, without_scope
from ..http.malformed import explain

BAD_FRAMES = STANDARD.unread_frames
ERROR_LENGTH = 200
UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeError)


class CloseSocket(Exception):
    """Raised to end a socket with this close code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class _Reader:
    """Counts malformed frames; too many end the socket. `refused`: messages for which the token has
    no scope."""

    def __init__(self, refused: frozenset[type[p.Message]] = frozenset()) -> None:
        self._bad = 0
        self._refused = refused
        self._greetings = TokenBucket(STANDARD.hellos[0])

    def _bad_frame(self, error: Exception, text: str) -> p.Error:
        self._bad += 1
        if self._bad > BAD_FRAMES:
            raise CloseSocket(p.POLICY_VIOLATION, "too many malformed frames") from None
        return _unreadable(error, _command_id(text))


class RoomReader(_Reader):
    """Reads the frames of one socket in the room `game`. `may_chat` counts a line of chat; False:
    not now. `refused`: messages for which the token has no scope."""

    def __init__(
        self,
        game: str,
        signed_in: bool,
        may_chat: Callable[[], bool] = lambda: True,
        refused: frozenset[type[p.Message]] = frozenset(),
    ) -> None:
        super().__init__(refused)
        self._game = game
        self._signed_in = signed_in
        self._may_chat = may_chat
        self.greeted = False

    def read(self, text: str, at_ms: int) -> p.RoomIn | p.Error:
        """The message in a frame that arrived at `at_ms`, or what is wrong with it.

        Raises CloseSocket after too many malformed frames."""
        try:
            message = p.decode_room_in(text)
        except UNREADABLE as error:
            return self._bad_frame(error, text)
        if message.game != self._game:
            return self._error(
                message, "wrong_game", f"This socket is for the room of game {self._game}."
            )
        if isinstance(message, p.Hello):
            if not self._greetings.take(at_ms):
                return self._error(
                    message,
                    "too_fast",
                    "You have already sent this. Wait a second before you send it again.",
                )
            self.greeted = True
            return message
        if not self.greeted:
            return self._error(message, "hello_first", "Send hello first.")
        if not self._signed_in:
            return self._error(
                message, "not_signed_in", "Sign in first: spectators can only watch."
            )
        if self._refused and type(message) in self._refused:
            return self._error(message, "no_scope", without_scope(MESSAGES[type(message)].scopes))
        if isinstance(message, p.Chat):
            return self._chat(message)
        return message

    def _chat(self, message: p.Chat) -> p.RoomIn | p.Error:
        if not self._may_chat():
            return self._error(
                message, "too_fast", "You are sending chat too quickly. Wait a moment."
            )
        message.text = tidy_chat(message.text)
        if not message.text:
            return self._error(message, "malformed", "The text has no visible characters.")
        return message

    def _error(self, message: p.RoomIn, code: p.ErrorCode, sentence: str) -> p.Error:
        return refuse(code, sentence, game=self._game, id=getattr(message, "id", None))


class LobbyReader(_Reader):
    """Reads the frames of one socket in the lobby."""

    def __init__(self, refused: frozenset[type[p.Message]] = frozenset()) -> None:
        super().__init__(refused)
        self.greeted = False

    def read(self, text: str, at_ms: int) -> p.LobbyIn | p.Error:
        """Like `RoomReader.read`."""
        try:
            message = p.decode_lobby_in(text)
        except UNREADABLE as error:
            return self._bad_frame(error, text)
        if not isinstance(message, p.Watch):
            return self._answer(message)
        if not self._greetings.take(at_ms):
            return refuse(
                "too_fast", "You have already sent this. Wait a second before you send it again."
            )
        self.greeted = True
        return message

    def _answer(self, message: p.Accept | p.Decline | p.Seek | p.EndSeek) -> p.LobbyIn | p.Error:
        if not self.greeted:
            game, id = getattr(message, "game", None), getattr(message, "id", None)
            return refuse("hello_first", "Send watch first.", game=game, id=id)
        if type(message) in self._refused:
            sentence = without_scope(MESSAGES[type(message)].scopes)
            game, id = getattr(message, "game", None), getattr(message, "id", None)
            return refuse("no_scope", sentence, game=game, id=id)
        if isinstance(message, p.Decline):
            message.text = tidy_chat(message.text)
        return message


class _Identified(msgspec.Struct):
    """The field by which a client matches the answer to its command."""

    id: p.CommandId | None = None


def _command_id(text: str) -> str | None:
    """The command id of a malformed frame, if it has a valid one."""
    try:
        return msgspec.json.decode(text, type=_Identified).id
    except UNREADABLE:
        return None


def _unreadable(error: Exception, command_id: str | None) -> p.Error:
    """A typed error for a frame that could not be read, in one sentence of bounded length."""
    if isinstance(error, RecursionError):
        return refuse("malformed", "The message is nested too deeply.")
    unknown = re.fullmatch(r"Invalid value '(.*)' - at `\$\.type`", str(error), re.DOTALL)
    if unknown:
        sentence = f"There is no message of type '{_shortened(unknown[1])}'."
        return refuse("unknown_message", sentence, id=command_id)
    return refuse("malformed", _shortened(explain(error, "message")), id=command_id)


def _shortened(text: str) -> str:
    return text if len(text) <= ERROR_LENGTH else text[:ERROR_LENGTH] + "…"
