"""`verify` accepts valid records, and rejects a record with a change of any significant field."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, Unseat
from zeitnot_server.rooms.players import StandIn
from zeitnot_server.rooms.room import Actor, Invitation, Phase
from zeitnot_server.verify import Invalid, Unverifiable, verify

from .rooms.games import Deal, Duel, Race
from .rooms.rig import MINUTE, PEOPLE, STRANGER, Rig

BOT = Actor("bot", "Ponderer", bot=True)
INVITED = Invitation("bot", "Ponderer", bot=True, level=2)
FISCHER = p.Control(kind="fischer", base_ms=9_000, increment_ms=500, cap_ms=10_000)


def rules_for(game: str, settings_: p.Settings) -> Any:
    kinds: dict[str, Callable[..., Any]] = {"race": Race, "duel": Duel, "deal": Deal}
    if game not in kinds:
        raise ValueError(f"There is no game {game}.")
    return kinds[game](**settings_)


def read(tree: Any) -> p.Export:
    return msgspec.convert(tree, p.Export)


def new_rig(rules: Any, control: p.Control = MINUTE, **settings_: Any) -> Rig:
    rig = Rig(rules, control)
    rig.room.game_setup.settings.update(settings_)
    return rig


# ── valid records ────────────────────────────────────────────────────────────────────────────────


def race_game() -> Rig:
    """A full game with throws, a bot with a level, chat and outages, and then a rematch."""
    rig = Rig(Race(), FISCHER, (None, INVITED))
    rig.do(0, p.Sit)
    rig.do(0, p.Leave)
    rig.do(1, p.Sit, seat=0)
    rig.send(Unseat(PEOPLE[1].account, 0))
    rig.do(0, p.Sit, seat=0)
    rig.send(rig.command(p.Sit), BOT)
    rig.send(rig.command(p.Ready, salt="pepper"), BOT)
    rig.send(rig.command(p.Chat, text="hello"), STRANGER)
    rig.do(0, p.Ready, salt="salt")
    for turn in range(30):
        if rig.room.phase is not Phase.RUNNING:
            break
        actor = PEOPLE[0] if rig.room.turn == 0 else BOT
        if turn % 3 == 1:
            rig.pause(700).resume(after=50)
        engine = p.EngineReport(depth=turn, ponder=p.PonderReport(hit=True, nodes=9, depth_gain=1))
        command = rig.command(p.Move, ply=rig.room.ply, move="half", engine=engine)
        assert rig.send(command, actor, after=100 + turn).refusal is None
    assert rig.end.reason == "rules"
    rig.do(0, p.RematchWish)
    rig.send(rig.command(p.RematchWish), BOT)
    return rig


def ended_duel(end: Callable[[Rig], object]) -> Rig:
    rig = new_rig(Duel(rounds=3), rounds=3).start()
    rig.move("high", after=1_500)
    rig.do(0, p.Draw, action="offer")
    rig.do(1, p.Draw, action="decline")
    rig.do(1, p.Chat, text="no")
    rig.move("low", after=200)
    rig.pause(elapsed=400)
    rig.resume(after=10)
    rig.do(0, p.Draw, action="offer", after=300)
    end(rig)
    assert rig.room.finished
    return rig


def game_with_move_limit(end: Callable[[Rig], object]) -> Rig:
    control = p.Control(kind="unlimited", move_limit_ms=5_000)
    rig = new_rig(Duel(rounds=3), control, rounds=3).start()
    end(rig)
    return rig


def aborted_before_the_start() -> Rig:
    rig = Rig(Duel(), invitations=(None, INVITED))
    rig.do(0, p.Sit)
    rig.do(0, p.Abort)
    return rig


RECORDS: dict[str, Callable[[], Rig]] = {
    "rules, with throws": race_game,
    "resigned by 0": lambda: ended_duel(lambda rig: rig.do(0, p.Resign, after=70)),
    "resigned by 1": lambda: ended_duel(lambda rig: rig.do(1, p.Resign, after=70)),
    "agreed": lambda: ended_duel(lambda rig: rig.do(1, p.Draw, action="accept", after=5)),
    "agreed by two offers": lambda: ended_duel(
        lambda rig: rig.do(1, p.Draw, action="offer", after=5)
    ),
    "flag": lambda: ended_duel(lambda rig: rig.flag(after=99_999)),
    "flag by a late move": lambda: ended_duel(lambda rig: rig.move("low", after=60_000)),
    "flag by a chat message": lambda: ended_duel(
        lambda rig: rig.do(1, p.Chat, after=60_000, text="time")
    ),
    "resigned while paused": lambda: ended_duel(lambda rig: rig.pause(1_000).do(0, p.Resign)),
    "aborted": lambda: game_with_move_limit(lambda rig: rig.do(1, p.Abort, after=30)),
    "resigned, unlimited": lambda: game_with_move_limit(
        lambda rig: rig.do(1, p.Resign, after=4_999)
    ),
    "flag by limit per move": lambda: game_with_move_limit(lambda rig: rig.flag(after=5_025)),
    "aborted before the start": aborted_before_the_start,
    "three seats": lambda: three_seats(),
    "a bot plays on": lambda: a_bot_plays_on(),
    "no time left except lag": lambda: moves_within_the_lag(),
}


def moves_within_the_lag() -> Rig:
    """A takeback is accepted after the seat's time is up, but within its lag compensation, and so
    is the seat's next move."""
    rig = new_rig(Duel(rounds=3), p.Control(kind="sudden_death", base_ms=6_000), rounds=3).start()
    rig.lag_ms = 200
    for _ in range(2):
        rig.move("high", after=100)
    rig.move("high")
    rig.do(0, p.Takeback, action="ask")
    left_ms = rig.room.clock.times[1].remaining_ms
    assert left_ms is not None
    rig.do(1, p.Takeback, action="accept", after=left_ms + 60)
    assert rig.room.clock.times[1].remaining_ms == 0
    rig.move("low")
    rig.move("low", after=5)
    rig.do(0, p.Resign)
    return rig


