"""The account that a request means: by a kept name, a seat, or a line of chat."""

from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import Request

import zeitnot_protocol as p

from ....game_server.game_server import GameServer
from ....profiles.people_store import Message
from ...http.problems import ProblemError
from .profiles import named

ONE_OF = "Give person, or game and seat, or game and messages; in a complaint perhaps club."


class Whom(NamedTuple):
    """What a request says. `messages`: the numbers of lines of chat in `game`."""

    person: str | None
    game: str | None
    seat: int | None
    messages: Sequence[int]


class Found(NamedTuple):
    """An account and its name, with the lines of chat that were named."""

    account: str
    name: str
    messages: tuple[Message, ...] = ()


async def account_of(request: Request, whom: Whom) -> Found:
    """The account that is meant. Raises ProblemError 400, 404; StoreError."""
    ways = whom.person is not None, whom.seat is not None, bool(whom.messages)
    if sum(ways) != 1 or (whom.person is None) == (whom.game is None):
        raise ProblemError(400, "malformed", ONE_OF)
    if whom.person is not None:
        person = await named(request, whom.person)
        return Found(person.account, person.name)
    if whom.seat is not None:
        return await _player(request, whom.game or "", whom.seat)
    return await _author(request, whom.game or "", whom.messages)


async def _player(request: Request, game: str, seat: int) -> Found:
    """The player on a seat."""
    game_server: GameServer = request.app.state.game_server
    stored = await game_server.store.games.by_id([game])
    if not stored:
        raise ProblemError(404, "no_such_game", "There is no such game.")
    holders = stored[0].holders
    holder = holders[seat] if seat < len(holders) else None
    if holder is None or not holder.seated:
        raise ProblemError(404, "no_such_seat", "Nobody has this seat.")
    return Found(holder.account, holder.name)


async def _author(request: Request, game: str, numbers: Sequence[int]) -> Found:
    """The account that has written these lines of chat."""
    game_server: GameServer = request.app.state.game_server
    messages, accounts, names = list[Message](), set[str](), list[str]()
    for number in sorted(set(numbers)):
        found = await game_server.store.log.entries(game, number - 1, 1)
        entry = found[0] if found and found[0].event.seq == number else None
        if entry is None or entry.account is None or not isinstance(entry.event, p.Said):
            raise ProblemError(404, "no_such_game", f"Event {number} is not a chat message.")
        messages.append(Message(number, entry.event.at, entry.event.text))
        accounts.add(entry.account)
        names.append(entry.event.name)
    if len(accounts) != 1:
        raise ProblemError(400, "malformed", "These lines are by several accounts.")
    return Found(accounts.pop(), names[-1], tuple(messages))
