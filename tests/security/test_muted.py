"""A muted account, its bots, and accounts at a muted address publish no text in any field."""

import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec import inspect

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Room
from zeitnot_server.store import AuditActor, PasswordHash, Sanction
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import sanctions
from zeitnot_server.store.sqlite.connect import connect

from .local import Local, running
from .raw import Answer, connected, frame, opened, request
from .test_allowances import first_message_of, send
from .test_reports import game_in_progress, play, reports, stored_events

BODIES = (
    *(p.NewSession, p.NewName, p.NewBot, p.NewToken, p.Rotation, p.NewGame, p.NewImport),
    *(
        p.NewPeople,
        p.passkeys.NewPasskey,
        p.passkeys.NewPasskeyName,
        p.people.NewBlock,
        p.people.NewComplaint,
    ),
    *(p.clubs.NewClub, p.clubs.ClubChange, p.clubs.ClubMembership, p.clubs.ClubRoleChange),
    *(p.clubs.NewClubCode, p.clubs.LadderTerms, p.clubs.NewLadderChallenge, p.clubs.LadderAnswer),
)

# Every text field of a message or request, and why it publishes no text of a muted account.
HARMLESS = {
    "game": "must be the id of the room",
    "id": "is only sent back to its sender",
    "process": "is never sent to others",
    "move": "must be legal",
    "engine.unit": "is one of a few words",
    "engine.pv": "must be moves, and of a muted account is left out",
    "engine.lines.move": "the same",
    "engine.lines.pv": "the same",
    "unit": "is one of a few words",
    "pv": "must be moves, and of a muted account is left out",
    "lines.move": "the same",
    "lines.pv": "the same",
    "salt": "of a muted account has only hexadecimal digits",
    "text": "of a muted account is refused",
    "plays": "is a list of known games",
    "version": "of a muted account is not shown",
    "takes.games": "of a muted account are known games with known settings, like everyone's",
    "pool.game_type": "must be known",
    "NewSession.name": "of a muted account is refused",
    "NewName.name": "of a muted account is refused",
    "NewPeople.names": "of a muted account are refused",
    "NewBot.name": "of a muted account is refused",
    "NewToken.bot": "must be a bot of the account",
    "NewToken.name": "is shown to its owner",
    "NewPasskey.credential": "is only verified",
    "NewPasskey.name": "is shown to its owner",
    "NewPasskeyName.name": "is shown to its owner",
    "NewGame.game_type": "must be known",
    "NewGame.seats.name": "must be a bot's",
    "NewGame.seats.account": "must be that of a person who takes challenges",
    "NewGame.settings": "must be one of the choices",
    "NewGame.setup.position": "is stored as the rules write it",
    "NewGame.setup.moves": "must be legal",
    "NewBlock.person": "must be a bot's name or a kept one",
    "NewBlock.game": "must be the id of a game",
    "NewComplaint.person": "must be a bot's name or a kept one",
    "NewComplaint.game": "must be the id of a game",
    "NewComplaint.text": "is only shown to the operator",
    "NewImport.text": "of a muted account is refused",
    "NewImport.game_type": "must be known",
    "NewClub.name": "of a muted account is refused",
    "NewClub.slug": "of a muted account is refused",
    "NewClub.description": "of a muted account is refused",
    "NewClub.games": "must be known",
    "ClubChange.name": "of a muted account is refused",
    "ClubChange.description": "of a muted account is refused",
    "ClubChange.news": "of a muted account is refused",
    "ClubChange.games": "must be known",
    "ClubChange.presets.name": "of a muted account is refused",
    "ClubMembership.code": "must be the club's",
    "NewLadderChallenge.name": "must be a kept one",
    "NewComplaint.club": "must be the address of a club",
}


def texts(type_: inspect.Type, path: str = "") -> Iterator[str]:
    """The paths of all text fields of a type."""
    match type_:
        case inspect.StrType():
            yield path
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from texts(field.type, f"{path}.{field.name}" if path else field.name)
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
            yield from texts(inner, path)
        case inspect.DictType(key_type=key, value_type=value):
            yield from texts(key, path)
            yield from texts(value, path)
        case inspect.UnionType(types=types):
            for one in types:
                yield from texts(one, path)


def test_no_other_field_has_a_text() -> None:
    """A new field belongs in this list, and in docs/how-to/people.md."""
    found = {path for kind in get_args(p.RoomIn) for path in texts(inspect.type_info(kind))}
    found |= set(texts(inspect.type_info(p.Watch)))
    for body in BODIES:
        found |= {f"{body.__name__}.{path}" for path in texts(inspect.type_info(body))}
    assert found == set(HARMLESS)


# ── muted accounts ───────────────────────────────────────────────────────────────────────────────

PROSE = "meet.me-at-example.com"


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path) as server:
        yield server


