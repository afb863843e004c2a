"""The answers to invitations, of bots and of people whom bots have asked: passed on to the rooms,
on this node or on another.

The room of a game may be on another node than the socket. Such an answer is posted with this
node's state for a while, and the node that has the room in memory carries it out. Carrying it out
again has no effect. If it is lost, because the room has just moved, the invitation lapses.
"""

from collections.abc import Callable, Iterable

import structlog

import zeitnot_protocol as p

from ..bots.online import OnlineBots
from ..bots.watcher import Watcher
from ..hosting.registry import Registry
from ..hosting.room.inbox import ServerCommand
from ..hosting.room.send_queue import refuse
from ..nodes.state import MAX_ANSWERS, PostedAnswer
from ..rooms.commands import AcceptInvitation, DeclineInvitation
from ..rooms.room import Phase, Room
from ..rooms.timeouts import may_decline, unanswered_invitations
from ..store import Relocated, StoreError
from .own_games import Invitations, OwnGames

POSTED_MS = 10_000  # how long an answer is posted to the other nodes

logger = structlog.get_logger()


class Answers:
    """Passes answers on. `announce`: called when there is an answer to post."""

    def __init__(
        self,
        registry: Registry,
        bots: OnlineBots,
        own: OwnGames,
        invitations: Invitations,
        announce: Callable[[], None],
    ) -> None:
        self._registry = registry
        self._bots = bots
        self._own, self._invitations = own, invitations
        self._announce = announce
        self._to_post: dict[PostedAnswer, int] = {}  # with the time of each, the oldest first

    async def take(self, watcher: Watcher, answer: p.Accept | p.Decline) -> p.Error | None:
        """Passes an answer of this socket on; its text is tidy. Returns the error for the sender;
        None: the room has got the answer, or its node will."""
        account = watcher.account
        if account is None or (error := self._error(watcher, answer)) is not None:
            return error if account else refuse("not_signed_in", NOT_SIGNED_IN, game=answer.game)
        posted = _posted(account, answer, watcher.watch.version)
        try:
            room_actor = await self._registry.get(answer.game)
        except Relocated:
            self._post(posted)
            return None
        except StoreError as failed:
            logger.warning("answer not carried out", game=answer.game, error=failed)
            return refuse("not_read", NOT_READ, game=answer.game)
        if room_actor is None or not _is_asked(room_actor.room, account):
            return refuse("no_seat", NOT_INVITED, game=answer.game)
        if not room_actor.post(ServerCommand(_command(posted))):
            return refuse("busy", BUSY, game=answer.game)
        return None

    def _error(self, watcher: Watcher, answer: p.Accept | p.Decline) -> p.Error | None:
        """The error for an answer to which a socket is not entitled. What the lobby knows of the
        account's games suffices, so no answer loads the room of another game."""
        if watcher.actor is None:
            return None
        if not watcher.actor.bot:
            row = self._own.row(watcher.actor.account, answer.game)
            is_open = row is not None and row.state == Phase.OPEN.value
            return None if is_open else refuse("no_seat", NOT_INVITED, game=answer.game)
        invited = self._invitations.row(watcher.account or "", answer.game) or []
        if not any(each.deadline is not None for each in invited):
            return refuse("no_seat", NOT_INVITED, game=answer.game)
        own = self._bots.games_of(watcher)
        if own is not None and answer.game not in own:
            return refuse("played_elsewhere", ELSEWHERE, game=answer.game)
        return None

    def decline(self, account: str, game: str) -> None:
        """Declines the invitation of a person who does not look for a game any more."""
        declined = PostedAnswer(game, account, reason="generic")
        room_actor = self._registry.in_memory(game)
        if room_actor is None:
            self._post(declined)
        else:
            room_actor.post(ServerCommand(_command(declined)))

    # ── other nodes ────────────────────────────────────────────────────────────────────────────

    def _post(self, answer: PostedAnswer) -> None:
        self._to_post.pop(answer, None)
        self._to_post[answer] = self._registry.now().ms
        self._announce()

    def posted(self) -> list[PostedAnswer]:
        """The newest answers for rooms of other nodes; drops the old ones."""
        since_ms = self._registry.now().ms - POSTED_MS
        self._to_post = {answer: ms for answer, ms in self._to_post.items() if ms >= since_ms}
        return list(self._to_post)[-MAX_ANSWERS:]

    def apply_remote(self, answers: Iterable[PostedAnswer]) -> None:
        """Carries out the answers that other nodes have posted for rooms in memory here."""
        for answer in answers:
            room_actor = self._registry.in_memory(answer.game)
            if room_actor is not None:
                room_actor.post(ServerCommand(_command(answer)))


NOT_SIGNED_IN = "Sign in to answer an invitation."
NOT_INVITED = "No seat in this game waits for your answer."
ELSEWHERE = "Another process of this bot has been invited to this game."
NOT_READ = "The server could not read this game just now. Send the answer again shortly."
BUSY = "The room of this game takes no answer just now. Send it again shortly."


def _is_asked(room: Room, account: str) -> bool:
    """Whether the room waits for the answer of this account, or for the player."""
    is_asked = any(each.account == account for each in unanswered_invitations(room))
    return is_asked or may_decline(room, account)


def _posted(account: str, answer: p.Accept | p.Decline, version: str) -> PostedAnswer:
    if isinstance(answer, p.Accept):
        return PostedAnswer(answer.game, account, version)
    return PostedAnswer(answer.game, account, reason=answer.reason, text=answer.text)


def _command(answer: PostedAnswer) -> AcceptInvitation | DeclineInvitation:
    if answer.reason is None:
        return AcceptInvitation(answer.account, answer.version or None)
    return DeclineInvitation(answer.account, answer.reason, answer.text)
