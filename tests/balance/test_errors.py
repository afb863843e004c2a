"""Errors that the balancer itself sends: problem documents to programs, a page to browsers."""

import asyncio
from http import HTTPStatus
from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p

from ..security.raw import WAIT_S, Answer, request
from .balancer import CONFIG, Balancer, StandIn, balancing

PAGE = CONFIG.with_name("unavailable.html")
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


async def send(balancer: Balancer, head: str) -> Answer:
    async with balancer.connect() as connection:
        return await connection.ask(head)


def problem(answer: Answer) -> p.Problem:
    assert answer.headers["content-type"] == "application/problem+json"
    problem = msgspec.convert(answer.json, p.Problem)
    assert problem.status == answer.status
    assert problem.title == HTTPStatus(answer.status).phrase
    return problem


async def test_without_a_node_browsers_get_a_page_and_programs_a_problem(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    """They get it at once, even before a health check fails. Only navigations get the page."""
    for node in nodes:
        await node.stop()
    for path in ("/", "/watch/g0001?a=b"):
        answer = await send(balancer, request(path, accept=BROWSER))
        assert (answer.status, answer.body) == (503, PAGE.read_bytes())
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("5", "no-store")
    for head in (
        request("/api/v1/catalogue", accept=BROWSER),
        request("/ws/lobby", accept=BROWSER),
        request("/", accept="application/json"),
        request("/"),
    ):
        answer = await send(balancer, head)
        assert (problem(answer).code, answer.headers["retry-after"]) == ("busy", "2")


async def test_a_body_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    """The head has already been sent to a node, which has not answered."""
    forwarded, handlers = asyncio.Event(), set[asyncio.Task[None] | None]()

    async def node(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers.add(asyncio.current_task())
        if (await reader.readline()).startswith(b"POST"):
            forwarded.set()
        await reader.read()
        writer.close()

    head = request("/api/v1/games", "POST", transfer_encoding="chunked")
    async with await asyncio.start_server(node, "127.0.0.1", 0) as server, asyncio.timeout(WAIT_S):
        port = server.sockets[0].getsockname()[1]
        async with (
            balancing({"a": port}, tmp_path, CHECK_EVERY="1m") as balancer,
            balancer.connect() as connection,
        ):
            await connection.send(head)
            await forwarded.wait()
            answer = await connection.ask("no length\r\n")
        await asyncio.gather(*filter(None, handlers))
    assert (answer.status, problem(answer).code) == (400, "malformed")


@pytest.mark.parametrize("head", ["no request\r\n\r\n", request("/", cookie="x" * 20_000)])
async def test_a_head_that_cannot_be_read_is_answered_in_html(
    balancer: Balancer, head: str
) -> None:
    """docs/how-to/cluster.md says so; HAProxy 2.6 has no setting for it."""
    answer = await send(balancer, head)
    assert (answer.status, answer.headers["content-type"]) == (400, "text/html")


async def test_with_nodes_browsers_get_their_answers(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    """Each node answers in turn, also after one of them has ended."""
    for ended in (None, nodes[0]):
        if ended:
            await ended.stop()
        answers = [await send(balancer, request("/", accept=BROWSER)) for _ in range(6)]
        assert {answer.status for answer in answers} == {200}
        up = {node.name for node in nodes if node is not ended}
        assert {answer.json["node"] for answer in answers} == up


def test_the_page_is_self_contained_and_retries() -> None:
    """It loads nothing, because no server is up."""
    page = PAGE.read_text()
    assert '<meta http-equiv="refresh" content="5">' in page
    assert all(f'lang="{language}"' in page for language in ("en", "zh-Hans", "zh-Hant"))
    assert "prefers-color-scheme: dark" in page
    assert not any(part in page for part in ("src=", "href=", "url(", "@import", "<script"))
    assert len(page.encode()) < 8_000  # HAProxy's buffer has 16 KiB, including headers
