"""A player with a seat in a running game can connect, regardless of other clients at its
address."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from zeitnot_server.limits.rates import Rate

from .local import Local, running
from .raw import WAIT_S, Answer, RawConnection, connected, frame, request, upgrade

SCHOOL = "192.0.2.7"  # an address with many users
ELSEWHERE = "198.51.100.1"
READS = {"address_reads": (Rate(0, 20),)}  # never refilled
HANDSHAKE_BURST = 6
HANDSHAKES = {"seated_handshakes": (Rate(0, HANDSHAKE_BURST),)}
LINK_GAME = {
    "game_type": "tictactoe",
    "control": {"kind": "sudden_death", "base_ms": 300_000},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "listed": False,
}


class Player(NamedTuple):
    """A person with a seat in a running game."""

    token: str
    game: str


@asynccontextmanager
async def socket(
    local: Local, path: str, token: str | None = None, address: str = SCHOOL
) -> AsyncIterator[tuple[RawConnection, Answer]]:
    """Sends a handshake from this address; yields the connection and the answer."""
    async with connected(local.host) as connection:
        yield connection, await connection.ask(upgrade(path, token, x_forwarded_for=address))


async def status(local: Local, path: str, token: str | None = None, address: str = SCHOOL) -> int:
    async with socket(local, path, token, address) as (_, answer):
        return answer.status


async def enter(local: Local, player: Player, address: str = SCHOOL) -> int:
    return await status(local, f"/ws/games/{player.game}", player.token, address)


async def sit(connection: RawConnection, game: str) -> None:
    for number, message in enumerate(
        ({"type": "hello"}, {"type": "sit"}, {"type": "ready", "salt": "ab"})
    ):
        fields = {"game": game} | ({"id": f"c{number}"} if number else {})
        await connection.send(frame(json.dumps(message | fields)))


async def pair(local: Local) -> list[Player]:
    """Two opponents in a running game, who are both disconnected."""
    ann, bob = await local.person(), await local.person()
    game = (await local.post("games", LINK_GAME, ann)).json["id"]
    path = f"/ws/games/{game}"
    async with (
        socket(local, path, ann, ELSEWHERE) as (ann_socket, _),
        socket(local, path, bob, ELSEWHERE) as (bob_socket, _),
    ):
        for connection in (ann_socket, bob_socket):
            await sit(connection, game)
        for connection in (ann_socket, bob_socket):
            await connection.message("started")
    return [Player(ann, game), Player(bob, game)]


async def use_up_reads(local: Local, address: str = SCHOOL) -> None:
    """Sends cheap requests of another user at this address until one is refused."""
    async with connected(local.host) as connection:
        head = request("/api/v1/catalogue", x_forwarded_for=address)
        while (await connection.ask(head)).status != 429:
            pass


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path, **READS, **HANDSHAKES) as instance:
        yield instance


async def test_a_player_has_a_separate_allowance_of_handshakes(local: Local) -> None:
    players = await pair(local)
    await use_up_reads(local)
    for player in players:
        statuses = [await enter(local, player) for _ in range(HANDSHAKE_BURST + 1)]
        assert statuses == [101] * HANDSHAKE_BURST + [429]


async def test_a_cookie_counts_as_well_as_a_token(local: Local) -> None:
    ann, _ = await pair(local)
    await use_up_reads(local)
    head = upgrade(
        f"/ws/games/{ann.game}", x_forwarded_for=SCHOOL, cookie=f"zeitnot_session={ann.token}"
    )
    async with connected(local.host) as connection:
        assert (await connection.ask(head)).status == 101


async def test_only_players_can_connect_at_a_full_address(local: Local) -> None:
    """A guest without a game, a player whose game has not begun and a wrong token are refused. A
    player can only connect to its game and to the lobby."""
    ann, _ = await pair(local)
    other_game = (await pair(local))[0].game
    waiting = await local.person()
    open_game = await local.game(waiting)
    async with socket(local, f"/ws/games/{open_game}", waiting, ELSEWHERE) as (connection, _):
        await sit(connection, open_game)
        await connection.message("seated")
        await use_up_reads(local)
        path = f"/ws/games/{ann.game}"
        for token in (None, await local.person(), waiting, "zn_guessed", ann.token + "x"):
            assert await status(local, path, token) == 429
            assert await status(local, "/ws/lobby", token) == 429
        assert await status(local, f"/ws/games/{open_game}", waiting) == 429
        assert await status(local, f"/ws/games/{other_game}", ann.token) == 429
        assert await status(local, path, ann.token) == 101
        assert await status(local, "/ws/lobby", ann.token) == 101


async def test_the_privilege_ends_with_the_game(local: Local) -> None:
    ann, bob = await pair(local)
    async with socket(local, f"/ws/games/{ann.game}", ann.token, ELSEWHERE) as (connection, _):
        await connection.send(frame(json.dumps({"type": "hello", "game": ann.game})))
        await connection.message("welcome")
        resign = {"type": "resign", "game": ann.game, "id": "r"}
        await connection.send(frame(json.dumps(resign)))
        await connection.message("finished")
        await use_up_reads(local)
        assert [await enter(local, player) for player in (ann, bob)] == [429, 429]


async def test_a_player_with_a_revoked_token_is_refused(local: Local) -> None:
    ann, bob = await pair(local)
    head = request(
        "/api/v1/session", "DELETE", authorization=f"Bearer {ann.token}", content_length="0"
    )
    async with connected(local.host) as connection:
        assert (await connection.ask(head)).status == 204
    await use_up_reads(local)
    assert [await enter(local, player) for player in (ann, bob)] == [401, 101]


async def test_thirty_players_of_an_address_can_connect_after_a_restart(tmp_path: Path) -> None:
    """No player has connected since the server started."""
    async with running(tmp_path) as before:
        players = [player for _ in range(15) for player in await pair(before)]
    async with running(tmp_path, **READS) as local:
        await use_up_reads(local)
        assert await asyncio.gather(*(enter(local, player) for player in players)) == [101] * 30


async def test_sockets_of_others_do_not_block_a_player(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=3) as local, AsyncExitStack() as stack:
        ann, bob = await pair(local)
        for _ in range(3):
            guest = await local.person()
            await stack.enter_async_context(socket(local, "/ws/lobby", guest))
        assert await status(local, "/ws/lobby", await local.person()) == 429
        assert [await enter(local, player) for player in (ann, bob)] == [101, 101]


async def greet(connection: RawConnection, game: str) -> None:
    await connection.send(frame(json.dumps({"type": "hello", "game": game})))
    await connection.message("welcome")


async def move(connection: RawConnection, game: str, ply: int, square: str) -> None:
    fields = {"type": "move", "game": game, "id": f"m{ply}", "ply": ply, "move": square}
    await connection.send(frame(json.dumps(fields)))
    await connection.message("ack")


@pytest.mark.parametrize("to_lobby", [False, True])
async def test_a_refused_handshake_postpones_the_countdown_of_its_player(
    local: Local, to_lobby: bool
) -> None:
    """A handshake beyond the limit is refused, and the opponent is told a later end of the
    countdown."""
    ann, bob = await pair(local)
    path = f"/ws/games/{ann.game}"
    async with socket(local, path, ann.token, ELSEWHERE) as (connection, _):
        await greet(connection, ann.game)
        await move(connection, ann.game, 0, "a1")
        async with socket(local, path, bob.token, ELSEWHERE) as (other, _):
            await greet(other, bob.game)
            await move(other, bob.game, 1, "b2")
        length_ms = (await connection.message("countdown"))["ends_in_ms"]
        await use_up_reads(local)
        assert [await enter(local, bob) for _ in range(HANDSHAKE_BURST)] == [101] * HANDSHAKE_BURST
        assert await status(local, "/ws/lobby" if to_lobby else path, bob.token) == 429
        assert (await connection.message("countdown"))["ends_in_ms"] > length_ms


# ── over HTTP: the page is loaded again ──────────────────────────────────────────────────────────

PAGE = ["/", "/favicon.svg", "/api/v1/catalogue", "/api/v1/books", "/assets/nothing.js"]


async def test_a_player_can_load_the_page_at_a_full_address(tmp_path: Path) -> None:
    """Its address may send no more requests of any kind."""
    limits = dict.fromkeys(("address_requests", "address_reads"), (Rate(0, 40),))
    async with running(tmp_path, **limits, seated_requests=(Rate(0, 60),)) as local:
        ann, _ = await pair(local)
        async with connected(local.host) as connection:
            while (await connection.ask(request(x_forwarded_for=SCHOOL))).status != 429:
                pass

        async def get(path: str, token: str) -> int:
            cookie = {"cookie": f"zeitnot_session={token}", "x_forwarded_for": SCHOOL}
            return (await local.get(path, **cookie)).status

        guest = await local.person()
        for path in PAGE:
            assert await get(path, guest) == 429
            assert await get(path, ann.token) == (404 if "nothing" in path else 200)
        statuses = [await get("/", ann.token) for _ in range(80)]
        assert statuses.count(200) < 60
        assert statuses[-1] == 429


async def test_a_player_keeps_its_session_at_a_full_address(
    tmp_path: Path,
) -> None:
    """The request returns the player's session, but cannot create another one."""
    async with running(tmp_path, address_posts=(Rate(0, 4),), account_posts=(Rate(0, 4),)) as local:
        ann, _ = await pair(local)
        fields = {"x_forwarded_for": SCHOOL}
        while (await local.post("session", {}, **fields)).status != 429:
            pass
        answer = await local.post("session", {}, ann.token, **fields)
        assert (answer.status, "account" in answer.json) == (200, True)
        assert (await local.post("session", {"name": "Ann"}, ann.token, **fields)).status == 429
        assert (await local.post("session", {}, await local.person(), **fields)).status == 429


async def test_slow_requests_behind_a_proxy_do_not_block_a_player(
    tmp_path: Path,
) -> None:
    slow = request("/api/v1/session", "POST", content_length="9", x_forwarded_for=SCHOOL)
    async with running(tmp_path, requests_per_address=2) as local, AsyncExitStack() as stack:
        ann, _ = await pair(local)
        for _ in range(2):
            connection = await stack.enter_async_context(connected(local.host))
            await connection.send(slow)
        async with asyncio.timeout(WAIT_S):
            while await status_of_get(local, None) == 200:
                pass
        assert await status_of_get(local, ann.token) == 200


async def status_of_get(local: Local, token: str | None) -> int:
    fields = {"authorization": f"Bearer {token}"} if token else {}
    return (await local.get("/healthz", x_forwarded_for=SCHOOL, **fields)).status
