"""The bus of facts, and that the server has no other way for features to call one another."""

import ast
from dataclasses import dataclass
from pathlib import Path

from structlog.testing import capture_logs

import zeitnot_server
from zeitnot_server.events.bus import Events

SERVER = Path(zeitnot_server.__file__).parent


@dataclass(frozen=True)
class Rang:
    times: int


@dataclass(frozen=True)
class RangTwice(Rang):
    """A kind of its own: subscribers of `Rang` are not told."""


def test_subscribers_are_called_at_once_in_their_order() -> None:
    events, heard = Events(), list[tuple[str, int]]()
    events.publish(Rang(0))
    events.subscribe(Rang, lambda rang: heard.append(("first", rang.times)))
    events.subscribe(Rang, lambda rang: heard.append(("second", rang.times)))
    events.publish(Rang(1))
    events.publish(RangTwice(2))
    assert heard == [("first", 1), ("second", 1)]


def test_a_subscriber_that_raises_is_logged_and_stops_no_other() -> None:
    events, heard = Events(), list[Rang]()

    def fail(rang: Rang) -> None:
        raise LookupError("a bug")

    events.subscribe(Rang, fail)
    events.subscribe(Rang, heard.append)
    with capture_logs() as lines:
        events.publish(Rang(1))
    assert heard == [Rang(1)]
    assert [(line["event"], line["fact"]) for line in lines] == [("subscriber failed", "Rang")]


def test_what_is_subscribed_meanwhile_hears_the_next_fact() -> None:
    events, heard = Events(), list[str]()

    def subscribe(rang: Rang) -> None:
        events.subscribe(Rang, lambda rang: heard.append("new"))

    events.subscribe(Rang, subscribe)
    events.publish(Rang(1))
    assert heard == []
    events.publish(Rang(2))
    assert heard == ["new"]


def test_no_callback_is_assigned_from_outside() -> None:
    """An attribute such as `x.on_change = f` hides who hears of what."""
    assigned = [
        f"{path.relative_to(SERVER)}:{node.lineno} {ast.unparse(target)}"
        for path in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr.startswith("on_")
    ]
    assert assigned == []