def three_seats() -> Rig:
    rig = Rig(Deal(), p.Control(kind="per_move", time_ms=900)).start()
    rig.move("keep", after=100)
    rig.move("swap", after=899)
    rig.do(0, p.Chat, text="well")
    rig.move("keep", after=0)
    return rig


def a_bot_plays_on() -> Rig:
    """A bot takes the seat of a person who leaves in the own turn, and of another who is away."""
    setup = p.Setup(clock_starts="start", bots_fill=True)
    rig = Rig(Deal(), p.Control(kind="fischer", base_ms=60_000, increment_ms=500), setup=setup)
    rig.start().stand_in = StandIn(BOT)
    rig.move("keep", after=100)
    rig.do(1, p.Resign, after=700)
    rig.people[1] = BOT
    rig.move("swap", after=899)
    rig.send(Abandon(0), after=40)
    rig.move("keep", after=50)
    return rig


@pytest.mark.parametrize("name", RECORDS)
def test_valid_records_verify(name: str) -> None:
    rig = RECORDS[name]()
    verified = verify(rig.export(), rules_for)
    assert (verified.id, verified.moves, verified.throws) == (
        "game0",
        rig.room.ply,
        rig.room.throws,
    )
    assert verified.end == rig.room.finished


@settings(max_examples=200)
@given(
    st.sampled_from([Race(), Duel(), Deal()]),
    st.sampled_from([MINUTE, FISCHER, p.Control(kind="per_move", time_ms=1_200)]),
    st.sampled_from([0, 90, 400]),
    st.lists(
        st.tuples(
            st.sampled_from(["high", "low", "away", "takeback"]),
            st.integers(0, 1_300) | st.integers(0, 9_000),
        )
    ),
)
def test_any_game_played_by_the_rooms_verifies(
    rules: Any, control: p.Control, lag_ms: int, script: list[tuple[str, int]]
) -> None:
    rig = Rig(rules, control).start()
    rig.lag_ms = lag_ms
    for action, after_ms in script:
        if rig.room.phase is not Phase.RUNNING:
            break
        if action == "away":
            rig.pause(after_ms).resume(after=after_ms)
        elif action == "takeback":
            take_back(rig, after_ms)
        else:
            choice = ["high", "low"].index(action)
            rig.move(rules.legal(rig.room.state)[choice], after=after_ms)
    if rig.room.phase is Phase.RUNNING:
        rig.do(1, p.Resign)
    verify(rig.export(), rules_for)


