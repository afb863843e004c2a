"""The HTTP client: its requests, and how it reports refusals."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import httpx
import pytest
import uvicorn

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.address import Address
from zeitnot_client.api import CONNECTION_LIMITS, Api
from zeitnot_client.exceptions import BadMessage, BadToken, HttpRefused, Unreachable

from .fake_server import scripted

HOME = Address.parse("http://127.0.0.1:8080")
CONTROL = p.Control(kind="unlimited")


def api(answers: dict[str, object], token: str | None = None) -> tuple[Api, list[httpx.Request]]:
    requests_sent: list[httpx.Request] = []
    return Api(HOME, token, transport=scripted(answers, requests_sent)), requests_sent


async def test_a_guest_keeps_its_cookie() -> None:
    body = b'{"account":"a1","name":"Ann"}'
    answer = httpx.Response(
        201, content=body, headers={"set-cookie": "zeitnot_session=zn_x; HttpOnly; Path=/"}
    )
    me, requests_sent = api(
        {"POST session": answer, "POST games": p.GameLocation(id="g", url="u", ws="w")}
    )
    assert (await me.session("Ann")).name == "Ann"
    assert me.headers == {"Cookie": "zeitnot_session=zn_x", "Origin": HOME.url}
    request = p.NewGame(game_type="ewn", control=CONTROL, seats=[p.SeatRequest(kind="me")])
    await me.create_game(request)
    assert requests_sent[0].content == b'{"name":"Ann"}'
    assert requests_sent[1].headers["cookie"] == "zeitnot_session=zn_x"
    assert requests_sent[1].headers["origin"] == HOME.url
    await me.close()


async def test_a_stored_cookie_is_used() -> None:
    me, requests_sent = api({"POST session": p.Session(account="a1", name="Ann")})
    me.cookie = "zeitnot_session=zn_old"
    await me.session()
    assert requests_sent[0].headers["cookie"] == "zeitnot_session=zn_old"
    assert me.cookie == "zeitnot_session=zn_old"
    await me.close()


async def test_a_bot_sends_its_token() -> None:
    me, requests_sent = api({"GET books": p.BookList(books=[])}, "zn_t")
    await me.books()
    assert requests_sent[0].headers["authorization"] == "Bearer zn_t"
    assert me.headers == {"Authorization": "Bearer zn_t"}
    await me.close()


async def test_encodes_queries() -> None:
    page = p.BookPage(scope="server", game_type="ewn", position="x", moves=[], legal=[], after={})
    me, requests_sent = api({"GET books/server/ewn": page, "GET games": p.GamePage(games=[])})
    await me.book("server", "ewn", "B 2 25", {"first": "red"})
    await me.games(from_="2026-01-01", limit=3)
    assert dict(requests_sent[0].url.params) == {"position": "B 2 25", "s.first": "red"}
    assert dict(requests_sent[1].url.params) == {"from": "2026-01-01", "limit": "3"}
    await me.close()


async def test_follows_the_cursor_past_an_empty_page() -> None:
    def game(id: str) -> p.GameSummary:
        return p.GameSummary(
            id=id,
            game_type="ewn",
            settings={},
            control=CONTROL,
            state="finished",
            seats=[],
            moves=0,
            position="",
            created_at=0,
        )

    pages = iter(
        [
            p.GamePage(games=[game("a")], cursor="1"),
            p.GamePage(games=[], cursor="2"),
            p.GamePage(games=[game("b")]),
        ]
    )
    requests = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(dict(request.url.params))
        return httpx.Response(200, content=p.encode(next(pages)))

    me = Api(HOME, transport=httpx.MockTransport(answer))
    assert [summary.id async for summary in me.each_game(game="ewn")] == ["a", "b"]
    assert requests == [{"game": "ewn", **more} for more in ({}, {"cursor": "1"}, {"cursor": "2"})]
    await me.close()


async def test_a_problem_is_raised_with_its_text() -> None:
    problem = p.Problem(title="Conflict", status=409, code="name_taken", detail="Taken.")
    me, _ = api({"POST bots": httpx.Response(409, content=p.encode(problem))})
    with pytest.raises(HttpRefused, match="Taken") as refused:
        await me.register_bot("Oxo")
    assert (refused.value.status, refused.value.code) == (409, "name_taken")
    await me.close()


async def test_an_error_without_a_problem_is_raised_too() -> None:
    me, _ = api({"GET catalogue": httpx.Response(502, content=b"<html>")})
    with pytest.raises(HttpRefused, match="502"):
        await me.catalogue()
    await me.close()


async def test_an_unreadable_response_is_raised() -> None:
    me, _ = api({"GET catalogue": httpx.Response(200, content=b"[]")})
    with pytest.raises(BadMessage, match="catalogue"):
        await me.catalogue()
    await me.close()


async def test_no_response_is_raised() -> None:
    me = Api(Address.parse("http://127.0.0.1:1"))
    with pytest.raises(Unreachable, match="no answer from") as unreachable:
        await me.catalogue()
    assert str(unreachable.value).endswith("Is the server running, and is this its address?")
    await me.close()


async def test_a_timeout_has_a_reason_too() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("")

    me = Api(HOME, transport=httpx.MockTransport(answer))
    with pytest.raises(Unreachable, match=r"no answer from \S+: ReadTimeout\."):
        await me.catalogue()
    await me.close()


@pytest.mark.parametrize("token", ["", "\n", "zn_a b", "zn_\u00e9"])
def test_text_that_cannot_be_a_token_is_refused(token: str) -> None:
    """As from the empty file that a refused registration leaves behind."""
    with pytest.raises(BadToken, match="zeitnot bot register"):
        Client("http://127.0.0.1:1", token)


def test_a_token_may_end_in_a_line_break() -> None:
    client = Client("http://127.0.0.1:1", "zn_token\n")
    assert client.http.headers == {"Authorization": "Bearer zn_token"}


async def test_lists_and_revokes_own_tokens() -> None:
    secret = p.TokenSecret(id="t1", account="b1", token="zn_new")
    none = httpx.Response(204)
    me, requests_sent = api(
        {
            "GET tokens": p.TokenList(tokens=[]),
            "POST tokens": secret,
            "POST tokens/t1/rotate": secret,
            "DELETE tokens/t1": none,
            "DELETE session": none,
            "PATCH session": p.Session(account="b1", name="Zoe"),
            "GET accounts/b1": p.AccountView(account="b1", name="Bot"),
        },
        "zn_t",
    )
    assert (await me.tokens()).tokens == []
    assert (await me.make_token("b1", "laptop", 60)).token == "zn_new"
    assert (await me.rotate_token("t1", grace_s=9)).token == "zn_new"
    await me.revoke_token("t1")
    await me.log_out()
    assert (await me.rename("Zoe")).name == "Zoe"
    assert requests_sent[-1].content == b'{"name":"Zoe"}'
    assert (await me.account("b1")).name == "Bot"
    assert requests_sent[1].content == b'{"bot":"b1","name":"laptop","expires_in_s":60}'
    assert requests_sent[2].content == b'{"grace_s":9}'
    assert dict(requests_sent[2].url.params) == {"grace_s": "9"}, "for older servers"
    await me.close()


@contextlib.asynccontextmanager
async def ending_server() -> AsyncIterator[tuple[Api, list[bytes]]]:
    """A server that answers the first request of each connection and closes the connection at the
    next one; a client for it, and the first lines of all requests."""
    lines: list[bytes] = []
    running: list[asyncio.Task[None] | None] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        running.append(asyncio.current_task())
        with contextlib.suppress(asyncio.IncompleteReadError):
            for answer in (b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n" + b'{"books":[]}', b""):
                lines.append((await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0])
                writer.write(answer)
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        me = Api(Address.parse(f"http://127.0.0.1:{port}"))
        yield me, lines
        await me.close()
        await asyncio.gather(*filter(None, running))


async def test_a_read_is_repeated_if_the_server_has_just_closed_the_connection() -> None:
    async with ending_server() as (me, lines):
        assert await me.books() == await me.books() == p.BookList(books=[])
    assert lines == [b"GET /api/v1/books HTTP/1.1"] * 3


def test_idle_connections_are_closed_before_the_server_closes_them() -> None:
    """The server uses uvicorn's keep-alive timeout."""
    assert CONNECTION_LIMITS.keepalive_expiry is not None
    assert CONNECTION_LIMITS.keepalive_expiry < uvicorn.Config("app").timeout_keep_alive


async def test_a_request_that_may_have_been_executed_is_not_repeated() -> None:
    async with ending_server() as (me, lines):
        await me.books()
        with pytest.raises(Unreachable, match="without sending a response"):
            await me.log_out()
    assert [line.split()[0] for line in lines] == [b"GET", b"DELETE"]
