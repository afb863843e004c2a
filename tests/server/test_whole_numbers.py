"""Integers may be written as JSON Schema allows: `60000.0` and `6e4` (draft 2020-12, validation,
section 6.1.1)."""

import json
from collections.abc import Iterator
from time import perf_counter
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

import zeitnot_protocol as p
from zeitnot_protocol import whole_numbers
from zeitnot_server.web.http.malformed import explain

from .running_server import Server, websocket

BODIES = (p.NewSession, p.NewName, p.NewBot, p.NewToken, p.Rotation, p.NewGame, p.NewImport)
MESSAGES = (*get_args(p.RoomIn), p.Watch)
TEXTS = {"kind": "me"}  # valid values of fields that do not take every text
MARK = "@number@"


def plain(type_: inspect.Type, field: str = "") -> Any:
    """A valid value of a type."""
    match type_:
        case inspect.IntType(ge=least):
            return least or 0
        case inspect.StructType(fields=fields, cls=cls):
            tag = cls.__struct_config__.tag
            required = {each.name: plain(each.type, each.name) for each in fields if each.required}
            return {**({"type": tag} if tag else {}), **required}
        case inspect.ListType(item_type=inner):
            return [plain(inner, field)]
        case inspect.UnionType(types=types):
            return plain(types[0], field)
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.BoolType():
            return True
        case inspect.StrType():
            return TEXTS.get(field, "abcd")
    raise AssertionError(type_)


def marked(type_: inspect.Type, path: str = "") -> Iterator[tuple[Any, str, int]]:
    """Values of a type, each with MARK in place of one integer; the path of this field, and a
    number that it may have."""
    match type_:
        case inspect.IntType(ge=least):
            yield MARK, path, int(least or 1)
        case inspect.StructType(fields=fields):
            base = plain(type_)
            for each in fields:
                for value, field, least in marked(each.type, f"{path}.{each.name}"):
                    yield {**base, each.name: value}, field, least
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
            yield from (([value], field, least) for value, field, least in marked(inner, path))
        case inspect.DictType(value_type=inner):
            yield from (({"k": value}, field, least) for value, field, least in marked(inner, path))
        case inspect.UnionType(types=types):
            for each in types:
                yield from marked(each, path)


def integers(kinds: tuple[type, ...]) -> list[Any]:
    return [
        pytest.param(kind, value, least, id=f"{kind.__name__}{path}")
        for kind in kinds
        for value, path, least in marked(inspect.type_info(kind))
    ]


def forms(value: int) -> list[str]:
    """The same number, written in other ways."""
    return [f"{value}.0", f"{value}.000e0", f"{value}0E-1", f"{value}00.0e-0002"]


def decode(kind: type, text: str) -> Any:
    if kind is p.Watch:
        return p.decode_lobby_in(text)
    if kind in MESSAGES:
        return p.decode_room_in(text)
    return whole_numbers.decode(msgspec.json.Decoder(kind), text.encode())


@pytest.mark.parametrize(("kind", "value", "least"), integers((*MESSAGES, *BODIES)))
def test_every_integer_may_have_a_fraction_of_zero_or_an_exponent(
    kind: type, value: Any, least: int
) -> None:
    text = json.dumps(value)
    written = decode(kind, text.replace(f'"{MARK}"', str(least)))
    for form in forms(least):
        assert decode(kind, text.replace(f'"{MARK}"', form)) == written, form
    for wrong in (f"{least}.5", "1e-1", "1e400", "1e308", "-1e308", "NaN", "Infinity"):
        with pytest.raises(msgspec.DecodeError):
            decode(kind, text.replace(f'"{MARK}"', wrong))


def test_many_fields_are_covered() -> None:
    assert len(integers(MESSAGES)) >= 20
    assert len(integers(BODIES)) >= 18


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0.0", 0),
        ("-0.0", 0),
        ("0e999999999999", 0),
        ("1e3", 1000),
        ("1E+3", 1000),
        ("1200e-2", 12),
        ("0.0012e4", 12),
        ("1e0000000000000003", 1000),
        ("9007199254740991.0", 2**53 - 1),
        ("9.007199254740991e15", 2**53 - 1),
    ],
)
def test_digits_are_exact(written: str, number: int) -> None:
    message = p.decode_room_in(f'{{"type":"hello","game":"abcd2345","since":{written}}}')
    assert isinstance(message, p.Hello)
    assert message.since == number


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("1.5", "The since must be a whole number, not a fraction or beyond 2^53."),
        ("1e-1", "The since must be a whole number, not a fraction or beyond 2^53."),
        ("1e308", "The since must be a whole number, not a fraction or beyond 2^53."),
        ("1e400", "The since is out of range."),
        ("1e" + "9" * 3000, "The since is out of range."),
        ("9007199254740993.0", "The since must be at most 9007199254740991."),
        ("1e17", "The since must be at most 9007199254740991."),
        ("-1.0", "The since must be at least 0."),
    ],
)
def test_others_are_refused_in_one_sentence(written: str, message: str) -> None:
    with pytest.raises(msgspec.DecodeError) as refused:
        p.decode_room_in(f'{{"type":"hello","game":"abcd2345","since":{written}}}')
    assert explain(refused.value) == message


def test_numbers_within_texts_are_left_alone() -> None:
    text = r"1.0 and \"2e3\" \\"
    message = p.decode_room_in(
        f'{{"type":"move","game":"abcd2345","id":"{text}","ply":2.0,"move":"3e3 \\" 4.0"}}'
    )
    assert isinstance(message, p.Move)
    assert (message.id, message.ply, message.move) == (json.loads(f'"{text}"'), 2, '3e3 " 4.0')


@pytest.mark.parametrize(
    "filling",
    ['"' + '\\"' * 7000, "[" + "1e308," * 2500, "[" + "1e-9999999," * 1300, "9" * 15000 + ".0"],
)
def test_a_hostile_text_costs_no_time(filling: str) -> None:
    started = perf_counter()
    with pytest.raises(msgspec.DecodeError):
        decode(p.Rotation, f'{{"grace_s":1.5,"x":{filling}')
    assert perf_counter() - started < 0.5


# ── on the wire ──────────────────────────────────────────────────────────────────────────────────


async def test_a_game_is_created_and_played_with_such_numbers(server: Server) -> None:
    ann = server.person()
    text = (
        '{"game_type":"gomoku","control":{"kind":"fischer","base_ms":60000.0,"increment_ms":1e3},'
        '"seats":[{"kind":"me"},{"kind":"open"}],"settings":{"size":15.0}}'
    )
    status, created, _ = server.http("POST", "/api/v1/games", text.encode(), token=ann)
    assert status == 201, created
    path = f"/ws/games/{created['id']}"
    async with websocket(server, path, ann) as socket:
        await socket.socket.send(f'{{"type":"hello","game":"{created["id"]}","since":0.0}}')
        welcome = await socket.until("welcome")
    assert welcome["room"]["control"]["base_ms"] == 60_000
    assert welcome["room"]["control"]["increment_ms"] == 1_000


async def test_a_fraction_is_one_error_over_http(server: Server) -> None:
    ann = server.person()
    id = server.http("GET", "/api/v1/tokens", token=ann)[1]["tokens"][0]["id"]
    for written in ("1.5", "1e308", "1e400"):
        body = f'{{"grace_s":{written}}}'.encode()
        status, problem, _ = server.http("POST", f"/api/v1/tokens/{id}/rotate", body, token=ann)
        assert (status, problem["code"]) == (400, "malformed")
