"""Games that begin at a given position or after given moves."""

import pytest

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES, load
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.rules import reads_positions
from zeitnot_server.rooms.setup import BadSetup, check, first_state, with_defaults

from ..each import each
from .games import Duel
from .hidden_games import Hands

ENDGAME = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@each("game", [name for name in NAMES if not load(name).hides])
def test_the_start_can_be_given_as_a_position(game: str) -> None:
    rules = rules_for(game, {})
    start = rules.start()
    state = first_state(rules, p.Setup(position=rules.position(start, None)))
    assert rules.position(state, None) == rules.position(start, None)
    assert rules.legal(state) == rules.legal(start)
    assert first_state(rules, p.Setup()) == start


def test_moves_are_played_from_the_position() -> None:
    chess = rules_for("chess", {})
    state = first_state(chess, p.Setup(position=ENDGAME, moves=("e2e4", "e8e7")))
    assert chess.position(state, None) == "8/4k3/8/8/4P3/8/8/4K3 w - - 1 2"
    assert first_state(chess, p.Setup(moves=("e2e4",))) == chess.play(chess.start(), "e2e4")


@pytest.mark.parametrize(
    ("game", "setup", "reason"),
    [
        ("chess", p.Setup(position="nonsense"), "position of the setup cannot be read"),
        ("chess", p.Setup(position=ENDGAME + " w"), "position of the setup cannot be read"),
        ("chess", p.Setup(moves=("e2e4", "e2e4")), "Move 2 of the setup cannot be played"),
        ("chess", p.Setup(position=MATED), "The game would be over in the setup's position."),
        ("ewn", p.Setup(moves=("24-18",)), "Move 1 of the setup cannot be played"),
    ],
)
def test_invalid_setups_are_refused(game: str, setup: p.Setup, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        check(setup, rules_for(game, {}))


def test_a_game_with_hidden_cards_has_no_setup_and_no_engine_lines() -> None:
    hands = Hands()
    assert not reads_positions(hands)
    for setup in (
        p.Setup(position="?"),
        p.Setup(moves=("bid",)),
        p.Setup(engine_lines="spectators"),
    ):
        with pytest.raises(BadSetup):
            check(setup, hands)
    check(p.Setup(), hands)


@pytest.mark.parametrize(
    ("game", "settings", "setup"),
    [
        ("tree", {}, p.Setup(position="max(3,12)")),
        ("tree", {}, p.Setup(position="max(min(3,12),min(2,4))", moves=("1",))),
        ("tree", {}, p.Setup(position="A([p]B(1,0),[p]B(0,1))")),
        ("tree", {"lesson": "three_seats"}, p.Setup(position="A(B(C(126,423),C(612,741)),111)")),
        ("kuhn", {}, p.Setup(position="--/ 3 1 QK/cc")),
        ("whist", {}, p.Setup(position="- - - 0 0:0")),
    ],
)
def test_a_game_with_hidden_information_can_begin_where_none_is_hidden(
    game: str, settings: p.Settings, setup: p.Setup
) -> None:
    rules = rules_for(game, settings)
    check(setup, rules)
    state = first_state(rules, setup)
    assert {rules.position(state, seat) for seat in (None, 0, 1)} == {state.text}


@pytest.mark.parametrize(
    ("game", "setup"),
    [
        ("kuhn", p.Setup(position="KQ/ 1 0 --/")),
        ("kuhn", p.Setup(position="--/ 3 2 KQ/cbf")),
        ("blindtictactoe", p.Setup(position="x")),
        ("blindtictactoe", p.Setup(moves=("b2",))),
        ("tree", p.Setup(position="A([p]B(1,0),[p]B(0,1))", moves=("0",))),
        ("tree", p.Setup(position="A([p]B(1,0),[p]B(0,1)) 1")),
    ],
)
def test_no_game_begins_at_a_position_with_hidden_information(game: str, setup: p.Setup) -> None:
    with pytest.raises(BadSetup):
        check(setup, rules_for(game, {}))


@pytest.mark.parametrize("kind", ["unlimited", "correspondence"])
def test_games_without_a_clock_have_no_free_turn(kind: str) -> None:
    control = p.Control(kind=kind, days=3 if kind == "correspondence" else None)  # type: ignore[arg-type]
    assert with_defaults(p.Setup(), control, Duel()) == p.Setup(clock_starts="start")
    with pytest.raises(BadSetup, match="no turn is free"):
        with_defaults(p.Setup(first_move_ms=20_000), control, Duel())


def test_first_move_ms_is_refused_without_free_turns() -> None:
    control = p.Control(kind="sudden_death", base_ms=60_000)
    with pytest.raises(BadSetup, match="no turn is free"):
        with_defaults(p.Setup(clock_starts="start", first_move_ms=20_000), control, Duel())


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (p.Control(kind="sudden_death", base_ms=60_000), 30),
        (p.Control(kind="fischer", base_ms=300_000, increment_ms=4_000), 30),
        (p.Control(kind="fischer", base_ms=300_000, increment_ms=5_000), 60),
        (p.Control(kind="per_move", time_ms=5_000), 30),
        (p.Control(kind="hourglass", base_ms=600_000), 60),
        (p.Control(kind="unlimited", move_limit_ms=1_000), 30),
        (p.Control(kind="correspondence", days=3, move_limit_ms=1_000), 30),
        (p.Control(kind="correspondence", days=3, move_limit_ms=20_000), 60),
    ],
)
def test_the_first_move_limit_depends_on_the_time_control(control: p.Control, seconds: int) -> None:
    stored = with_defaults(p.Setup(), control, Duel())
    assert stored.first_move_ms == seconds * 1000
    chosen = with_defaults(p.Setup(first_move_ms=10_000), control, Duel())
    assert chosen.first_move_ms == 10_000
    assert with_defaults(chosen, control, Duel()) == chosen


def test_a_game_may_set_a_longer_limit_for_the_first_move() -> None:
    class Layout(Duel):
        first_turn_ms = 120_000

    control = p.Control(kind="sudden_death", base_ms=60_000)
    assert with_defaults(p.Setup(), control, Layout()).first_move_ms == 120_000
