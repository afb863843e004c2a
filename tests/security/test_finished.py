"""Records of finished games: their ETags, compression and cost."""

import gzip
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.limits.rates import Rate
from zeitnot_server.store.sql.games import records
from zeitnot_server.web.api import finished
from zeitnot_server.web.http.compressed import Compressed, accepts_gzip
from zeitnot_server.web.limits import connection_limits

from ..store.playing import Game
from .local import Local, running
from .raw import Answer, connected, request
from .test_connections import protocol, replace_records, wait_until

PATHS = ["/api/v1/games/game1", "/api/v1/games/game1/export"]
VARY = "Cookie, Authorization, Accept-Encoding"


async def finished_game(local: Local, moves: int = 20, heap: int = 20) -> Game:
    """Plays a game in the store; unfinished if `moves` does not empty the heap."""
    game = await Game(local.game_server.store, heap=heap).create()
    return await (await game.start()).play_moves(*["1"] * moves)


def compressed(local: Local) -> Compressed:
    result: Compressed = local._state.compressed
    return result


@pytest.fixture
async def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Local]:
    """A server that reads records in chunks of seven events."""
    monkeypatch.setattr(records, "LOG_CHUNK", 7)
    async with running(tmp_path) as instance:
        yield instance


@pytest.mark.parametrize("path", PATHS)
async def test_a_finished_game_has_an_etag(local: Local, path: str) -> None:
    await finished_game(local)
    answer = await local.get(path)
    assert answer.json["events"][-1]["type"] == "finished"
    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["vary"] == VARY
    assert "content-encoding" not in answer.headers
    tag = answer.headers["etag"]
    for tags in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        unchanged = await local.get(path, if_none_match=tags)
        assert (unchanged.status, unchanged.body, unchanged.headers["etag"]) == (304, b"", tag)
        assert unchanged.headers["vary"] == VARY
    assert (await local.get(path, if_none_match='"x"')).body == answer.body


async def test_a_changed_record_has_another_etag(local: Local) -> None:
    game = await finished_game(local)
    tag = (await local.get(PATHS[0])).headers["etag"]
    await game.do(0, p.Chat(game="game1", text="good game"))
    answer = await local.get(PATHS[0], if_none_match=tag)
    assert (answer.status, answer.json["events"][-1]["type"]) == (200, "said")


@pytest.mark.parametrize("path", PATHS)
async def test_a_running_game_is_not_cached(local: Local, path: str) -> None:
    await finished_game(local, moves=0)
    async with connected(local.host) as connection:
        await connection.send(request(path, accept_encoding="gzip", connection="close"))
        head = (await connection.read_to_end()).partition(b"\r\n\r\n")[0].lower()
    assert b"cache-control: no-store" in head
    assert b"etag" not in head
    assert b"content-encoding" not in head


async def test_a_record_is_compressed_once_for_many_readers(local: Local) -> None:
    await finished_game(local)
    uncompressed = await local.get(PATHS[0])
    answers = [await local.get(PATHS[0], accept_encoding="gzip, br") for _ in range(5)]
    for answer in answers:
        assert answer.headers["content-encoding"] == "gzip"
        assert len(answer.body) < len(uncompressed.body) / 3
        assert gzip.decompress(answer.body) == uncompressed.body
        assert answer.headers["etag"] != uncompressed.headers["etag"]
    assert compressed(local).compressions == 1
    tag = answers[0].headers["etag"]
    assert (await local.get(PATHS[0], accept_encoding="gzip", if_none_match=tag)).status == 304


async def test_a_very_long_record_is_streamed(
    local: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished_game(local)
    uncompressed = (await local.get(PATHS[0])).body
    monkeypatch.setattr(finished, "MAX_BYTES", len(uncompressed) // 2)
    async with connected(local.host) as connection:
        await connection.send(request(PATHS[0], accept_encoding="gzip", connection="close"))
        head, _, body = (await connection.read_to_end()).partition(b"\r\n\r\n")
    assert b"transfer-encoding: chunked" in head.lower()
    assert b"no-store" in head
    pieces = body.split(b"\r\n")[1::2]
    assert b"".join(pieces) == uncompressed
    assert compressed(local).compressions == 0


@pytest.mark.parametrize("headers", [{}, {"accept_encoding": "gzip"}, {"if_none_match": "*"}])
async def test_the_cost_of_a_record_is_its_uncompressed_size(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    bounds: dict[str, Any] = {"address_reads": (Rate(0, 10),), "read_chars": 100}
    async with running(tmp_path, **bounds) as local:
        await finished_game(local)
        reader = {**headers, "x_forwarded_for": "192.0.2.7"}
        answers: list[Answer] = [await local.get(PATHS[0], **reader) for _ in range(2)]
        assert [answer.status for answer in answers] == [
            304 if "if_none_match" in headers else 200,
            429,
        ]
        assert local.connection_limits.held_keys == 0


async def test_an_unread_record_counts_as_a_stream(
    local: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits in the application, not in the transport, until its reader has read it or is
    disconnected."""
    size = 16 * 1024 * 1024  # more than the kernel buffers

    async def long_record() -> AsyncGenerator[bytes, None]:
        yield b"x" * size

    await finished_game(local)
    replace_records(local, monkeypatch, long_record())
    monkeypatch.setattr(finished, "MAX_BYTES", size)
    monkeypatch.setattr(connection_limits, "network", lambda peer: "192.0.2.7")
    async with connected(local.host) as connection:
        await connection.send(request(PATHS[0], connection="close"))
        await wait_until(lambda: bool(local.server.server_state.connections))
        http = protocol(local)
        await wait_until(lambda: http.flow.write_paused)
        assert (
            local.connection_limits.held_keys == 3
        )  # the record counts twice, and its request once
        assert http.transport.get_write_buffer_size() < size // 8
        assert (await connection.read_to_end()).endswith(b"x" * size)
    await wait_until(lambda: local.connection_limits.held_keys == 0)


async def test_the_cache_of_compressed_records_is_bounded() -> None:
    cache = Compressed(max_bytes=100)
    for number in range(20):
        await cache.make(f"{number}", f"{number}".encode())
    assert cache.size <= 100
    assert cache.cached("0") is None
    assert gzip.decompress(cache.cached("19") or b"") == b"19"


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*", True),
        ("*;q=0", False),
        ("identity", False),
    ],
)
def test_accept_encoding_is_parsed(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted
