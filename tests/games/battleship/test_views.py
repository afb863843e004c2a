"""Battleship: what seats and spectators see while fleets are laid out and shot at."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import permutations, product

import pytest

import zeitnot_protocol as p
from tests.rooms.rig import Rig
from zeitnot_engines.games import History, load
from zeitnot_server.hosting.native import rules_for

from .twin import Battleship, Moves

GAME = load("battleship")
SEATS = (0, 1, None)
FLEETS = ("A1h5", "C3v4", "J1v3", "F6h3", "A10h2", "A1v5", "D3h4", "F8h3", "I5v3", "C10h2")
ALL_HIDDEN = "?" * 100


def after(*moves: str) -> History:
    return reduce(History.play, moves, GAME.start())


def play(seed: int, settings: dict[str, str]) -> list[tuple[History, Moves]]:
    """All positions of a random game, each with its twin's."""
    twin, rng = Battleship(**settings), random.Random(seed)
    pairs = [(load("battleship", settings).start(), twin.start())]
    while pairs[-1][0].result is None:
        core_state, twin_state = pairs[-1]
        move = rng.choice(core_state.legal())
        pairs.append((core_state.play(move), twin.play(twin_state, move)))
    return pairs


@pytest.mark.parametrize("settings", [{}, {"touching": "no"}])
def test_views_agree_with_the_twin(settings: dict[str, str]) -> None:
    twin = Battleship(**settings)
    for core_state, twin_state in play(3, settings):
        for seat in SEATS:
            assert core_state.view(seat) == twin.view(twin_state, seat)


def test_fleet_is_visible_only_to_its_seat() -> None:
    """Others see only the number of plies, which is always five: neither moves nor ships."""
    for count in range(1, 10):
        state = after(*FLEETS[:count])
        mover = (count - 1) // 5
        move = FLEETS[count - 1]
        assert [state.move_seen(mover, move, seat) for seat in (mover, 1 - mover, None)] == [
            move,
            "?",
            "?",
        ]
        assert state.view(1 - mover).split()[0].split("/")[mover] == ALL_HIDDEN
        assert state.view(None) == f"{ALL_HIDDEN}/{ALL_HIDDEN} {state.turn}"


def test_shots_and_their_answers_are_public() -> None:
    state = after(*FLEETS, "C10", "A1", "D10", "B1", "E5")
    assert state.move_seen(0, "E5", 1) == state.move_seen(0, "E5", None) == "E5"
    first, second = state.view(None).split()[0].split("/")
    assert (first[0], first[1], second[92:94], second[44]) == ("x", "x", "EE", "o")
    assert set(first[2:]) == {"?"}


def test_positions_sampled_from_a_view_have_that_view() -> None:
    rng = random.Random(1)
    for settings in ({}, {"touching": "no"}):
        game = load("battleship", settings)
        for core_state, _ in rng.sample(play(4, settings), 25):
            for seat in SEATS:
                view = core_state.view(seat)
                assert {game.sample(view, n).view(seat) for n in range(3)} == {view}


def places(length: int) -> Iterator[frozenset[int]]:
    """The cells of each place for a ship when the last two cells are taken."""
    for line in range(10):
        for first in range(11 - length):
            across = frozenset(10 * line + first + i for i in range(length))
            down = frozenset(10 * (first + i) + line for i in range(length))
            yield from (cells for cells in (across, down) if cells.isdisjoint((98, 99)))


def test_fleets_that_explain_the_hits_are_equally_likely() -> None:
    """One ship is sunk, in the last row; three hits far apart belong to three of the others."""
    hits = (11, 36, 73)
    ships = {name: list(places(length)) for name, length in zip("abcd", (5, 4, 3, 3), strict=True)}
    fleets: Counter[str] = Counter()
    for *names, unhit in permutations(ships):
        hit_by = zip(names, hits, strict=True)
        lists = [[place for place in ships[name] if hit in place] for name, hit in hit_by]
        others = [place for place in ships[unhit] if place.isdisjoint(hits)]
        for chosen in product(*lists):
            cells = frozenset.union(*chosen)
            if len(cells) == sum(map(len, chosen)):
                fleets["".join(names)] += sum(map(cells.isdisjoint, others))
    seen = ["?"] * 98 + ["E", "E"]
    for hit in hits:
        seen[hit] = "x"
    waters = "aaaaa.....bbbb......ccc.......ddd.......ee" + "." * 53 + "o" * 5
    view, draws = f"{waters}/{''.join(seen)} 0", 10_000
    texts = (GAME.sample(view, seed).text.split("/")[1].lower() for seed in range(draws))
    drawn = Counter("".join(text[hit] for hit in hits) for text in texts)
    expected = {names: draws * count / fleets.total() for names, count in fleets.items()}
    assert len(expected) == 24
    # Chi-squared with 23 degrees of freedom exceeds 70 about once in a million runs.
    assert sum((drawn[names] - mean) ** 2 / mean for names, mean in expected.items()) < 70


def test_impossible_view_is_refused() -> None:
    seen = after(*FLEETS, "E5").view(1)
    for view in ("?", f"x{seen[1:]}", "x" * 18 + seen[18:]):
        with pytest.raises(ValueError, match="looks like this"):
            GAME.sample(view, 1)


def test_fleet_always_takes_five_moves() -> None:
    """However the first ships lie, the others have room, even if ships may not touch."""
    for seed in range(30):
        played = play(seed, {"touching": "no"})
        assert [state.turn for state, _ in played[:11]] == [0] * 5 + [1] * 5 + [0]


def test_each_seat_has_two_minutes_to_lay_out_its_fleet() -> None:
    rig = Rig(rules_for("battleship", {}), setup=p.Setup()).start()
    for ship in FLEETS[:5]:
        rig.move(ship, after=23_000)
    assert rig.room.clock.view(rig.ms).free_ms == 120_000, "all of it for the other seat"
    rig.flag(after=120_000)
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)
