"""What bots take: `watch` is checked, processes are merged into one row, other games are refused,
and a game goes to a process that takes it."""

from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.assignment import requirements_of
from zeitnot_server.bots.online import OnlineBots
from zeitnot_server.bots.takes import check_takes, merged_takes
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation

DEEP = Actor("acc-deep", "Deep", bot=True)
FOR_ANN, FOR_DEEP = Invitation("acc-ann", "Ann"), Invitation("acc-deep", "Deep", True)
FOR_HAL = Invitation("acc-hal", "Hal", True)
MINUTE = p.Control(kind="sudden_death", base_ms=60_000)
HOUR = p.Control(kind="sudden_death", base_ms=3_600_000)
FAST = {"base_ms": {"most": 300_000}}
SLOW = {"base_ms": {"least": 300_001}}


def watch(*takes: dict[str, Any], plays: str = "othello", **fields: Any) -> p.Watch:
    entries = msgspec.convert(takes, list[p.Takes])
    return p.Watch(plays=plays.split(), takes=entries, **fields)


def watcher(*takes: dict[str, Any], **fields: Any) -> Watcher:
    return Watcher(DEEP, SendQueue(lambda: None), watch(*takes, **fields))


def game(
    *seats: Invitation | None, control: p.Control = MINUTE, kind: str = "othello", **settings: Any
) -> GameSetup:
    rules = rules_for(kind, settings)
    seats = seats or (FOR_ANN, FOR_DEEP)
    return GameSetup("abcd", rules, rules.settings, control, bytes(32), 1, seats)


def online(*watchers: Watcher) -> OnlineBots:
    bots = OnlineBots()
    for each in watchers:
        bots.join(each, {})
    return bots


# ── checks ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"games": {"othello": {"komi": [8]}}}, "takes: othello has no setting komi."),
        ({"games": {"gomoku": {"size": [999]}}}, "takes: size of gomoku cannot be 999."),
        ({"games": {"gomoku": {"size": [True]}}}, "takes: size of gomoku cannot be true."),
        ({"games": {"chess": {}}}, "takes: chess is not in plays."),
        ({"games": {"future": {}}}, "takes: this server has none of the games."),
    ],
)
def test_takes_that_cannot_be_meant_are_malformed(entry: dict[str, Any], message: str) -> None:
    error = check_takes(watch(entry, plays="othello gomoku future"))
    assert error == p.Error(code="malformed", message=message)


def test_games_of_newer_servers_are_left_out() -> None:
    """So texts that the server does not know are shown to nobody."""
    bot = watcher({"games": {"future": {"x": ["y"]}, "othello": {}}}, plays="othello future")
    assert check_takes(bot.watch) is None
    assert bot.bot is not None
    assert bot.bot.takes == [p.Takes(games={"othello": {}})]


# ── the row ──────────────────────────────────────────────────────────────────────────────────────


def takes_of(*watchers: Watcher) -> list[p.Takes]:
    return merged_takes([each.bot for each in watchers if each.bot])


def test_a_row_has_what_any_process_takes() -> None:
    fast, slow = p.Takes(base_ms=p.Range(most=300_000)), p.Takes(base_ms=p.Range(least=300_001))
    assert takes_of(watcher(), watcher()) == []
    assert takes_of(watcher(FAST), watcher(FAST), watcher(SLOW)) == [fast, slow]
    assert takes_of(watcher(FAST), watcher()) == [fast, p.Takes()]
    chess = watcher(plays="chess")
    assert takes_of(watcher(FAST), chess) == [
        p.Takes(games={"othello": {}}, base_ms=p.Range(most=300_000)),
        p.Takes(games={"chess": {}}),
    ]


def test_a_row_is_bounded() -> None:
    many = [watcher({"base_ms": {"least": n}}) for n in range(20)]
    assert len(takes_of(*many)) == p.MAX_TAKES
    wide = {"kinds": ["sudden_death", "fischer", "delay", "bronstein", "per_move", "byoyomi"] * 2}
    long = takes_of(*(watcher({**wide, "base_ms": {"least": n}}) for n in range(8)))
    assert 1 < len(long) < 8
    assert len(p.encode(long)) <= p.MAX_TAKES_BYTES


# ── games ────────────────────────────────────────────────────────────────────────────────────────


def test_other_games_are_refused_with_what_the_bot_takes() -> None:
    bots = online(watcher(FAST), watcher({"people": False}, process="b"))
    assert bots.not_taken(game()) is None
    refusal = bots.not_taken(game(control=HOUR))
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("bot_takes_not", "Deep plays only other bots.")
    assert bots.not_taken(game(FOR_HAL, FOR_DEEP, control=HOUR)) is None
    assert bots.not_taken(game(None, FOR_DEEP, control=HOUR)), "a free seat counts as a person's"


def test_a_setting_that_is_not_named_in_the_request_counts_with_its_default() -> None:
    bots = online(watcher({"games": {"gomoku": {"size": [19]}}}, plays="gomoku"))
    refusal = bots.not_taken(game(kind="gomoku"))
    assert refusal is not None
    assert refusal.message == "Deep takes only size 19."
    assert bots.not_taken(game(kind="gomoku", size=19)) is None


def invited(control: p.Control, deadline: int | None) -> p.Invited:
    return p.Invited(
        game="g", game_type="othello", settings={}, control=control, seat=1, deadline=deadline
    )


def test_a_game_goes_to_a_process_that_takes_it() -> None:
    fast, slow = watcher(FAST, process="fast"), watcher(SLOW, process="slow")
    bots = online(fast, slow)
    for number in range(4):  # not to the least loaded
        assert bots.note(DEEP.account, f"g{number}", requirements_of([invited(HOUR, 1)]))
    assert bots.games_of(slow) == {"g0", "g1", "g2", "g3"}
    assert bots.games_of(fast) == set()


def test_what_a_bot_takes_does_not_end_its_games() -> None:
    """It has accepted g1, and is started again with other ranges, or another process goes on."""
    bots = online(watcher(FAST, process="fast"), slow := watcher(SLOW, process="slow"))
    bots.note(DEEP.account, "g1", requirements_of([invited(HOUR, 1)]))
    bots.note(DEEP.account, "g2", requirements_of([invited(HOUR, 1)]))
    bots.note(DEEP.account, "g1", requirements_of([invited(HOUR, None)]))
    assert bots.leave(slow) == ["g1"], "nobody has accepted g2"
