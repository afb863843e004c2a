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
    api_client, requests_sent = api(
        {"POST session": answer, "POST games": p.GameLocation(id="g", url="u", ws="w")}
    )
    assert (await api_client.session("Ann")).name == "Ann"
    assert api_client.headers == {"Cookie": "zeitnot_session=zn_x", "Origin": HOME.url}
    request = p.NewGame(game_type="ewn", control=CONTROL, seats=[p.SeatRequest(kind="me")])
    await api_client.create_game(request)
    assert requests_sent[0].content == b'{"name":"Ann"}'
    assert requests_sent[1].headers["cookie"] == "zeitnot_session=zn_x"
    assert requests_sent[1].headers["origin"] == HOME.url
    await api_client.close()


async def test_stored_cookie_is_sent() -> None:
    api_client, requests_sent = api({"POST session": p.Session(account="a1", name="Ann")})
    api_client.cookie = "zeitnot_session=zn_old"
    await api_client.session()
    assert requests_sent[0].headers["cookie"] == "zeitnot_session=zn_old"
    assert api_client.cookie == "zeitnot_session=zn_old"
    await api_client.close()


async def test_a_bot_sends_its_token() -> None:
    api_client, requests_sent = api({"GET books": p.BookList(books=[])}, "zn_t")
    await api_client.books()
    assert requests_sent[0].headers["authorization"] == "Bearer zn_t"
    assert api_client.headers == {"Authorization": "Bearer zn_t"}
    await api_client.close()


async def test_queries_are_encoded() -> None:
    page = p.BookPage(scope="server", game_type="ewn", position="x", moves=[], legal=[], after={})
    api_client, requests_sent = api(
        {"GET books/server/ewn": page, "GET games": p.GamePage(games=[])}
    )
    await api_client.book("server", "ewn", "B 2 25", {"first": "red"})
    await api_client.games(from_="2026-01-01", limit=3)
    assert dict(requests_sent[0].url.params) == {"position": "B 2 25", "s.first": "red"}
    assert dict(requests_sent[1].url.params) == {"from": "2026-01-01", "limit": "3"}
    await api_client.close()


async def test_cursor_is_followed_past_an_empty_page() -> None:
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

    api_client = Api(HOME, transport=httpx.MockTransport(answer))
    assert [summary.id async for summary in api_client.each_game(game="ewn")] == ["a", "b"]
    assert requests == [{"game": "ewn", **more} for more in ({}, {"cursor": "1"}, {"cursor": "2"})]
    await api_client.close()


async def test_problem_response_raises_with_its_text() -> None:
    problem = p.Problem(title="Conflict", status=409, code="name_taken", detail="Taken.")
    api_client, _ = api({"POST bots": httpx.Response(409, content=p.encode(problem))})
    with pytest.raises(HttpRefused, match="Taken") as refused:
        await api_client.register_bot("Oxo")
    assert (refused.value.status, refused.value.code) == (409, "name_taken")
    await api_client.close()


async def test_error_without_a_problem_body_raises() -> None:
    api_client, _ = api({"GET catalogue": httpx.Response(502, content=b"<html>")})
    with pytest.raises(HttpRefused, match="502"):
        await api_client.catalogue()
    await api_client.close()


async def test_unreadable_response_raises() -> None:
    api_client, _ = api({"GET catalogue": httpx.Response(200, content=b"[]")})
    with pytest.raises(BadMessage, match="catalogue"):
        await api_client.catalogue()
    await api_client.close()


async def test_refused_connection_raises_unreachable() -> None:
    api_client = Api(Address.parse("http://127.0.0.1:1"))
    with pytest.raises(Unreachable, match="no answer from") as unreachable:
        await api_client.catalogue()
    assert str(unreachable.value).endswith("Is the server running, and is this its address?")
    await api_client.close()


async def test_timeout_raises_unreachable_with_a_reason() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("")

    api_client = Api(HOME, transport=httpx.MockTransport(answer))
    with pytest.raises(Unreachable, match=r"no answer from \S+: ReadTimeout\."):
        await api_client.catalogue()
    await api_client.close()


@pytest.mark.parametrize("token", ["", "\n", "zn_a b", "zn_\u00e9"])
def test_invalid_token_is_refused(token: str) -> None:
    """A refused registration, for example, leaves an empty token file."""
    with pytest.raises(BadToken, match="zeitnot bot register"):
        Client("http://127.0.0.1:1", token)


def test_a_token_file_in_utf_16_is_recognised() -> None:
    with pytest.raises(BadToken, match="UTF-16"):
        Client("http://127.0.0.1:1", "zn_ab".encode("utf-16-le").decode("latin-1"))


def test_a_token_may_end_in_a_line_break() -> None:
    client = Client("http://127.0.0.1:1", "zn_token\n")
    assert client.http.headers == {"Authorization": "Bearer zn_token"}


async def test_tokens_and_session_can_be_managed() -> None:
    secret = p.TokenSecret(id="t1", account="b1", token="zn_new")
    no_content = httpx.Response(204)
    api_client, requests_sent = api(
        {
            "GET tokens": p.TokenList(tokens=[]),
            "POST tokens": secret,
            "POST tokens/t1/rotate": secret,
            "DELETE tokens/t1": no_content,
            "DELETE session": no_content,
            "PATCH session": p.Session(account="b1", name="Zoe"),
            "GET accounts/b1": p.AccountView(account="b1", name="Bot"),
        },
        "zn_t",
    )
    assert (await api_client.tokens()).tokens == []
    assert (await api_client.make_token("b1", "laptop", 60)).token == "zn_new"
    assert (await api_client.rotate_token("t1", grace_s=9)).token == "zn_new"
    await api_client.revoke_token("t1")
    await api_client.log_out()
    assert (await api_client.rename("Zoe")).name == "Zoe"
    assert requests_sent[-1].content == b'{"name":"Zoe"}'
    assert (await api_client.account("b1")).name == "Bot"
    assert requests_sent[1].content == b'{"bot":"b1","name":"laptop","expires_in_s":60}'
    assert requests_sent[2].content == b'{"grace_s":9}'
    assert dict(requests_sent[2].url.params) == {"grace_s": "9"}, "for older servers"
    await api_client.close()


@contextlib.asynccontextmanager
async def ending_server() -> AsyncIterator[tuple[Api, list[bytes]]]:
    """Runs a server that answers the first request on each connection and closes the connection at
    the second; yields a client, and the first lines of all requests."""
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
        api_client = Api(Address.parse(f"http://127.0.0.1:{port}"))
        yield api_client, lines
        await api_client.close()
        await asyncio.gather(*filter(None, running))


async def test_get_is_retried_on_a_closed_connection() -> None:
    async with ending_server() as (api_client, lines):
        assert await api_client.books() == await api_client.books() == p.BookList(books=[])
    assert lines == [b"GET /api/v1/books HTTP/1.1"] * 3


def test_idle_connections_are_closed_before_the_server_closes_them() -> None:
    """The server uses uvicorn's keep-alive timeout."""
    assert CONNECTION_LIMITS.keepalive_expiry is not None
    assert CONNECTION_LIMITS.keepalive_expiry < uvicorn.Config("app").timeout_keep_alive


async def test_request_that_may_have_been_executed_is_not_retried() -> None:
    async with ending_server() as (api_client, lines):
        await api_client.books()
        with pytest.raises(Unreachable, match="without sending a response"):
            await api_client.log_out()
    assert [line.split()[0] for line in lines] == [b"GET", b"DELETE"]
