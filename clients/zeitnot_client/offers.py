"""A bot's answers to invitations and to the offers of other players."""

import logging
from collections.abc import Awaitable, Callable

import zeitnot_protocol as p

from .hooks import DEFAULT_HOOKS, REASON_TEXTS, Hooks, answer_of, reason_against
from .room import Room
from .series import has_next_game
from .session_events import EventReceived, Rejected, SessionEvent, Synced

BUSY_TEXT = "I cannot play more games at the moment. Please ask again in a minute."
Decliner = Callable[[str, p.DeclineReason, str], Awaitable[bool]]
MAX_CHAT = 400  # characters of a line of chat
logger = logging.getLogger("zeitnot.bot")


async def agree_to_rematch(
    room: Room, session_event: SessionEvent, hooks: Hooks = DEFAULT_HOOKS
) -> None:
    """Asks for the next game of a series, or for a rematch if another seat has and the hook agrees.
    If the hook does not, declines. If the server refuses because the bot has too many games, says
    so in the room."""
    match session_event:
        case Rejected(command=p.RematchWish(), error=p.Error(code="bot_busy")):
            await room.chat(BUSY_TEXT)
        case EventReceived(event=p.Rematch() | p.Finished()) | Synced():
            state = room.state
            is_wanted = bool(state.rematch) or has_next_game(state)
            is_free = state.you is not None and state.you not in state.rematch
            may_agree = is_wanted and is_free and room.synced and state.next_game is None
            may_agree = may_agree and not room.waiting_for(p.RematchWish)
            if not may_agree:
                return
            if has_next_game(state) or answer_of(hooks.rematch, False, state):
                await room.rematch()
            elif not room.waiting_for(p.NoRematch):
                await room.drop_rematch()


async def answer_offers(room: Room, *, draws: bool = True, hooks: Hooks = DEFAULT_HOOKS) -> None:
    """Answers offers, as the hooks say. `resume` of another seat is answered with `resume`.
    Adjournments are declined, because a bot is always available.

    `draws` False: the caller answers draw offers.
    """
    state = room.state
    if not state.offers or not room.synced or state.you is None:
        return
    if state.offered_by_other("takeback") and not room.waiting_for(p.Takeback):
        allowed = answer_of(hooks.takeback, False, state)
        await room.takeback("accept" if allowed else "decline")
    if state.offered_by_other("adjourn") and not room.waiting_for(p.Adjourn):
        await room.adjourn("decline")
    if state.offered_by_other("resume") and not room.waiting_for(p.ResumeWish):
        await room.resume()
    if draws and state.offered_by_other("draw") and not room.waiting_for(p.Draw):
        await room.draw("accept" if answer_of(hooks.draw, False, state) else "decline")


async def not_declined(game: str, reason: p.DeclineReason, text: str) -> bool:
    """A Decliner that answers nothing."""
    return False


async def decline_unwanted(
    room: Room,
    session_event: SessionEvent,
    hooks: Hooks,
    decline: Decliner = not_declined,
    report: Callable[..., object] = lambda event, **fields: None,
) -> bool:
    """Declines the game before its start if the hooks say so, and gives up a seat that the bot has
    taken already. True: it was declined, and the room can be left. `decline`: declines an
    invitation; False: it was not answered, and the room has to be told; `report` writes an event
    with its fields to the log file."""
    state = room.state
    if state.phase != "open" or not room.synced:
        return False
    if not isinstance(session_event, Synced | EventReceived):
        return False
    reason = reason_against(hooks, state)
    if reason is None:
        return False
    logger.info("game %s: declined (%s)", state.game, reason)
    report("own_decline", game=state.game, reason=reason)
    if state.you is None and await decline(state.game, reason, REASON_TEXTS[reason]):
        return True
    await room.chat(REASON_TEXTS[reason])
    if state.you is not None:
        await room.leave()
    return True


async def greet(room: Room, session_event: SessionEvent, hooks: Hooks) -> None:
    """Sends the greeting when the game begins, and the farewell when it ends."""
    match session_event:
        case EventReceived(event=p.Started(), live=True):
            text = answer_of(hooks.greeting, "", room.state)
        case EventReceived(event=p.Finished(), live=True):
            text = answer_of(hooks.farewell, "", room.state)
        case _:
            return
    if text.strip() and room.state.you is not None:
        await room.chat(text[:MAX_CHAT])
