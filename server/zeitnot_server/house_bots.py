"""The accounts of the server's own bots."""

import structlog

from zeitnot_engines.opponents import OPPONENTS, opponent_token

from .config import BadConfig
from .rooms.room import Actor
from .store import Store
from .store.names import HOUSE_BOT

logger = structlog.get_logger()


async def ensure_house_bots(store: Store, house_token: str, has_textbook_bots: bool) -> set[Actor]:
    """The accounts of the house bots and of the textbook opponents. Raises BadConfig if another
    token is in use by bots that play on other nodes, and StoreError."""
    house_bot = await _ensure_house_bot(store, house_token)
    all_bots = {house_bot}
    for opponent in OPPONENTS if has_textbook_bots else ():
        token = opponent_token(house_token, opponent.name)
        bot = await store.accounts.ensure_bot_of(house_bot.account, opponent.name, token)
        if bot is None:
            logger.warning("name of a textbook bot taken", name=opponent.name)
        else:
            all_bots.add(bot)
    return all_bots


async def _ensure_house_bot(store: Store, token: str) -> Actor:
    """The account of the house bots, with this token. Raises BadConfig if another token is in use
    by bots that play on other nodes, and StoreError."""

    async def has_other_token() -> bool:
        return await store.accounts.has_another_token(HOUSE_BOT, token)

    if await has_other_token():
        running = await store.nodes.running()
        # again, because a node that has just started may have set this token
        if running and await has_other_token():
            raise BadConfig(
                "bot_token: not the one of the bots of this database, and other nodes run"
                f" ({', '.join(running)}): give all the same, or stop the others first"
            )
    return await store.accounts.ensure_bot(HOUSE_BOT, token)
