"""A node does not start if its bot token differs from that of the running nodes."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from zeitnot_server.app import open_game_server
from zeitnot_server.config import BadConfig, Config
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.store import Store
from zeitnot_server.store.names import HOUSE_BOT
from zeitnot_server.store.postgresql.nodes.nodes import PostgresqlNodes

from ...postgres_databases import Databases
from ...store.playing import account_of_token

FIRST, SECOND = f"zn_{'1' * 32}", f"zn_{'2' * 32}"


async def test_a_node_with_another_bot_token_does_not_start(
    postgresql_databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # nodes keep small files in the working directory
    with postgresql_databases.lent() as url:
        async with AsyncExitStack() as running:

            async def start(name: str, token: str) -> GameServer:
                config = Config(db=url, node=name, bots=False, bot_token=token)
                return await running.enter_async_context(open_game_server(config))

            a = await start("a", FIRST)
            with pytest.raises(BadConfig, match=r"^bot_token: .*other nodes run \(a\): give all"):
                await start("b", SECOND)
            assert await valid_tokens(a.store) == [FIRST]
            await start("b", FIRST)
        async with open_game_server(Config(db=url, node="b", bots=False, bot_token=SECOND)) as b:
            assert await valid_tokens(b.store) == [SECOND]


async def test_a_token_stored_meanwhile_by_another_node_is_accepted(
    postgresql_databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All nodes have crashed and start with a new token. Another node stores it while this one
    starts."""
    monkeypatch.chdir(tmp_path)
    with postgresql_databases.lent() as url:
        async with open_game_server(Config(db=url, node="a", bots=False, bot_token=FIRST)) as a:

            async def running(_: PostgresqlNodes) -> list[str]:
                await a.store.accounts.ensure_bot(HOUSE_BOT, SECOND)
                return ["a"]

            monkeypatch.setattr(PostgresqlNodes, "running", running)
            config = Config(db=url, node="b", bots=False, bot_token=SECOND)
            async with open_game_server(config) as b:
                assert await valid_tokens(b.store) == [SECOND]


async def valid_tokens(store: Store) -> list[str]:
    """Those of the two tokens that the store accepts."""
    return [token for token in (FIRST, SECOND) if await account_of_token(store, token)]
