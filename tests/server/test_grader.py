"""Bots' moves are compared with the exact values in the background, each game once."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, cast

import zeitnot_protocol as p
from zeitnot_engines.exact_values import MoveValue
from zeitnot_server.bot_pages.page_store import GradedMove
from zeitnot_server.limits.long_reads import LongReads
from zeitnot_server.store import Store, WriteFailed
from zeitnot_server.web.api.grader import GAMES, MAX_BOTS, UNSOLVED, Grader
from zeitnot_server.web.api.solving import QueueFull, Solving

CLOCK = p.ClockView(remaining_ms=[1, 1])
RECEIPT = p.Receipt(elapsed_ms=1, compensated_ms=0, charged_ms=1, remaining_ms=1)
MOVES = "1234567123"


def record() -> bytes:
    """A game of connect four, which seat 0 began."""
    base: dict[str, Any] = {"game": "g", "seq": 1, "at": 1}
    events: list[p.RoomEvent] = [p.Started(**base, salts=[], position="-", clock=CLOCK)]
    for ply, move in enumerate(MOVES):
        events.append(
            p.Moved(
                *(),
                **base,
                seat=ply % 2,
                ply=ply,
                move=move,
                position=MOVES[: ply + 1],
                receipt=RECEIPT,
                clock=CLOCK,
            )
        )
    export = p.Export(
        *(),
        **{"format": "f", "id": "g", "game_type": "connect4", "rules_version": 1},
        settings={},
        control=p.Control(kind="unlimited"),
        created_at=1,
        commitment="c",
        players=[],
        events=events,
    )
    return p.encode(export).encode()


class Stored:
    """A store with a few games of each bot; keeps what is graded."""

    def __init__(self, games: int = 2) -> None:
        self.ungraded = [(f"g{number}", 0) for number in range(games)]
        self.graded = list[tuple[str, str, list[GradedMove]]]()
        self.games = self.bot_pages = self
        self.fails = False

    async def to_grade(self, account: str, games: list[str], limit: int) -> list[tuple[str, int]]:
        assert "connect4" in games
        assert limit == GAMES
        done = {game for owner, game, _ in self.graded if owner == account}
        return [each for each in self.ungraded if each[0] not in done][:limit]

    async def export_parts(self, game: str, turn: Any) -> AsyncGenerator[bytes, None]:
        async def parts() -> AsyncGenerator[bytes, None]:
            yield record()

        return parts()

    async def grade(self, account: str, game: str, moves: list[GradedMove]) -> None:
        if self.fails:
            raise WriteFailed("no")
        self.graded.append((account, game, moves))


class Solved:
    """Knows that in some positions, given by ply, every move draws but the first column wins."""

    def __init__(self, plies: set[int]) -> None:
        self.plies = plies
        self.tried = list[int]()
        self.full = False

    async def values(self, state: Any, payer: Any) -> list[MoveValue]:
        if self.full:
            raise QueueFull
        ply = 0 if state.text == "-" else len(state.text)
        self.tried.append(ply)
        known = ply in self.plies
        return [
            MoveValue(move, (1 if move == "1" else 0) if known else None, None)
            for move in state.legal()
        ]


def grader(stored: Stored, solved: Solved) -> Grader:
    payer: Any = None
    return Grader(cast(Store, stored), cast(Solving, solved), LongReads(), payer)


async def finish(grading: Grader) -> None:
    """Waits until nothing is being compared."""
    if grading._task is not None:
        await grading._task


async def test_each_game_is_compared_once() -> None:
    stored, solved = Stored(), Solved(set(range(10)))
    grading = grader(stored, solved)
    assert await grading.request("bot") == 2
    assert await grading.request("bot") == 2
    await finish(grading)
    assert [(account, game) for account, game, _ in stored.graded] == [("bot", "g0"), ("bot", "g1")]
    assert sorted((each.ply, each.result_loss) for each in stored.graded[0][2]) == [
        (0, 0.0),
        (2, 0.5),
        (4, 0.5),
        (6, 0.5),
        (8, 0.5),
    ]
    assert await grading.request("bot") == 0


async def test_positions_that_are_too_hard_are_not_all_tried() -> None:
    stored, solved = Stored(1), Solved({0, 8})
    grading = grader(stored, solved)
    await grading.request("bot")
    await finish(grading)
    assert solved.tried == [8, 6, 4, 0, 2]
    assert sorted(each.ply for each in stored.graded[0][2]) == [0, 8]
    stored, solved = Stored(1), Solved(set())
    grading = grader(stored, solved)
    await grading.request("bot")
    await finish(grading)
    assert len(solved.tried) == 2 * UNSOLVED
    assert stored.graded == [("bot", "g0", [])]


async def test_bots_take_turns() -> None:
    stored = Stored()
    grading = grader(stored, Solved(set(range(10))))
    await asyncio.gather(grading.request("a"), grading.request("b"))
    await finish(grading)
    assert [account for account, _, _ in stored.graded] == ["a", "b", "a", "b"]


async def test_the_number_of_waiting_bots_is_bounded() -> None:
    grading = grader(Stored(), Solved(set()))
    waiting = [await grading.request(f"{number}") for number in range(MAX_BOTS + 1)]
    assert waiting == [2] * MAX_BOTS + [0]


async def test_a_failure_leaves_the_game_for_later() -> None:
    stored, solved = Stored(), Solved({8})
    grading = grader(stored, solved)
    stored.fails = True
    await grading.request("bot")
    await finish(grading)
    stored.fails, solved.full = False, True
    await grading.request("bot")
    await finish(grading)
    assert stored.graded == []
    solved.full = False
    assert await grading.request("bot") == 2
    await finish(grading)
    assert len(stored.graded) == 2