async def mute(folder: Path, local: Local, account: str | None, network: str | None = None) -> None:
    with contextlib.closing(connect(folder / "zeitnot.db")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        muted = Sanction("mute", account, network, "shouts", wall_ms(), None)
        sanctions.add(connection, AuditActor("operator"), muted)
        connection.execute("COMMIT")
    await local.game_server.moderation.enforcement.check()


async def account_of(local: Local, token: str) -> str:
    return str((await local.post("session", {}, token)).json["account"])


async def rename(local: Local, token: str, name: str) -> Answer:
    body = json.dumps({"name": name}).encode()
    head = {"content_type": "application/json", "content_length": str(len(body))}
    path = "/api/v1/session"
    async with connected(local.host) as connection:
        return await connection.ask(
            request(path, "PATCH", authorization=f"Bearer {token}", **head), body
        )


async def test_no_name_is_chosen(local: Local, tmp_path: Path) -> None:
    ann = await local.person()
    bot = (await local.post("bots", {"name": "Quiet_Bot"}, ann)).json["token"]
    await mute(tmp_path, local, await account_of(local, ann))
    for answer in (
        await local.post("session", {"name": "Shout"}, ann),
        await local.post("bots", {"name": "Shout"}, ann),
        await local.post("bots", {"name": "Shout"}, bot),
        await rename(local, ann, "Shout"),
        await local.post("imports", {"text": '[White "Shout"]\n\n1. e4 *'}, ann),
    ):
        assert (answer.status, answer.json["code"]) == (403, "muted")
        assert "shouts" in answer.json["detail"]
    assert (await local.post("session", {}, ann)).status == 200


async def test_no_text_of_a_club_is_written(local: Local, tmp_path: Path) -> None:
    store = local.game_server.store
    (made,) = await store.members.create(AuditActor("operator"), ["Ann"])
    by = AuditActor(made.account)
    session = await store.codes.reset(by, made.code, PasswordHash("none"))
    assert session is not None
    assert (await local.post("clubs", {"name": "Calm"}, session.token)).status == 201
    await mute(tmp_path, local, made.account)
    preset = {"name": PROSE, "control": {"kind": "unlimited"}}
    for method, path, body in (
        ("POST", "clubs", {"name": "Shout"}),
        ("PATCH", "clubs/calm", {"name": "Shout"}),
        ("PATCH", "clubs/calm", {"news": PROSE}),
        ("PATCH", "clubs/calm", {"description": PROSE}),
        ("PATCH", "clubs/calm", {"presets": [preset]}),
    ):
        answer = await local.send(method, path, body, session.token)
        assert (answer.status, answer.json["code"]) == (403, "muted"), body


async def test_no_name_is_chosen_at_a_muted_address(local: Local, tmp_path: Path) -> None:
    await mute(tmp_path, local, None, "192.0.2.0/24")
    at = {"x_forwarded_for": "192.0.2.7"}
    for path in ("session", "bots"):
        answer = await local.post(path, {"name": "Shout"}, None, **at)
        assert (answer.status, answer.json["code"]) == (403, "muted")
    assert (await local.post("session", {}, None, **at)).status == 201
    elsewhere = {"x_forwarded_for": "198.51.100.7"}
    assert (await local.post("session", {"name": "Calm"}, None, **elsewhere)).status == 201


async def test_reports_have_no_moves(local: Local, tmp_path: Path) -> None:
    report = {"depth": 3, "unit": "points", "pv": "b2", "lines": [{"move": "a1", "pv": "b2"}]}
    async with game_in_progress(local) as (game, connections):
        for player in players(local, game):
            await mute(tmp_path, local, player)
        await send(connections[0], game, "info", ply=0, mode="thinking", **report)
        assert "pv" not in await connections[1].message("info")
        await play(game, connections, report)
        stored = reports(await stored_events(local, game))
    assert stored == [p.EngineReport(depth=3, unit="points")] * 5


def room(local: Local, game: str) -> Room:
    room_actor = local.game_server.registry.in_memory(game)
    assert room_actor is not None
    return room_actor.room


def players(local: Local, game: str) -> list[str]:
    """The accounts of a game's players."""
    return [seat.actor.account for seat in room(local, game).seats if seat.actor]


@pytest.mark.parametrize("muted", [True, False])
async def test_no_version_is_shown(local: Local, tmp_path: Path, muted: bool) -> None:
    owner = await local.person()
    bot = (await local.post("bots", {"name": "Loud_Bot"}, owner)).json["token"]
    if muted:
        await mute(tmp_path, local, await account_of(local, owner))
    async with opened(local.host, "/ws/lobby", bot) as lobby:
        watch = {"type": "watch", "plays": ["tictactoe"], "version": PROSE}
        await lobby.send(frame(json.dumps(watch)))
        await lobby.message("lobby")
        (view,) = (await local.get("/api/v1/catalogue")).json["bots"]
        assert view.get("version") == (None if muted else PROSE)
        game = await local.game(owner)
        async with opened(local.host, f"/ws/games/{game}", bot) as socket:
            await send(socket, game, "hello", version=PROSE)
            await send(socket, game, "sit", id="sit")
            answer = await first_message_of(socket, "ack", "error")
            assert answer["type"] == "ack", answer
    versions = [seat.actor.version for seat in room(local, game).seats if seat.actor]
    assert versions == [None if muted else PROSE]
    assert (PROSE in p.encode(await stored_events(local, game))) is not muted


# ── positions ────────────────────────────────────────────────────────────────────────────────────


async def test_a_position_is_shown_as_the_rules_write_it(local: Local) -> None:
    """An EPD may have comments."""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"
    body = {
        "game_type": "chess",
        "control": {"kind": "unlimited"},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "setup": {"position": f'{start} id "meet me"; c0 "at example.com";'},
    }
    answer = await local.post("games", body, await local.person())
    assert answer.status == 201, answer.json
    assert room(local, answer.json["id"]).game_setup.setup.position == f"{start} 0 1"
