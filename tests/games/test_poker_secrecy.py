"""What the games of poker say of secrecy: dealt otherwise, a game looks the same to its viewer."""

import random
from importlib import import_module

import pytest

from zeitnot_engines.games import History, load

from .poker import Event

GAMES = ("kuhn", "leduc", "holdem")
VIEWERS = (0, 1, None)
CASES = [
    (game, settings)
    for game in GAMES
    for settings in import_module(f"tests.games.{game}.secrecy").SETTINGS
]


def random_events(state: History, chance: random.Random) -> list[Event]:
    """The first events of a random game, which is not over after them."""
    events: list[Event] = []
    for _ in range(chance.randrange(1, 40)):
        if state.due is not None:
            event: Event = ("throw", tuple(chance.sample(range(state.due[1][0]), state.due[1][0])))
        else:
            event = ("move", chance.choice(state.legal()))
        after = play(state, event)
        if after.result is not None:
            break
        state = after
        events.append(event)
    return events


def play(state: History, event: Event) -> History:
    kind, value = event
    return state.play(str(value)) if kind == "move" else state.throw([int(v) for v in value])


@pytest.mark.parametrize(("game", "settings"), CASES, ids=str)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_game_dealt_otherwise_looks_the_same(
    game: str, settings: dict[str, str | int | bool], viewer: int | None
) -> None:
    chance, start = random.Random(5), load(game, settings).start()
    differ = 0
    for _ in range(40):
        events = random_events(start, chance)
        other = import_module(f"tests.games.{game}.secrecy").other_game(
            events, viewer, settings, chance
        )
        if other is None:
            continue
        assert len(other) == len(events)
        first = second = start
        for one, two in zip(events, other, strict=True):
            first, second = play(first, one), play(second, two)
            assert first.view(viewer) == second.view(viewer)
            assert (first.turn, first.due, first.legal()) == (
                second.turn,
                second.due,
                second.legal(),
            )
            if one[0] == "throw":
                seen = [
                    state.throw_seen([int(v) for v in values], viewer)
                    for state, (_, values) in ((first, one), (second, two))
                ]
                assert seen[0] == seen[1]
        differ += first.text != second.text
    assert differ >= 15
