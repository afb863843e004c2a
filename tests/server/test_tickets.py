"""A page signs in its socket by a ticket, because a browser can send no other header of its own."""

import asyncio
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from ..each import each
from .running_server import SUBPROTOCOL, Server, new_game, websocket


async def ticket_of(server: Server, token: str) -> str:
    status, answer, _ = await asyncio.to_thread(
        server.http, "POST", "/api/v1/tickets", None, token=token
    )
    assert status == 201
    return str(answer["ticket"])


def offering(*tickets: str) -> list[str]:
    return [SUBPROTOCOL, *(f"ticket.{each}" for each in tickets)]


async def refusal(server: Server, **options: Any) -> tuple[int, str]:
    """The status and code with which a handshake is refused."""
    with pytest.raises(InvalidStatus) as refused:
        async with websocket(server, "/ws/lobby", **options):
            raise AssertionError("the socket was opened")
    response = refused.value.response
    return response.status_code, response.body.decode().partition('"code":"')[2].partition('"')[0]


async def test_a_ticket_signs_in_a_player_once(server: Server) -> None:
    token = server.person()
    game, ticket = new_game(server, token), await ticket_of(server, token)
    path = f"/ws/games/{game}"
    async with websocket(server, path, subprotocols=offering(ticket)) as socket:
        assert socket.socket.subprotocol == SUBPROTOCOL
        await socket.send("hello")
        await socket.until("ack", id=await socket.send("sit", seat=0))
        assert await refusal(server, subprotocols=offering(ticket)) == (401, "bad_token")
    assert await refusal(server, subprotocols=offering(ticket)) == (401, "bad_token")


async def test_the_ticket_counts_and_not_the_cookie_of_another_account(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    async with websocket(
        *(server, f"/ws/games/{game}"),
        subprotocols=offering(await ticket_of(server, ann)),
        additional_headers={"cookie": f"zeitnot_session={bob}"},
    ) as socket:
        await socket.send("hello")
        await socket.until("ack", id=await socket.send("sit", seat=0))


async def test_a_socket_with_a_ticket_closes_with_its_token(server: Server) -> None:
    token = server.person()
    ticket = await ticket_of(server, token)
    async with websocket(server, "/ws/lobby", subprotocols=offering(ticket)) as socket:
        await socket.send("watch")
        await socket.until("lobby")
        await asyncio.to_thread(server.http, "DELETE", "/api/v1/session", None, token)
        await socket.socket.wait_closed()
        assert (socket.socket.close_code, socket.socket.close_reason) == (1008, "logged out")


@each("value", ["", "short", "A" * 43, "A" * 44, "zn_" + "A" * 40])
async def test_an_invented_ticket_is_refused_like_a_bad_token(server: Server, value: str) -> None:
    assert await refusal(server, subprotocols=offering(value)) == (401, "bad_token")


async def test_a_refused_handshake_leaves_the_ticket_unused(server: Server) -> None:
    ticket = await ticket_of(server, server.person())
    assert await refusal(server, subprotocols=offering(ticket)[1:]) == (400, "no_subprotocol")
    headers = {"origin": "https://evil.example"}
    assert await refusal(
        server, subprotocols=offering(ticket), additional_headers=headers
    ) == (403, "wrong_origin")  # fmt: skip
    token = server.person()
    assert await refusal(server, subprotocols=offering(ticket), token=token) == (400, "malformed")
    async with websocket(server, "/ws/lobby", subprotocols=offering(ticket)):
        pass


async def test_two_tickets_are_refused(server: Server) -> None:
    token = server.person()
    tickets = [await ticket_of(server, token), await ticket_of(server, token)]
    assert await refusal(server, subprotocols=offering(*tickets)) == (401, "bad_token")


async def test_a_ticket_is_no_token(server: Server) -> None:
    ticket = await ticket_of(server, server.person())
    assert server.http("GET", "/api/v1/tokens", token=ticket)[0] == 401
    assert server.http("POST", "/api/v1/tickets", token=ticket)[0] == 401


async def test_an_account_has_only_so_many_unused_tickets(server: Server) -> None:
    token = server.person()
    for _ in range(32):
        await ticket_of(server, token)
    status, problem, headers = server.http("POST", "/api/v1/tickets", token=token)
    assert (status, problem["code"]) == (429, "too_many_requests")
    assert 1 <= int(headers["retry-after"]) <= 30
