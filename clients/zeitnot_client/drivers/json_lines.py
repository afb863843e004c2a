"""One JSON object in a line for each turn, in the form of Botzone with *keep running*.

The first line has the whole game, {"requests": [...], "responses": [...]}: one request for each of
our turns, and our earlier moves. The program answers {"response": MOVE} in one line. A program that
goes on running then writes KEEP_RUNNING; it gets only the new request at its next turn. Any other
program is started again for each turn, with the whole game.

A request: game, settings, seat, start (the position), `since` (the moves and throws since our last
turn), position; the newest one also has legal (the moves), clock and move_ms.
"""

import json
from collections.abc import Mapping
from typing import Any

from .dialogue import Chose, Event, Ready, Resigned, Talk
from .failures import Unsupported
from .situation import Action, Limits, Moved, Setup, Situation

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
RESIGN = "resign"


class JsonLines(Talk):
    """The dialogue. Raises Unsupported for options, because the protocol has none."""

    def __init__(self, setup: Setup) -> None:
        if setup.options:
            raise Unsupported("The protocol json has no options: write them into the command.")
        self._keeps_running = False
        self._has_answered = False
        self._asked: Situation | None = None
        self._told: tuple[Action, ...] = ()  # what the program knows of the game

    @property
    def is_spent(self) -> bool:
        """Whether the program has answered without KEEP_RUNNING."""
        return self._has_answered and not self._keeps_running

    def greet(self) -> list[Event]:
        return [Ready()]

    def read_line(self, line: str) -> list[Event]:
        if line.strip() == KEEP_RUNNING:
            self._keeps_running = True
            return []
        response = _response(line) if self._asked is not None else None
        if response is None:
            return []
        situation, self._asked, self._has_answered = self._asked, None, True
        assert situation is not None
        move = Moved(situation.seat, response)
        self._told = (*situation.actions, move)
        if response == RESIGN and RESIGN not in situation.legal:
            return [Resigned()]
        return [Chose(response)]

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        newest = {**_request(situation, situation.actions, situation.position), **_now(situation)}
        newest |= _times(limits)
        is_continued = self._has_answered and self._keeps_running and self._knows(situation)
        since = situation.actions[len(self._told) :] if is_continued else None
        self._asked, self._keeps_running = situation, is_continued
        if since is not None:
            return [_line({**newest, "since": [_action(action) for action in since]})]
        requests, responses = _history(situation)
        newest["since"] = requests.pop()["since"]
        return [_line({"requests": [*requests, newest], "responses": responses})]

    def farewell(self) -> list[str]:
        return []

    def _knows(self, situation: Situation) -> bool:
        """Whether the game goes on from what the program knows, without a takeback."""
        told = [_action(action) for action in self._told]
        return [_action(action) for action in situation.actions[: len(told)]] == told


def _history(situation: Situation) -> tuple[list[dict[str, Any]], list[str]]:
    """A request for each of our turns, the present one last, and our moves."""
    requests: list[dict[str, Any]] = []
    responses: list[str] = []
    since: list[Action] = []
    position = situation.start.position
    for action in situation.actions:
        if isinstance(action, Moved) and action.seat == situation.seat:
            requests.append(_request(situation, since, position))
            responses.append(action.move)
            since = []
        else:
            since.append(action)
        position = action.after
    return [*requests, _request(situation, since, position)], responses


def _request(situation: Situation, since: Any, position: str) -> dict[str, Any]:
    start = situation.start
    return {
        "game": start.game,
        "settings": dict(start.settings),
        "seat": situation.seat,
        "start": start.position,
        "since": [_action(action) for action in since],
        "position": position,
    }


def _now(situation: Situation) -> dict[str, Any]:
    return {"legal": list(situation.legal)}


def _times(limits: Limits) -> dict[str, Any]:
    """The clocks, in milliseconds; null without clocks."""
    clocks = limits.clocks
    clock = clocks and {
        "left_ms": list(clocks.left_ms),
        "base_ms": clocks.base_ms,
        "increment_ms": clocks.increment_ms,
        **({} if clocks.moves_to_go is None else {"moves_to_go": clocks.moves_to_go}),
    }
    return {"clock": clock, "move_ms": limits.move_ms}


def _action(action: Action) -> dict[str, Any]:
    if isinstance(action, Moved):
        return {"seat": action.seat, "move": action.move}
    return {"throw": list(action.values)}


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=True)


def _response(line: str) -> str | None:
    """The move of a line; None for other lines."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        return None
    response = content.get("response") if isinstance(content, dict) else None
    return response if isinstance(response, str) else None
