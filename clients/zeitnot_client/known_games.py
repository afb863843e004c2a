"""Checks that the server has the games that a bot plays."""

import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

import zeitnot_protocol as p

from .api import Api
from .exceptions import Refused, ZeitnotError
from .spelling import no_such_game

LobbyMessages = AsyncGenerator[p.Lobby | p.Invited | p.Error, None]
logger = logging.getLogger("zeitnot.bot")


async def with_known_games(
    http: Api,
    plays: Sequence[str],
    lobby: LobbyMessages,
    note: Callable[[p.Catalogue], object] = lambda _: None,
) -> LobbyMessages:
    """Yields the lobby's messages. Raises Refused for a game that the server does not have, because
    the bot would wait for ever. The games are checked only after the first message because the
    server may start later than the bot. `note` is called with the catalogue."""
    is_checked = False
    async with aclosing(lobby) as messages:
        async for message in messages:
            is_checked = is_checked or await _check_games(http, plays, note)
            yield message


async def _check_games(
    http: Api, plays: Sequence[str], note: Callable[[p.Catalogue], object]
) -> bool:
    """Raises Refused for an unknown game. False: the server did not list its games."""
    try:
        catalogue = await http.catalogue()
    except ZeitnotError as error:
        logger.debug("the games could not be checked: %s", error)
        return False
    note(catalogue)
    known = [game.id for game in catalogue.games]
    for game in plays:
        if game not in known:
            raise Refused("no_such_game", no_such_game(game, known))
    return True