def take_back(rig: Rig, after_ms: int) -> None:
    """Seat 0 asks for a takeback, and the others accept `after_ms` later."""
    rig.do(0, p.Takeback, action="ask")
    for seat in range(1, len(rig.room.seats)):
        rig.do(seat, p.Takeback, after=after_ms if seat == 1 else 0, action="accept")


# ── changed records ──────────────────────────────────────────────────────────────────────────────


def test_older_records_need_not_name_the_aborter() -> None:
    tree = msgspec.to_builtins(aborted_before_the_start().export())
    assert tree["events"][-1].pop("ended_by") is not None
    assert verify(read(tree), rules_for).end.ended_by is None


def leaf_paths(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every leaf of a JSON tree."""
    if isinstance(tree, (dict, list)):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaf_paths(value, (*path, key))
    else:
        yield path


def different_value(value: Any) -> Any:
    """A value of the same kind that is not this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if value is None:
        return 0
    return value[:-1] + ("1" if value[-1:] != "1" else "2")


def with_changed_leaf(tree: Any, path: tuple[Any, ...]) -> Any:
    copy = json.loads(json.dumps(tree))
    node = copy
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = different_value(node[path[-1]])
    return copy


# Fields that a record cannot prove: instants, `rated`, engine reports, chat, the next game's id,
# and a limit that was never reached.
UNPROVABLE = {
    *("created_at", "rated", "bots_fill", "at"),
    *("engine", "text", "next", "move_limit_ms", "rounds"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_seat_that_does_not_exist_is_reported(name: str) -> None:
    tree = json.loads(p.encode(RECORDS[name]().export()))
    with_seats = [
        index for index, event in enumerate(tree["events"]) if event.get("seat") is not None
    ]
    for index, seat in ((index, seat) for index in with_seats for seat in (-1, -3, 9)):
        copy = json.loads(json.dumps(tree))
        copy["events"][index]["seat"] = seat
        with pytest.raises(Invalid, match=f"there is no seat {seat}"):
            verify(read(copy), rules_for)


def is_unprovable(tree: Any, path: tuple[Any, ...]) -> bool:
    """Whether a record cannot prove this field: those of `UNPROVABLE`, names of players who left
    before the start, the seat of an unanswered offer, the thinking time before a resignation, and
    how long after the end of a seat's time a takeback was accepted."""
    if UNPROVABLE & set(path) or path[-1] == "reserved":
        return True
    event = tree["events"][path[1]] if path[0] == "events" else {"type": None}
    match event["type"]:
        case "said" | "seated":
            return path[-1] == "name"
        case "offered":
            return path[-1] == "seat"
        case "taken_back":
            return path[2] == "elapsed_ms" and 0 in event["clock"]["remaining_ms"]
        case "finished":
            return path[2] == "clock" and event["reason"] in ("resign", "agreed", "aborted")
    return False


@pytest.mark.parametrize("name", RECORDS)
def test_changing_any_significant_field_is_noticed(name: str) -> None:
    tree = json.loads(p.encode(RECORDS[name]().export()))
    accepted = []
    for path in leaf_paths(tree):
        try:
            verify(read(with_changed_leaf(tree, path)), rules_for)
        except (Invalid, Unverifiable, msgspec.ValidationError):
            continue
        else:
            accepted.append(path)
    assert [path for path in accepted if not is_unprovable(tree, path)] == []


@pytest.mark.parametrize("name", RECORDS)
def test_events_cannot_be_omitted_or_repeated(name: str) -> None:
    """The events are renumbered, so that the numbers do not reveal the change. Chat, offers and
    similar events without an effect can be omitted without a trace, so they are not tested."""
    tree = json.loads(p.encode(RECORDS[name]().export()))
    events = tree["events"]
    without_effect = ("said", "rematch", "offered", "answered", "seated", "paused", "resumed")
    for at, event in enumerate(events):
        if event["type"] in without_effect:
            continue
        for changed in (events[:at] + events[at + 1 :], [*events[: at + 1], *events[at:]]):
            renumbered = [{**e, "seq": i + 1} for i, e in enumerate(changed)]
            with pytest.raises((Invalid, Unverifiable)):
                verify(read({**tree, "events": renumbered}), rules_for)


@pytest.mark.parametrize("name", RECORDS)
def test_events_cannot_be_omitted_without_renumbering(name: str) -> None:
    tree = json.loads(p.encode(RECORDS[name]().export()))
    events = tree["events"]
    for at in range(len(events) - 1):
        with pytest.raises(Invalid):
            verify(read({**tree, "events": events[:at] + events[at + 1 :]}), rules_for)


@pytest.mark.parametrize("name", RECORDS)
def test_a_truncated_record_is_rejected(name: str) -> None:
    tree = json.loads(p.encode(RECORDS[name]().export()))
    end = next(i for i, e in enumerate(tree["events"]) if e["type"] == "finished")
    for length in range(end + 1):
        with pytest.raises(Invalid):
            verify(read({**tree, "events": tree["events"][:length]}), rules_for)


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("agreed", {"format": "pgn"}, "format"),
        ("agreed", {"game_type": "snap"}, "There is no game snap"),
        ("agreed", {"rules_version": 2}, "version 2"),
        ("agreed", {"seed": None}, "still secret"),
    ],
)
def test_records_that_cannot_be_verified(name: str, changes: dict[str, Any], message: str) -> None:
    tree = json.loads(p.encode(RECORDS[name]().export()))
    with pytest.raises(Unverifiable, match=message):
        verify(read({**tree, **changes}), rules_for)


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("agreed", {"seed": "zz"}, "not a hex number"),
        ("agreed", {"seed": "00"}, "commitment"),
        ("agreed", {"players": []}, "0 seats"),
        ("agreed", {"control": {"kind": "fischer", "base_ms": 1}}, "needs increment_ms"),
        ("agreed", {"settings": {"rounds": 1}}, "event 10 .moved.: clock is"),
        ("rules, with throws", {"id": "game1"}, "game is"),
    ],
)
def test_the_message_names_the_invalid_field(
    name: str, changes: dict[str, Any], message: str
) -> None:
    tree = json.loads(p.encode(RECORDS[name]().export()))
    with pytest.raises(Invalid, match=message):
        verify(read({**tree, **changes}), rules_for)


def test_a_changed_throw_is_named() -> None:
    tree = json.loads(p.encode(race_game().export()))
    threw = next(e for e in tree["events"] if e["type"] == "threw")
    threw["values"] = [threw["values"][0] % 6 + 1]
    with pytest.raises(Invalid, match=rf"event {threw['seq']} \(threw\): values is"):
        verify(read(tree), rules_for)


def test_a_changed_salt_gives_other_throws() -> None:
    """The salt is changed everywhere, but the throws are those of the old salt."""
    text = p.encode(race_game().export()).replace('"pepper"', '"papper"')
    with pytest.raises(Invalid, match="threw"):
        verify(msgspec.json.decode(text, type=p.Export), rules_for)
