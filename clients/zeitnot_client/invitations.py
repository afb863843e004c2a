"""A bot's answers to invitations: by what it takes, and by a function of its author."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import get_args

import zeitnot_protocol as p
from zeitnot_protocol.takes import fault_of, wanted_game, why_not_taken

REASONS: tuple[p.DeclineReason, ...] = get_args(p.DeclineReason)
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Decline:
    """The answer of a bot that does not want a game. `reason`: one of `p.DeclineReason`, in the
    words of lichess; `text`: at most 140 characters, shown to the player who asks."""

    reason: p.DeclineReason = "generic"
    text: str = ""

    def __post_init__(self) -> None:
        if self.reason not in REASONS:
            raise ValueError(f"there is no reason {self.reason!r}: choose {', '.join(REASONS)}")
        if len(self.text) > p.MAX_DECLINE_TEXT:
            raise ValueError(f"the text has more than {p.MAX_DECLINE_TEXT} characters")


Decide = Callable[[p.Invited], Decline | Awaitable[Decline | None] | None]
"""Decides about an invitation; None: the bot accepts."""


def check_takes(takes: Sequence[p.Takes], plays: Sequence[str]) -> None:
    """Raises ValueError for a `takes` that the server would refuse, as far as a client can tell."""
    if len(takes) > p.MAX_TAKES:
        raise ValueError(f"takes: it has more than {p.MAX_TAKES} entries")
    if fault := fault_of(takes, plays):
        raise ValueError(f"takes: {fault}")


class InvitationAnswers:
    """Answers the invitations among a lobby's messages. Passes on all other messages, and the
    invitations that it accepts: the bot then connects and sits down, which accepts them.

    `decide` is asked once for each game, and again after an outage if the game has not begun. If it
    raises an exception, that is logged, and the invitation is declined; `decline` sends that. An
    invitation without a `deadline` is passed on: the seat is the bot's already, or the server is
    older and cannot be told. `report` writes an event with its fields to the log file.
    """

    def __init__(
        self,
        pass_on: Callable[[p.LobbyOut], None],
        decline: Callable[[str, p.DeclineReason, str], Awaitable[None]],
        takes: Sequence[p.Takes] = (),
        decide: Decide | None = None,
        report: Callable[..., object] = lambda event, **fields: None,
    ) -> None:
        self._pass_on = pass_on
        self._decline = decline
        self._takes = takes
        self._decide = decide
        self._report = report
        self._waiting: dict[str, list[p.Invited]] = {}  # by game, one for each seat
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def on_message(self, message: p.LobbyOut) -> None:
        """Handles a message of the lobby."""
        if not isinstance(message, p.Invited) or message.deadline is None:
            self._pass_on(message)
            return
        waiting = self._waiting.setdefault(message.game, [])
        if message.seat not in [each.seat for each in waiting]:
            waiting.append(message)
        if message.game not in self._tasks:
            task = asyncio.create_task(self._answer(message), name=f"invitation {message.game}")
            self._tasks[message.game] = task

    async def _answer(self, invited: p.Invited) -> None:
        game = invited.game
        declined = await self._decision(invited)
        waiting = self._waiting.pop(game)
        del self._tasks[game]
        if declined is None:
            for each in waiting:
                self._pass_on(each)
            return
        logger.info("game %s: declined: %s %s", game, declined.reason, declined.text)
        self._report(
            "own_decline",
            game=game,
            game_type=invited.game_type,
            asker=None if invited.asker is None else invited.asker.name,
            reason=declined.reason,
            text=declined.text or None,
        )
        await self._decline(game, declined.reason, declined.text)

    async def _decision(self, invited: p.Invited) -> Decline | None:
        if not_taken := why_not_taken(self._takes, wanted_game(invited)):
            return Decline(not_taken.reason)
        if self._decide is None:
            return None
        try:
            decision = self._decide(invited)
            if inspect.isawaitable(decision):
                decision = await decision
            if decision is None or isinstance(decision, Decline):
                return decision
            raise TypeError(f"decide must return Decline or None, not {decision!r}")
        except Exception:
            logger.exception("game %s: decide failed; the invitation is declined", invited.game)
            return Decline()

    async def close(self) -> None:
        """Gives no more answers."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
