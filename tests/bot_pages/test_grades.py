"""The exact value that a move has lost."""

from typing import Any

import zeitnot_protocol as p
from zeitnot_engines.exact_values import MoveValue
from zeitnot_server.bot_pages.grades import PlayedMove, grade, played_moves

CLOCK = p.ClockView(remaining_ms=[1, 1])
RECEIPT = p.Receipt(elapsed_ms=1, compensated_ms=0, charged_ms=1, remaining_ms=1)
PLAYED = PlayedMove(ply=6, seat=1, move="b", position="x")


def values(**each: int | None) -> list[MoveValue]:
    """Moves with results."""
    return [MoveValue(move, value, None) for move, value in each.items()]


def lost(found: list[MoveValue]) -> Any:
    """The result and the margin that the move b lost, and a best move; None: unknown."""
    graded = grade(PLAYED, found)
    return graded and (graded.result_loss, graded.margin_loss, graded.best)


def test_results_are_compared() -> None:
    assert lost(values(a=1, b=-1)) == (1.0, 0.0, "a")
    assert lost(values(a=0, b=-1)) == (0.5, 0.0, "a")
    assert lost(values(a=1, b=0, c=-1)) == (0.5, 0.0, "a")
    assert lost(values(a=-1, b=-1)) == (0.0, 0.0, "a")


def test_the_best_move_wins_soonest() -> None:
    found = [MoveValue("a", 1, 9), MoveValue("b", 0, None), MoveValue("c", 1, 3)]
    assert lost(found) == (0.5, 0.0, "c")


def test_margins_are_compared() -> None:
    found = [MoveValue("a", 1, None, margin=4), MoveValue("b", -1, None, margin=-2)]
    assert lost(found) == (1.0, 6, "a")
    found = [MoveValue("a", 1, None, margin=10), MoveValue("b", 1, None, margin=4)]
    assert lost(found) == (0.0, 6, "a")


def test_expected_gains_are_compared_beyond_noise() -> None:
    found = [MoveValue("a", None, None, 1.0, 0.5), MoveValue("b", None, None, 0.0, -0.25)]
    assert lost(found) == (0.0, 0.75, "a")
    found = [MoveValue("a", None, None, 0.5, 0.5), MoveValue("b", None, None, 0.5, 0.495)]
    assert lost(found) == (0.0, 0.0, "a")


def test_a_probability_to_win_is_a_share_of_the_result() -> None:
    found = [
        MoveValue("a", None, None, expected=0.75),
        MoveValue("b", None, None, expected=0.25),
    ]
    assert lost(found) == (0.5, 0.0, "a")
    assert lost([*found, MoveValue("c", None, None)]) is None


def test_nothing_is_said_about_what_is_not_solved() -> None:
    assert lost(values(a=1, b=None)) is None
    assert lost(values(a=0, b=-1, c=None)) is None
    assert lost(values(a=0)) is None, "the move is not legal"
    assert lost(values(a=1, b=-1, c=None)) == (1.0, 0.0, "a"), "nothing is better than a win"
    margins = [
        MoveValue("a", 1, None, margin=4),
        MoveValue("b", 1, None, margin=2),
        MoveValue("c", None, None),
    ]
    assert lost(margins) is None


def moved(ply: int, seat: int, move: str, **fields: Any) -> p.Moved:
    return p.Moved(
        *(),
        **{"game": "g", "seq": 1, "at": 1, "receipt": RECEIPT, "clock": CLOCK},
        ply=ply,
        seat=seat,
        move=move,
        position=f"after {move}",
        **fields,
    )


def test_moves_taken_back_or_made_by_the_server_do_not_count() -> None:
    base: dict[str, Any] = {"game": "g", "seq": 1, "at": 1}
    events: list[p.RoomEvent] = [
        p.Started(**base, salts=[], position="start", clock=CLOCK),
        p.Threw(**base, k=1, ply=0, kind="dice", values=[6], position="thrown"),
        moved(0, 0, "a"),
        moved(1, 1, "b"),
        moved(2, 0, "c"),
        p.TakenBack(**base, seat=1, plies=2, ply=1, position="after a", clock=CLOCK, elapsed_ms=1),
        moved(1, 1, "d"),
        moved(2, 0, "e", by_server=True),
        moved(3, 1, "f"),
    ]
    assert played_moves(events, [1]) == [
        PlayedMove(1, 1, "d", "after a"),
        PlayedMove(3, 1, "f", "after e"),
    ]
    assert played_moves(events, [0]) == [PlayedMove(0, 0, "a", "thrown")]
