"""The choice between two versions of a bot: on one node, on several nodes, and over the wire."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.versions import VersionClaim, decisive_claims, version_conflict
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from .lobby_bots import game_against, is_listed_as
from .running_server import Server, WebSocket, new_game, websocket
from .test_processes_wire import begin, bot

V1, V2 = VersionClaim("v1", 1), VersionClaim("v2", 2)
V2_REPLACES = VersionClaim("v2", 2, replaces=True)
MOVES = ["a1", "b1", "a2", "b2", "a3"]


def code_of(claim: VersionClaim, others: Sequence[VersionClaim]) -> str | None:
    error = version_conflict(claim, others)
    return error.code if error else None


@pytest.mark.parametrize(
    ("earlier", "later", "codes"),
    [
        (V1, V2, (None, "other_version")),
        (V1, V2_REPLACES, ("replaced", None)),
        (V1, VersionClaim("v1", 2), (None, None)),
        (V1, VersionClaim("v1", 2, replaces=True), (None, None)),
        (V1, VersionClaim("", 2), (None, "other_version")),
        (VersionClaim("", 1), V2, (None, "other_version")),
        (VersionClaim("v1", 1, replaces=True), V2, (None, "other_version")),
        (VersionClaim("v1", 1, replaces=True), V2_REPLACES, ("replaced", None)),
    ],
)
def test_the_later_version_is_refused_or_replaces_the_earlier(
    earlier: VersionClaim, later: VersionClaim, codes: tuple[str | None, str | None]
) -> None:
    """One of the two versions stays, whichever node decides."""
    assert (code_of(earlier, [later]), code_of(later, [earlier])) == codes


def test_the_refusal_names_the_version_and_both_remedies() -> None:
    error = version_conflict(V2, [V1])
    assert error is not None
    assert error.message == (
        "Version v1 of this bot is running, and this is version v2. Start it again with --replace"
        " (SDK: replace=True) to take its games over, or give both the same --version (SDK:"
        " version=) to let them play side by side."
    )
    unnamed = version_conflict(V2, [VersionClaim("", 1)])
    assert unnamed is not None
    assert unnamed.message.startswith("A version without a name of this bot is running, ")


def test_posted_claims_decide_like_all_claims() -> None:
    claims = [
        VersionClaim("v1", 3),
        VersionClaim("v1", 5),
        VersionClaim("v1", 7, replaces=True),
        VersionClaim("v1", 9),
    ]
    assert decisive_claims(claims) == [claims[0], claims[2]]
    for other in (
        VersionClaim("v2", 2),
        VersionClaim("v2", 4),
        VersionClaim("v2", 6),
        VersionClaim("v2", 8),
    ):
        for claim in (other, msgspec.structs.replace(other, replaces=True)):
            assert code_of(claim, decisive_claims(claims)) == code_of(claim, claims)


# ── over the wire ────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def process(
    server: Server, token: str, id: str, version: str, *, replace: bool = False
) -> AsyncIterator[WebSocket]:
    """A socket in the lobby of a process that plays tic-tac-toe."""
    async with websocket(server, "/ws/lobby", token) as lobby:
        fields = {"plays": ["tictactoe"], "process": id, "version": version}
        await lobby.send("watch", replace=replace, **fields)
        yield lobby


@asynccontextmanager
async def joined(server: Server, token: str, id: str, version: str) -> AsyncIterator[WebSocket]:
    """A process that is in the lobby."""
    async with process(server, token, id, version) as socket:
        await socket.until("lobby")
        yield socket


async def ended(socket: WebSocket, code: str, reason: str) -> str:
    """Waits until the server has closed the socket with this error. Returns its text."""
    error = await socket.until("error", code=code)
    await socket.socket.wait_closed()
    assert (socket.socket.close_code, socket.socket.close_reason) == (1008, reason)
    return str(error["message"])


async def test_another_version_is_refused_with_a_message(server: Server) -> None:
    token = bot(server, "Refuser")
    async with process(server, token, "a", "v1") as first:
        await first.until("lobby")
        async with process(server, token, "b", "v2") as second:
            text = await ended(second, "other_version", "another version runs")
            assert text.startswith("Version v1 of this bot is running, and this is version v2.")
        async with process(server, token, "c", "v1") as same_version:
            while not await is_listed_as(same_version, "Refuser", version="v1"):
                pass
        game = new_game(server, server.person(), **game_against("Refuser"))
        assert (await first.until("invited"))["game"] == game


@pytest.mark.parametrize("version", ["x" * 41, "two words", "v\u00e9", "a/b"])
async def test_invalid_versions_are_malformed(server: Server, version: str) -> None:
    token = bot(server, f"Odd_{len(version)}_{ord(version[1])}")
    async with process(server, token, "a", version) as lobby:
        assert (await lobby.until("error"))["code"] == "malformed"


async def test_the_record_shows_when_a_newer_version_took_over(
    server: Server,
) -> None:
    ann, token = server.person(), bot(server, "Successor")
    longest = "v2." + "x" * 37
    async with (
        joined(server, token, "a", "v1") as first,  # the first to join gets the game
        joined(server, token, "b", "v1") as same_version,
    ):
        game = new_game(server, ann, **game_against("Successor"))
        first_invitation = await first.until("invited")
        path = f"/ws/games/{game}"
        async with (
            websocket(server, path, ann) as ann_socket,
            websocket(server, path, token) as older,
            websocket(server, path, token) as newer,
        ):
            await older.send("hello", process="a", assignment=first_invitation["assignment"])
            await begin(ann_socket, older)
            for ply, (socket, move) in enumerate(zip((ann_socket, older) * 2, MOVES, strict=False)):
                if ply == 2:
                    break
                await socket.until("ack", id=await socket.send("move", ply=ply, move=move))
            async with process(server, token, "c", longest, replace=True) as second:
                second_invitation = await second.until("invited")
                assert second_invitation["game"] == game
                assert second_invitation["assignment"] > first_invitation["assignment"]
                for old in (first, same_version):
                    text = await ended(old, "replaced", "replaced by another version")
                    assert text == (
                        f"Version {longest} of this bot has taken its games over: version v1 ends."
                    )
                assert not any(m["type"] == "invited" for m in same_version.received), (
                    "a replaced process gets no invitations"
                )
                fields = {"assignment": second_invitation["assignment"], "version": longest}
                await newer.send("hello", process="c", **fields)
                await newer.until("welcome")
                assert (await older.until("error"))["code"] == "played_elsewhere"
                await ann_socket.until("ack", id=await ann_socket.send("move", ply=2, move="a2"))
                refused = await newer.send("move", id="v2-2", ply=3, move="a1")
                await newer.until("error", id=refused, code="illegal_move")
                played = await newer.send("move", id="v2-3", ply=3, move="b2")
                await newer.until("ack", id=played)
                await ann_socket.send("move", ply=4, move="a3")
                await ann_socket.until("finished")
    _, export, _ = server.http("GET", f"/api/v1/games/{game}/export")
    record = msgspec.convert(export, p.Export)
    assert verify(record, rules_for).moves == 5
    versions = [
        event.seat_view.player.version if isinstance(event, p.Seated) else event.ply
        for event in record.events
        if isinstance(event, p.Moved)
        or (isinstance(event, p.Seated) and event.seat == 1 and event.seat_view.player)
    ]
    assert versions == ["v1", "v1", 0, 1, 2, longest, 3, 4]
    _, page, _ = server.http("GET", "/api/v1/games?player=Successor")
    (row,) = page["games"]
    assert row["seats"][1]["player"]["version"] == longest


async def test_a_version_sent_only_to_the_lobby_is_recorded(server: Server) -> None:
    ann, token = server.person(), bot(server, "Laconic")
    async with process(server, token, "a", "v7") as lobby:
        await lobby.until("lobby")
        game = new_game(server, ann, **game_against("Laconic"))
        await lobby.until("invited")
        async with websocket(server, f"/ws/games/{game}", token) as room:
            await room.send("hello")
            await room.until("ack", id=await room.send("sit"))
            views = [m["seat_view"] for m in room.received if m["type"] == "seated"]
            assert views[-1]["player"]["version"] == "v7"


async def test_a_process_may_change_its_version(server: Server) -> None:
    token = bot(server, "Renamer")
    async with process(server, token, "a", "v1") as lobby:
        await lobby.until("lobby")
        await lobby.send("watch", plays=["tictactoe"], process="a", version="v2")
        while not await is_listed_as(lobby, "Renamer", version="v2"):
            pass
